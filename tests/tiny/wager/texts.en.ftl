game = Wager
over = 0
turn = 1
points = 1
steady = 2/4
wild = 0/9
say-roll = { $points }
say-die = { $seat }: { $die }
