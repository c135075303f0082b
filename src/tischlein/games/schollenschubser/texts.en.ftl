# Schollenschubser: names, prompts, log sentences and refusals.
game = Schollenschubser
tagline = Hop across the ice before it floats away.
about = The ice is breaking up and the icebreaker waits on the far side. Hop from floe to floe, and see to it that the others float away.

option-largest = Largest floe
option-push = Floes push each other
option-push-off = No
option-push-off-hint = A floe drifts only where the square to the south is free.
option-push-on = Yes
option-push-on-hint = A drifting floe pushes on those that lie close before it.
option-melt = A six must be followed
option-melt-must = Yes
option-melt-may = No
option-stride = A step goes
option-stride-one = to the next floe
option-stride-line = straight on over floes

bank = left bank
ship = icebreaker
square = square { $square }
floe = floe for { $size }
sign-water = open water
researcher = researcher of { $seat }
die = die with a { $face }
die-any = any
die-melt = melts
stock-big = Big cards in stock, { $largest ->
    [3] each a 3
   *[4] each a 4 or a 3
}
stock-small = Small cards in stock, each a 2 or a 1
button-drift = Let it drift
button-melt = Let it melt
button-skip = Leave the six unused
button-done = End the turn
button-fall = { $seat } falls in
on-bank = { $count } on the bank

table-mark-info = The ice drifts as far as { $thing }.
table-mark-loss = Would fall into the water: { $thing }.
table-mark-warn = Would drift out and back to the stock: { $thing }.
prompt-setting-up = The last floes are being laid.
prompt-roll = { $seat } rolls the dice.
prompt-drift = { $first ->
    [6] You rolled two sixes: choose the floe that melts.
   *[other] { $second ->
        [6] You rolled { $first } and 6: move the ice in { $first ->
            [5] any column
           *[other] column { $first }
        }, or let a floe melt.
       *[other] You rolled { $first } and { $second }: in { $second ->
            [1] column 1
            [2] { $first ->
                [2] column 2
               *[other] column 1 or 2
            }
            [3] { $first ->
                [3] column 3
               *[other] column { $first } or 3
            }
            [4] { $first ->
                [4] column 4
               *[other] column { $first } or 4
            }
           *[other] any column
        }, let a floe drift or put in a new one.
    }
}
prompt-move = { $steps ->
    [0] { $board ->
        [0] Nobody can go on: end your turn.
       *[other] One may go from the bank onto the ice.
    }
    [one] { $board ->
        [0] One researcher on the ice may still step.
       *[other] One on the ice may step, one may leave the bank.
    }
   *[other] { $board ->
        [0] { $steps } researchers on the ice may still step.
       *[other] { $steps } on the ice may step, one may leave the bank.
    }
}
prompt-save = { $steps ->
    [one] The ship is within reach! One researcher may still step.
   *[other] The ship is within reach! { $steps } may still step.
}
prompt-drift-or-melt = Let it drift, or let it melt?
prompt-size = Which floe goes here?
prompt-faller = Who falls in?
prompt-whither = Where to?
button-new = Put it here
button-board = Onto the ice
button-step = Go there
button-land = Back to the bank
button-save = Go on board
prompt-wait = Waiting for { $seat }.
prompt-won = All researchers of { $seat } are on board: { $seat } wins.

drawn-dice = Dice: { $dice }
result-saved = On the icebreaker
result-not-saved = Not yet on board
result-afloat = On the ice
result-bank = On the bank

say-lay = A floe for { $size } lies on { $square }.
say-start = The lot falls on { $seat }, who begins.
say-roll-first = { $seat } rolls a { $face } …
say-roll-second = … and a { $face }.
say-nothing-possible = { $seat } can do nothing at all.
say-no-ice = Neither die moves any ice.
say-drift = { $pushed ->
    [0] { $seat } lets the floe on { $square } drift south { drift-far }.
    [one] { $seat } lets the floe on { $square } drift south to { $to }; it pushes another one { drift-far }.
   *[other] { $seat } lets the floe on { $square } drift south to { $to }; it pushes { $pushed } others, the last one { drift-far }.
}
drift-far = { $far ->
    [out] out of the channel
   *[other] to { $far }
}
say-new = { $seat } puts a floe for { $size } on { $square }.
say-melt = { $size ->
    [0] { $seat } lets the floe on { $square } melt away.
   *[other] { $seat } lets the floe on { $square } melt; it is a floe for { $size } now.
}
say-gone = The floe from { $square } drifts out and goes back to the stock.
say-wet = { $count ->
    [one] A researcher of { $seat } falls into the water at { $square } and swims back to the bank.
   *[other] { $count } researchers of { $seat } fall into the water at { $square } and swim back to the bank.
}
say-skip = { $seat } leaves the six unused.
say-board = { $seat } goes from the bank to { $square }.
say-step = { $seat } steps from { $from } to { $to }.
say-land = { $seat } goes back from { $square } to the bank.
say-save = { $seat } reaches the icebreaker from { $square }.
say-done = { $seat } ends the turn.

