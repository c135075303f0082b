# Schlauraff: names, prompts, log sentences and refusals.
game = Schlauraff
tagline = Six dice, and a column of treats to eat through.
about = Add up your dice to eat your way down a column of chips. What you leave, the next player finds underneath.

option-columns = Columns per round
option-leftovers = Chips left over
option-leftovers-stack = go under the next column
option-leftovers-below = lengthen the next column

chip = { $colour ->
    [y] yellow chip
    [g] green chip
    [b] blue chip
   *[r] red chip
}
colour = { $colour ->
    [y] yellow
    [g] green
    [b] blue
   *[r] red
}
chip-on = { $colour ->
    [y] yellow chip (1 or 11) on { $cell }
    [g] green chip (3) on { $cell }
    [b] blue chip (5) on { $cell }
   *[r] red chip (10) on { $cell }
}
cell = { $cell }, empty
pile-height = pile of { $count } chips
die = die showing { $face }
dice-showing = { $count ->
    [one] free die showing { $face }
   *[other] { $count } free dice showing { $face }
}
cup = { $count ->
    [0] dice cup
    [one] dice cup: roll one die again
   *[other] dice cup: roll { $count } dice again
}
taken = Chips of { $seat } this round
bag = Chips in the bag
layer-hints = Show sums and odds
description-sums = { $count ->
    [0] { $chip }: no sum of free dice takes it.
   *[other] { $chip }: can be taken with { $sums }.
}
description-chance = It can be taken with a chance of { $percent }%.
description-promise = { $action ->
    [begin] Beginning on { $thing }
    [again] Rolling again
    [slide] Sliding a { $thing } down
   *[put] Putting a { $thing }
} promises { $mean }.
lacking = { $sum } to go
lacking-and-chance = { $sum } to go · { $percent }%
chance = { $percent }%
mean = ≈ { $whole }.{ $tenth }
mean-chips = ≈ { $whole }.{ $tenth } chips
fact-round = { $count } in round { $round }/{ $rounds }
fact-reds = { $count ->
    [one] { $count } red
   *[other] { $count } reds
}

sum = { $sum }
sum-one-or-eleven = 1 or 11

button-roll = Roll again
prompt-lot = The lot decides who begins.
prompt-lay = Round { $round } of { $rounds }: chips are drawn from the bag.
prompt-roll = { $seat } is rolling.
prompt-wait = Waiting for { $seat }.
prompt-begin = Choose a die, then the chip you begin with. Chips above it are lost to you.
prompt-chip = Which chip does the { $face } go on? You miss those above it.
prompt-die = Which die goes on { $cell }?
prompt-carry = Slide a die down to { $cell }? Any other move gives that up.
forgoes-carry = This gives up sliding a die down to { $cell }.
prompt-put = { $cell } still needs { $sum }: choose a die.
prompt-put-or-roll = { $cell } still needs { $sum }: choose a die, or roll again.
prompt-only-roll = { $cell } still needs { $sum }: roll the free dice again.
prompt-won = { $count ->
    [one] { $seats } wins.
   *[other] { $seats } share the victory.
}

drawn-free = Free dice: { $dice }
drawn-laid = Laid dice: { $dice }

result-before = Chips of earlier rounds
result-last-round = Chips of the last round
result-ties = On equal points
result-reds = Red chips (help points)

say-lot = The lot falls on { $seat }, who begins.
say-lay = Column { $column } is laid: { $chips }.
say-roll = { $seat } rolls { $dice }.
say-again = { $count ->
    [one] { $seat } rolls the last die again.
   *[other] { $seat } rolls { $count } dice again.
}
say-put = { $seat } puts a { $face } on { $cell }.
say-carry = { $seat } slides a { $face } down to { $cell }.
say-take = { $colour ->
    [y] { $count ->
        [one] { $seat } takes a yellow chip.
       *[other] { $seat } takes a pile of { $count } with yellow on top.
    }
    [g] { $count ->
        [one] { $seat } takes a green chip.
       *[other] { $seat } takes a pile of { $count } with green on top.
    }
    [b] { $count ->
        [one] { $seat } takes a blue chip.
       *[other] { $seat } takes a pile of { $count } with blue on top.
    }
   *[r] { $count ->
        [one] { $seat } takes a red chip.
       *[other] { $seat } takes a pile of { $count } with red on top.
    }
}
say-finished = Column { $column } is eaten through to the end: the turn is over.
say-stuck = { $cell } still needs { $sum }, which is out of reach now: the turn is over.
say-no-start = No die fits on any chip: the turn is over.
say-round-over = Round { $round } is over.

SLR-2 = There are ten chips of each colour, and all ten of this one are out of the bag.
SLR-5 = Chips are drawn from the bag, column by column from the right.
SLR-6 = The lot names one of the players at this table.
SLR-8 = It is { $seat }’s column.
SLR-8-before = The round has not begun yet.
SLR-8-column = Now column { $column } is played for, no other.
SLR-9 = The dice are being rolled.
SLR-9-face = A die shows 1 to 6, never { $face }.
SLR-10 = No free die shows a { $face }.
SLR-11 = { $total } would be too much: the chip is worth { $value }.
SLR-14 = There is no chip on { $cell } to begin with.
SLR-14-above = You began further down: { $cell } is out of your reach this turn.
SLR-15 = Work downwards without a gap: now it is the turn of { $cell }.
SLR-16 = No { $face } can slide down now. Only a die of a chip just taken with several dice can.
SLR-17 = That chip was taken with one die alone, so nothing slides down.
SLR-19 = No die is free to be rolled.
SLR-20 = Put a die or let one slide first; then you may roll again.
SLR-4-columns = possible numbers of columns with { $seats } players: { $counts } (SLR-4)

# The first match.
lesson-put = Eat your way down your column! A blue chip costs 5: put the 4 on it, then the 1.
lesson-put-done = Exactly 5: the chip is yours and is a point. There may never be too much on it.
lesson-carry = It took two dice, so one may slide on: let the 4 slide onto the red chip and add the 6. Red costs 10.
lesson-carry-done = Exact again: another point. Sliding saves dice.
lesson-yellow = Yellow costs 1 or 11. Let the 6 slide and add 3 and 2, that is 11.
lesson-yellow-done = A single 1 would do as well. Three chips in one roll!
lesson-rest = Green costs 3: let the 3 slide down at once.
lesson-rest-done = A single die is never enough for red, so your turn is over. What is left is pushed under Ben’s chips.
lesson-again = No sum makes 10 for red. Put a 6 on it, roll the others again and add the 4. Each new roll costs a die that is put down.
lesson-again-done = That is how you get what the first roll does not give. After all rounds the most chips win.
