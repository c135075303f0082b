game = Connect Four
turn = Choose a column.
over = The match is over.
column = column { $name }
stone = stone
line = Four in a line
drops = { $seat } drops a stone into { $column }.
CON-2 = That column is full.