no-such-seat = There is no such seat at this table.
no-such-size = No floe has room for { $size }: the cards show sizes 1 to 4.
SCH-2 = There is no square { $square }: the channel goes from A1 to E4.
SCH-6 = Chance lays a floe on A3 and then one on A4, from the cards that are left.
SCH-7 = The sides with a { $size } are not used in this match.
SCH-8-before = The match has not begun: the last floes and the first turn come by lot.
SCH-8-lot = The lot names who begins, once.
SCH-9-roll = The dice have to be rolled first.
SCH-9-drift = First follow one of your dice; then your researchers may move.
SCH-9-move = The ice has moved already; now it is your researchers’ turn.
SCH-10 = Now two dice are rolled, nothing else.
SCH-10-face = A die shows 1 to 6, never { $face }.
SCH-12 = None of your dice allows anything in column { $column }.
SCH-13 = There is no floe on { $square }.
SCH-14 = The floe on { $square } cannot drift: the square south of it is taken.
SCH-17 = A new floe needs a free square, and { $square } is taken.
SCH-17-row = A new floe goes on row A, not on { $square }.
SCH-17-stock = No card for a floe of size { $size } is left in the stock.
SCH-19 = Melting takes a six, and you have rolled none.
SCH-19-water = There is no floe on { $square } that could melt.
SCH-20 = That floe cannot melt: no small card is left in the stock to replace it.
SCH-21 = The floe is full: say whose researcher falls into the water.
SCH-21-absent = No researcher of { $seat } stands on that floe.
SCH-21-room = Everybody on that floe keeps a place; nobody falls.
SCH-22 = One of your dice has to be followed: it still lets the ice move.
SCH-24 = From the bank a researcher can only go onto a floe in column 1; { $square } lies in another one.
SCH-24-nobody = None of your researchers is on the bank.
SCH-24-once = Only one researcher a turn may go from the bank onto the ice.
SCH-25 = A step leads to a neighbouring floe, not from { $from } to { $to }.
SCH-25-water = There is only water on { $square }.
SCH-25-nobody = None of your researchers stands on { $square }.
SCH-26 = A step goes straight on from floe to floe, not from { $from } to { $to }.
SCH-27 = A researcher of yours gets back to the bank only from a floe in column 1, not from { $square }.
SCH-28 = A researcher of yours reaches the icebreaker only from a floe in column 4, not from { $square }.
SCH-29 = The floe on { $square } is full.
SCH-30 = This researcher has already moved this turn.

# The first match.
lesson-drift = First the ice moves, and you follow one die. The 3 lets a floe in column 3 drift.
lesson-drift-done = It has moved one square south. If one drifts out at the bottom, everybody on it takes a bath.
lesson-board = Then your researchers walk. One each turn may go from the left bank onto a floe in column 1.
lesson-board-done = On the ice! The floe’s number says how many have room. Ben has followed, and you have rolled 2 and 5.
lesson-new = A 5 counts in any column. Build yourself a path: put a new floe for three at the top of column 3.
lesson-new-done = Now three floes lie in a row: a road to the east.
lesson-step = Whoever is on the ice may take one step: from A1 to A2. Then bring the next one onto the ice.
lesson-step-done = Each walks once a turn, never diagonally, and only where there is room.
lesson-bathe = A 6 melts a floe by one step. The one on B2 is full: melt it, and you say who falls. Choose Ben!
lesson-bathe-done = Ben swims back to the left bank and begins anew. No mercy at the pole.
lesson-save = From column 4 the way leads onto the icebreaker. Take your fourth researcher on board!
lesson-save-done = All four on board: you win on the spot.
