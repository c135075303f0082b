game = Vier gewinnt
turn = Wähle eine Spalte.
over = Die Partie ist zu Ende.
column = Spalte { $name }
stone = Stein
line = Vier in einer Linie
drops = { $seat } wirft in { $column } ein.
CON-2 = Diese Spalte ist voll.
