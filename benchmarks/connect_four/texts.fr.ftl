game = Puissance 4
turn = Choisis une colonne.
over = La partie est finie.
column = colonne { $name }
stone = jeton
line = Quatre alignés
drops = { $seat } joue dans la { $column }.
CON-2 = Cette colonne est pleine.
