game = Puissance 4
turn = Choisissez une colonne.
over = La partie est terminée.
column = colonne { $name }
stone = jeton
line = Quatre alignés
drops = { $seat } joue dans { $column }.
CON-2 = Cette colonne est pleine.
