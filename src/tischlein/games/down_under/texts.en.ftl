# Down Under: names, prompts, log sentences and refusals.
game = Down Under
tagline = The longest path wins, over and under the others.
about = Everybody builds one path across a plain whose edge only appears as you play. Take the grey paths for yourself, and lead your rivals to the brink.

option-area = Area
option-area-hint = You only see where it ends as you lay; only ends may lie across its edge.
option-area-own-hint = Short side by long side in cards, such as 7x9. You only see where it ends as you lay.
option-area-recommended = Recommended
option-area-long = Long
option-area-easy = Easy
option-area-hard = Hard
option-area-none = No border
option-area-none-hint = The plain goes on for ever.
option-scoring = Scoring
option-scoring-length = Length
option-scoring-length-hint = The longest path wins; animals are decoration.
option-scoring-animals = Length and animals
option-scoring-animals-hint = A kangaroo, an emu and a platypus together bring points; rabbits without a dingo cost some.
option-start = Start
option-start-free = Two open ends
option-start-free-hint = Every path grows at both ends.
option-start-entry = Only one open end
option-start-entry-hint = Every path begins with an end card and grows in one direction only.
option-paths = Paths
option-paths-one = One each
option-paths-both = Two each, two cards a turn
option-paths-either = Two each, one card a turn
option-layout = Layout
option-layout-open = Open plain
option-layout-open-hint = The table is empty before the first card.
option-layout-divider = Divider
option-layout-divider-hint = A finished path that belongs to nobody lies right across the area.
option-layout-frame = Frame
option-layout-frame-hint = Cards that belong to nobody lie around the area; their grey parts are free for all.
option-layout-partial = Half a frame
option-layout-partial-hint = Like the frame, but without its two short sides.

path-of = path of { $seat }
path-pattern = { $pattern ->
    [plain] plain path of { $seat }
    [dash] dashed path of { $seat }
    [dot] dotted path of { $seat }
   *[wave] wavy path of { $seat }
}
path-wall = walled path
the-path-of = The path of { $seat }
the-path-pattern = { $pattern ->
    [plain] The plain path of { $seat }
    [dash] The dashed path of { $seat }
    [dot] The dotted path of { $seat }
   *[wave] The wavy path of { $seat }
}
the-path-wall = The walled path
sign-free = grey part, still free
sign-taken = grey part that this path has taken
cell = cell { $cell }
side = { $side ->
    [ns] from north to south
    [ew] from east to west
    [ne] from north to east
    [se] from south to east
    [sw] from south to west
    [nw] from north to west
    [n] to the north
    [e] to the east
    [s] to the south
   *[w] to the west
}
card = { $kind ->
    [straight] straight { side }, { $path }
    [curve] curve { side }, { $path }
   *[end] end { side }, { $path }
}
card-kind = { $kind ->
    [straight] straight
    [curve] curve
   *[end] end
}
card-animal = { $kind ->
    [straight] straight, { $animal }
   *[curve] curve, { $animal }
}
card-side = { $kind ->
    [straight] straight { side }
    [curve] curve { side }
   *[end] end { side }
}
run = grey part taken: { $path }
tip = open end, { $path }
billabong = billabong
billabongs = Billabongs
ways = How it can lie
stock = Cards, { $path }
animal-kangaroo = kangaroo
animal-emu = emu
animal-platypus = platypus
animal-rabbit = rabbit
animal-dingo = dingo
layer-animals = Show animals
button-billabong = Lay the billabong
button-pass = Pass
preview = { $changes }
preview-change = { $seat }: { $before } → { $after }
table-mark-gain = Your path would take the grey part of { $thing }.
table-mark-info = Another path would take the grey part of { $thing }.
table-mark-warn = Your path could not go on from { $thing }.
table-mark-loss = Another path would become a loop at { $thing }.
confirm-end = Close this end for good?

fact-none = no path yet
fact-path = { $length } long, { $status ->
    [open-1] one open end
    [open-2] two open ends
    [loop] a loop
   *[done] finished
}
fact-path-pattern = { $pattern ->
    [plain] plain
    [dash] dashed
    [dot] dotted
   *[wave] wavy
}: { $length } long, { $status ->
    [open-1] open
    [open-2] two open ends
    [loop] a loop
   *[done] finished
}
fact-animals = { $trios ->
    [one] one trio
   *[other] { $trios } trios
}, { $rabbits ->
    [0] no plague
    [one] one rabbit too many
   *[other] { $rabbits } rabbits too many
}
fact-dingo = own dingo not laid

prompt-wait = Waiting for { $seat }.
prompt-first = Lay a straight or a curve as the first card.
prompt-first-inside = Lay a straight or a curve anywhere inside the area.
prompt-next = Lay your first card next to a card on the table.
prompt-entry = Lay an end: your path will begin there.
prompt-entry-back = Lay your end to the back of the one before.
prompt-entry-next = Lay your end next to a card on the table.
prompt-lay = Go on at an open end of your path: pick a card or a cell.
prompt-first-animal = Lay your first card: pick one of your cards, a cell, then how it lies.
prompt-lay-animal = Go on at an open end of your path: pick a card, a cell, then how it lies.
prompt-lone = Lay one straight or curve at either of your entries.
prompt-lay-both = Lay two cards, one at each of your paths.
prompt-lay-either = Lay one card at either of your paths.
prompt-lay-pattern = Now a card for your { $pattern ->
    [plain] plain
    [dash] dashed
    [dot] dotted
   *[wave] wavy
} path.
prompt-turn = Your path is a loop: turn one of your curves to open it.
prompt-water = { $count ->
    [3] Three paths meet at one cell: lay a billabong there.
   *[other] Four paths meet at one cell: lay a billabong there.
}
prompt-exit = Your path leaves the water: lay a third card at the fourth exit.
prompt-case-3 = Only a curve would fit, and you have none: lay a billabong instead, or pass.
prompt-won = { $count ->
    [one] { $seats } has built the longest path.
   *[other] { $seats } share the victory.
}
prompt-won-points = { $count ->
    [one] { $seats } has won.
   *[other] { $seats } share the victory.
}

