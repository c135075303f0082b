# Heap: Namen, Sätze des Verlaufs und Ablehnungen.
game = Heap
tagline = Nimm den letzten Stein.
about = Ein, zwei oder drei Steine auf einmal, und der letzte gewinnt.

option-stones = Steine
stone = Stein
button-take = { $count } nehmen
drawn-empty = (keine Steine)
say-lot = { $seat } beginnt.
say-take = { $left ->
    [0] { $seat } nimmt { $count }, und keiner bleibt.
    [one] { $seat } nimmt { $count }; einer bleibt.
   *[other] { $seat } nimmt { $count }; { $left } bleiben.
}

HEA-2 = Das Los nennt einen der Plätze, und das einmal.
HEA-3 = { $left ->
    [one] Du nimmst ein bis drei Steine, und nur einer ist noch da.
   *[other] Du nimmst ein bis drei Steine, und { $left } sind noch da.
}
