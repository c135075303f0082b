# Drop It: names, prompts, log sentences and refusals.
game = Drop It
tagline = Let go, and hope it stays away from its like.
about = Drop wooden pieces into a narrow shaft. The higher they come to rest the better, but like must not touch like.

option-edges = Edges
option-edges-shape = Shapes (base game)
option-edges-shape-hint = A piece that touches its own shape at the edge scores nothing.
option-edges-colour = Colours
option-edges-colour-hint = A piece that touches its own colour at the edge scores nothing.
option-edges-none = None (beginners)
option-edges-none-hint = Every piece may touch the edge.
option-jokers = Jokers
option-jokers-no = Without
option-jokers-yes = With
option-jokers-hint = A joker saves a drop that breaks a taboo; each one kept is worth 3 points.
option-teams = Teams
option-split = Fourth colour, three players
option-split-lot = Shared out by lot
option-split-fixed = As listed
option-first = First drop
option-first-lot = By lot
option-first-A = Seat A
option-first-B = Seat B
option-first-C = Seat C
option-first-D = Seat D
option-first-E = Seat E
option-first-F = Seat F
option-first-G = Seat G
option-first-H = Seat H
option-colours = Colours in order of seats
option-colours-r = Red
option-colours-g = Green
option-colours-y = Yellow
option-colours-b = Blue
option-hand = Hand
option-hand-steady = Steady
option-hand-steady-hint = A piece falls where you aim.
option-hand-normal = Normal
option-hand-normal-hint = A piece slips a little before it falls.
option-hand-shaky = Shaky
option-hand-shaky-hint = A piece slips rather more before it falls.

piece = { $colour ->
    [red] red
    [green] green
    [yellow] yellow
   *[blue] blue
} { $shape ->
    [circle] circle
    [square] square
    [diamond] diamond
   *[triangle] triangle
}
piece-in-shaft = { $piece }, number { $number }, dropped by { $seat }
aim = Drop the { $piece }
stock = Pieces of { $seat }
joker-chip = joker of { $seat }
token = scoring stone of { $seat }: { $points }
in-team = Team { $team }
circle-covered = covered bonus circle: +{ $points }
touching = touches here: { $thing }
edge = { $edge ->
    [left] left wall
    [right] right wall
   *[floor] floor
}
edge-symbol = { $symbol ->
    [circle] circle
    [square] square
    [diamond] diamond
    [triangle] triangle
    [red] red
    [green] green
    [yellow] yellow
   *[blue] blue
}
numbered = { $piece }, number { $number }
description-shaft = The shaft is { $width } mm wide and { $height } mm high. All places count from its left wall and from its floor.
description-level = Level { $level } ends { $left } mm up at the left wall and { $right } mm up at the right wall.
description-walls = Beside it the left wall shows { $left }, the right wall { $right }.
description-circle = Bonus circle +{ $points }: { $across } mm across, { $up } mm up, { $width } mm wide.
description-floor = The floor shows in four equal parts, from the left: { $symbols }.
description-piece = { $piece }: { $left } to { $right } mm across, { $low } to { $high } mm up, reaches level { $level }.
table-aim-beneath = { $position }, { $across } mm across. Below, from the left: { $things }.
beneath-piece = { $piece } (up to { $height } mm)
beneath-floor = floor
beneath-floor-showing = floor ({ $symbol })
position = { $tenth ->
    [0] { $whole }
   *[other] { $whole }.{ $tenth }
}
taboo = { $taboo ->
    [shape] same shape
    [colour] same colour
    [edge] forbidden edge
   *[height] too high
}
taboo-here = taboo: { $taboo }
worth = this drop: { $points }
button-joker = Joker: +{ $points }
button-decline = Keep it: +{ $points } at the end

prompt-split = The lot shares out the fourth colour.
prompt-lot = The lot decides who begins.
prompt-drop = Take a piece, move it above the shaft, then let it go.
prompt-wait = Waiting for { $seat } to drop a piece.
prompt-falling = { $seat } has let go …
prompt-joker = A taboo is broken. Does a joker save { $points ->
    [one] your point?
   *[other] your { $points } points?
}
prompt-wait-joker = { $seat } is thinking about a joker.
prompt-won = { $count ->
    [one] { $seats } wins.
   *[other] { $seats } win together.
}

result-drops = Points for drops
fact-height = Height of the pieces at the end (cm)
result-jokers = Jokers kept

say-split = { $pair ->
    [ts] { $seat } gets a circle, a triangle and a square of the fourth colour.
    [td] { $seat } gets a circle, a triangle and a diamond of the fourth colour.
   *[sd] { $seat } gets a circle, a square and a diamond of the fourth colour.
}
say-lot = The lot falls on { $seat }, who begins.
say-drop = { $seat } lets go of a { $piece }.
say-steady = A steady hand.
say-slip = The hand of { $seat } slips a little.
say-points = { $circles ->
    [0] { $seat } reaches level { $level }
    [one] { $seat } reaches level { $level } and covers a bonus circle (+{ $bonus })
   *[other] { $seat } reaches level { $level } and covers { $circles } bonus circles (+{ $bonus })
}: { $points ->
    [one] 1 point
   *[other] { $points } points
}.
say-taboo = { $count ->
    [one] { $seat } breaks a taboo: { $taboos }. No points.
   *[other] { $seat } breaks { $count } taboos: { $taboos }. No points.
}
say-question = { $seat } may save { $points ->
    [one] 1 point
   *[other] { $points } points
} with a joker.
say-joker = { $seat } plays a joker and scores { $points ->
    [one] 1 point
   *[other] { $points } points
} after all.
say-decline = { $seat } keeps the joker.

DRO-10 = The pairs of the fourth colour are shared out once, between three seats, all different.
DRO-14 = The lot decides only once who begins, among the seats of this match.
DRO-15-lot = The lot has not decided yet.
DRO-15-falling = A piece is falling. Wait until everything rests.
DRO-16 = Your turn is to drop exactly one piece; nobody may pass.
DRO-17 = There is no { $piece } in your stock.
DRO-18 = Positions go in steps of half a millimetre, angles in steps of 5 degrees from 0 to 355.
DRO-19 = Turned like this, the piece fits between the walls only from { $first } to { $last } mm.
DRO-21 = A hand does not slip like this here.
DRO-22 = The resting places must end with the dropped piece, number { $piece }, and name no other than those in the shaft.
DRO-22-still = No piece is falling.
DRO-22-order = The pieces come in ascending order, each once.
DRO-22-unreadable = Resting places are groups of piece, x, y and angle, in numbers with four decimals.
DRO-22-angle = Angles lie above -180 and up to 180 degrees.
DRO-23 = Piece { $piece } would overlap piece { $other } by more than half a millimetre.
DRO-23-outside = Piece { $piece } would lie more than half a millimetre outside the shaft.
DRO-56 = A joker is only played when your drop has just broken a taboo.
DRO-56-open = First decide: a joker, or none?

seats-without-teams = without teams, two to four people play (DRO-1)
first-not-there = seat { $letter } is not at this table

# The first match.
lesson-drop = Take a piece, move it over the shaft, turn it and let go.
lesson-drop-done = If it breaks no taboo, it scores the highest level it reaches, and every bonus circle it covers even in part.
lesson-taboo = Your piece must not touch any of its own shape or its own colour. Find it a good place and let go.
lesson-taboo-done = If it breaks a taboo it scores nothing, otherwise it counts. Pieces that slip later change no points.
lesson-last = One piece is left. It must not stick out over the top: let it fall.
lesson-last-done = All pieces are in the shaft. The most points win.
