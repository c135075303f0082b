# Heap: names, log sentences and refusals.
game = Heap
tagline = Take the last stone.
about = One, two or three stones at a time, and the last one wins.

option-stones = Stones
stone = stone
button-take = Take { $count }
drawn-empty = (no stones)
say-lot = { $seat } begins.
say-take = { $seat } takes { $count }; { $left } left.

HEA-2 = The lot names one of the seats, once.
HEA-3 = You take one to three stones, and { $left } are left.
