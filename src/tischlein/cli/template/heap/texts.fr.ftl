# Heap : noms, phrases du journal et refus.
game = Heap
tagline = Prends la dernière pierre.
about = Une, deux ou trois pierres à la fois, et la dernière gagne.

option-stones = Pierres
stone = pierre
button-take = Prendre { $count }
drawn-empty = (aucune pierre)
say-lot = { $seat } commence.
say-take = { $left ->
    [0] { $seat } prend { $count }, et il n’en reste plus.
   *[other] { $seat } prend { $count } ; il en reste { $left }.
}

HEA-2 = Le sort désigne une des places, une seule fois.
HEA-3 = { $left ->
    [one] Tu prends une à trois pierres, et il n’en reste qu’une.
   *[other] Tu prends une à trois pierres, et il en reste { $left }.
}