result-length = Sections
result-trios = Trios of animals
result-rabbits = Rabbits without a dingo
result-dingo = Own dingo laid

say-lay = { $kind ->
    [straight] { $seat } lays a straight { side } on { $cell }.
    [curve] { $seat } lays a curve { side } on { $cell }.
   *[end] { $seat } lays an end { side } on { $cell }.
}
say-lay-animal = { $kind ->
    [straight] { $seat } lays a straight ({ $animal }) { side } on { $cell }.
   *[curve] { $seat } lays a curve ({ $animal }) { side } on { $cell }.
}
say-turn = { $seat } turns the curve on { $cell }: { side } now.
say-billabong = { $seat } lays a billabong on { $cell }.
say-pass = { $seat } passes.
say-takes = { $count ->
    [one] { $path } takes one more section ({ $length }).
   *[other] { $path } takes { $count } more sections ({ $length }).
}
say-carries = { $count ->
    [one] { $path } is carried on by one section ({ $length }).
   *[other] { $path } is carried on by { $count } sections ({ $length }).
}
say-drowns = { $path } runs into the water ({ $length }).
say-loop = { $path } is a loop now.
say-done = { $path } is finished: it is { $length } long.
say-meet = { $count ->
    [3] Three paths meet: { $seat } has to lay a billabong.
   *[other] Four paths meet: { $seat } has to lay a billabong.
}

DOW-5 = The very first card lies on the cell 0,0.
DOW-6 = A first card lies next to a card on the table, at an edge or a corner.
DOW-7 = No path begins with an end in this match.
DOW-9 = { $kind ->
    [straight] You have no straight left.
    [curve] You have no curve left.
   *[end] You have no end left.
}
DOW-9-animal = { $kind ->
    [straight] You have no such straight left ({ $animal }).
   *[curve] You have no such curve left ({ $animal }).
}
DOW-9-foreign = That card is not from your own set.
DOW-10 = The coloured part of the card has to touch an open end of your path.
DOW-11 = That would join two paths.
DOW-12 = A card lies on { $cell } already.
DOW-16 = You can still do something, so you may not pass.
DOW-18 = Cell { $cell } lies outside the area: only an end can go there.
DOW-18-first = Cell { $cell } lies outside the area: paths begin inside.
DOW-25 = Only an end fits into the free half of { $cell }, back to back.
DOW-30 = Your path is a loop: turn one of your curves instead.
DOW-30-open = You turn a card only when your path is a loop, at the start of your turn.
DOW-31 = There is no curve of yours on { $cell } to turn.
DOW-31-quarter = A curve is turned by a quarter turn, to the left or to the right.
DOW-32 = Turning the curve on { $cell } would not give your path two open ends, or it would join another path.
DOW-34 = No billabong can be laid there now.
DOW-35 = First a billabong goes where the paths meet.
DOW-36 = Now the third card goes to the fourth exit of the billabong, with your colour to the water.
DOW-54 = Animals do not matter in this match.
DOW-60 = In this match each path begins with an end.
DOW-61 = Your end goes to the back of the end laid before.
DOW-62 = The third end lies next to a card on the table.
DOW-62-outside = The third end lies inside the area.
DOW-62-back = Then the end at its back could not be laid.
DOW-65 = This single card is a straight or a curve.
DOW-66 = This colour has already had its card this turn.
DOW-66-entry = Entries are laid in the order of the sets.

area-unreadable = name a size as 7x9, both sides from { $low } to { $high }, the shorter one first (DOW-3)
area-for-more = with { $sets } sets there is no long area (DOW-3)
paths-for-two = two paths each are for two players on an open plain (DOW-64)
layout-for-fewer = this layout needs unused sets: at most { $most } players ({ $rule })
layout-without-plan = this layout has plans for the areas { $sizes } only ({ $rule })

# The first match.
lesson-lay = Every card has a part in your colour and a grey one that is nobody’s yet. Lay the first, a straight, in the middle.
lesson-lay-done = Your path has two open ends. Ben has begun beside it.
lesson-on = Continue your path at an open end. The paths of two players may never join.
lesson-on-done = The grey part of your card may continue somebody else’s path, wherever you like.
lesson-grey = Free grey parts that your path meets are yours. Lay the curve here and watch your points.
lesson-grey-done = Two sections at once: your arc and the grey behind it. You go on at its other end.
lesson-cap = Where space is tight, an end helps: half a card that closes your path here for good. It may lie beyond the edge.
lesson-cap-done = Straights and curves must fit into the area, ends need not. Your path’s other end is still open.
lesson-over = Close the second end as well. Nobody can lay any more then.
lesson-over-done = Every section of your path counts, coloured and grey alike. The longest path wins.
