# Heap: names, log sentences and refusals.
game = Heap
tagline = Take the last stone.
about = One, two or three stones at a time, and the last one wins.

option-stones = Stones
stone = stone
button-take = Take { $count }
drawn-empty = (no stones)
say-lot = { $seat } begins.
say-take = { $left ->
    [0] { $seat } takes { $count }, and none is left.
   *[other] { $seat } takes { $count }; { $left } left.
}

HEA-2 = The lot names one of the seats, once.
HEA-3 = { $left ->
    [one] You take one to three stones, and only one is left.
   *[other] You take one to three stones, and { $left } are left.
}
