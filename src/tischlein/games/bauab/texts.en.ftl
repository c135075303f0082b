# Bauab: names, prompts, log sentences and refusals.
game = Bauab
tagline = Plan the quarter, crowd out your rival.
about = Two contractors plan a new quarter. Take the last free plot beside a rival’s chip, and the chip is yours.

option-plan = Plan
option-plan-hint = The shape of the quarter; the rules stay the same.
option-plan-own-hint = Sixteen plots, row by row from the top: 1 is a plot, 0 is none, and / begins the next row.
option-plan-square = Square
option-plan-barrel = Barrel
option-plan-cross = Cross
option-first = First turn
option-first-lot = By lot
option-first-A = Seat A
option-first-B = Seat B

plot = plot { $plot }
chip-name = { $kind ->
    [x] option chip
   *[other] { $kind }
}
chip-captured = { chip-name } on { $plot }
chip = { $kind ->
    [x] option chip of { $seat }
   *[other] planning chip { $kind } of { $seat }
}
park = park
sign-barred = barred this turn
parks = Parks
supply = Supply of { $seat }
captured = Captured by { $seat }
layer-freedoms = Show freedoms
description-freedoms = { $count ->
    [0] { chip } on { $plot }: nothing free beside it, it is safe for now.
    [one] { chip } on { $plot }: in danger, only { $free } is free beside it.
   *[other] { chip } on { $plot }: free beside it are { $free }.
}
button-pass = Pass

prompt-lot = The lot decides who begins.
prompt-place = Choose a chip and a plot.
prompt-place-or-park = Choose a chip and a plot, or lay a park on a barred plot.
prompt-park-or-pass = No chip of yours fits: lay a park or pass.
prompt-pass = No chip of yours fits: pass.
prompt-wait = Waiting for { $seat }.
prompt-won = { $seat } wins.
prompt-drawn = A draw.

result-on-plan = Value on the plan
result-captured = Value captured
result-ties = On equal value
result-planned = Planning chips on the plan

say-lot = The lot falls on { $seat }, who begins.
say-place = { $kind ->
    [x] { $seat } takes an option on { $plot }.
   *[other] { $seat } plans a { $kind } on { $plot }.
}
say-park = { $seat } lays a park on { $plot }.
say-pass = { $seat } passes.
say-over = Nothing fits anywhere any more: the match is over.
say-capture = { $count ->
    [one] { $seat } captures from { $other }: { $chips }.
   *[other] { $seat } captures { $count } chips from { $other }: { $chips }.
}

BAU-7 = Only the lot decides who begins, once, between A and B.
BAU-10 = { $kind ->
    [x] You have no option chip left.
   *[other] You have no { $kind } left.
}
BAU-11 = Plot { $plot } is not free.
BAU-11-outside = There is no plot { $plot } on this plan.
BAU-12 = A { $kind } may not stand beside another { $kind }: plot { $plot } has one as its neighbour.
BAU-27 = Plot { $plot } is barred for you this turn: you have just lost a chip there. A park may go there.
BAU-28 = A park goes only where you lost a chip in the turn just before. Plot { $plot } is not one of them.
BAU-31 = No parks are left.
BAU-33 = You can still place a chip, so you may not pass.

plan-unreadable = draw the plan as rows of 0 and 1 joined by /, such as 0110/1111
plan-size = a plan has { $plots } plots, this one has { $count } (BAU-3)
plan-apart = all plots of a plan must be joined edge to edge (BAU-3)

table-confirm = Lay it

# The first match.
lesson-lay = On your turn you lay one chip on a free plot. Take your 5 and put it in the corner.
lesson-lay-done = That is 5 points for you as long as it stays. But Ben builds next door: your 5 has only one free neighbour left.
lesson-secure = If Ben fills the last gap beside your 5, it is his. Be quicker and close the gap yourself, with the 2.
lesson-secure-done = You never capture your own chips: without a free neighbour your 5 is safe now.
lesson-capture = Ben’s 4 in the lower corner has one gap left. Close it with the 3. Your 4 could not go there: equal numbers never lie side by side.
lesson-capture-done = The 4 is captured and counts 4 points for you. On its plot Ben could lay no chip on his next turn, only a park.
lesson-park = Ben has just captured your 2 in the corner. No chip of yours may go there now. A park may: lay it there.
lesson-park-done = The park fills the last gap of both neighbours: you have captured the 3 and the 1 at once.
lesson-end = Lay your last chip. Nothing fits any more then, and the points are counted.
lesson-end-done = What lies on the plan counts, and what you have captured. Options and parks are worth nothing.
