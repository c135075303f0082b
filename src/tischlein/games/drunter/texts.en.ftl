# Drunter & Drüber: names, prompts, log sentences and refusals.
game = Drunter & Drüber
tagline = Save your buildings from the town’s own walls.
about = The fools of Schilda have rebuilt their town and forgotten its walls, its road and its river. Lay them through the others’ buildings, and tell nobody which ones are yours.

option-board = Town
option-board-hint = Buildings stand elsewhere; the rules stay the same.
option-board-classic = Classic
option-board-new = New
option-goals = Goal cards each
option-goals-1 = One
option-goals-1-hint = Everybody plays for one secret kind of building.
option-goals-2 = Two, chosen during play
option-goals-2-hint = As soon as a line has ended, everybody secretly chooses one of two goals.
option-votes = Votes on outhouses
option-votes-turn = One after another
option-votes-turn-hint = If a tile covers an outhouse, all vote in turn and see how many cards others lay.
option-votes-simultaneous = All at once
option-votes-simultaneous-hint = If a tile covers an outhouse, all vote at once and see nothing of each other.
option-votes-none = No votes
option-votes-none-hint = Outhouses may be covered like any square.
option-first = Who begins
option-first-lot = By lot
option-first-A = Seat A
option-first-B = Seat B
option-first-C = Seat C
option-first-D = Seat D

building = { $kind ->
    [museum] museum { $value }
    [inn] inn { $value }
    [school] school tower { $value }
    [hall] town hall { $value }
    [fire] fire station { $value }
   *[church] steeple { $value }
}
letter = { $kind ->
    [museum] M
    [inn] I
    [school] S
    [hall] H
    [fire] F
   *[church] C
}
goal-card = { $goal ->
    [museum] goal: museums
    [inn] goal: inns
    [school] goal: school towers
    [hall] goal: town halls
    [fire] goal: fire stations
    [church] goal: steeples
    [threes] goal: all threes
    [fours] goal: all fours
    [lowest] goal: the lowest of each kind
   *[ones] goal: one point for every building
}
tile = { $kind ->
    [wall] { $size ->
        [1] wall, 1 square
       *[other] wall, { $size } squares
    }
    [road] { $size ->
        [1] road, 1 square
       *[other] road, { $size } squares
    }
   *[river] { $size ->
        [1] river, 1 square
       *[other] river, { $size } squares
    }
}
gang = { $line ->
    [road] the road’s gang
    [river] the river’s gang
    [wall1] the gang of wall 1
   *[wall2] the gang of wall 2
}
ended = { $line ->
    [road] the road has ended here
    [river] the river has ended here
    [wall1] wall 1 has ended here
   *[wall2] wall 2 has ended here
}
vote-card = { $card ->
    [yes1] JA: 1 Yes
    [yes2] JAA: 2 Yes
    [yes3] JAAA: 3 Yes
    [no1] NE: 1 No
    [no2] NEE: 2 No
    [no3] NEEE: 3 No
    [joker] JEEIIN: 2 Yes or 2 No
   *[blank] ???: nothing, comes back
}
ballot-back = vote of { $seat }
sign = { $kind ->
    [wall] wall
    [road] road
    [river] river
    [bridge] bridge
    [outhouse] outhouse
   *[corner] corner
}
sign-building = { $kind ->
    [museum] museum
    [inn] inn
    [school] school tower
    [hall] town hall
    [fire] fire station
   *[church] steeple
}
sign-vote = { $card ->
    [yes1] 1 Yes
    [yes2] 2 Yes
    [yes3] 3 Yes
    [no1] 1 No
    [no2] 2 No
    [no3] 3 No
    [joker] 2 Yes or 2 No
   *[blank] nothing, comes back
}

square-empty = { $square }
square-outhouse = { $square }, outhouse
square-corner = { $line ->
    [road] { $square }, corner of the road
    [river] { $square }, corner of the river
    [wall1] { $square }, corner of wall 1
   *[wall2] { $square }, corner of wall 2
}
square-building = { $square }, { $building }
square-covered = { $line ->
    [road] { $square }, road
    [river] { $square }, river
    [wall1] { $square }, wall 1
   *[wall2] { $square }, wall 2
}
square-bridge = { $line ->
    [road] { $square }, bridge of the road
    [river] { $square }, bridge of the river
    [wall1] { $square }, bridge of wall 1
   *[wall2] { $square }, bridge of wall 2
}

layer-reach = Show where the gangs may go
description-reach = { $line ->
    [road] The road
    [river] The river
    [wall1] Wall 1
   *[wall2] Wall 2
} may go { $direction ->
    [n] upwards
    [e] to the right
    [s] downwards
   *[w] to the left
} as far as { $square }.
layer-own = Ring what my goal counts
description-own = Your goal counts: { $buildings }.
description-building = { $building } on { $square }
tray-tiles = Tiles of { $seat }
tray-goal = Goal of { $seat }
tray-votes = Vote cards of { $seat }
tray-ballots = Votes laid
button-yes = 2 Yes
button-no = 2 No
choice-lay = { $line ->
    [road] { $size ->
        [1] Lay 1 square of road, to { $square }
       *[other] Lay { $size } squares of road, to { $square }
    }
    [river] { $size ->
        [1] Lay 1 square of river, to { $square }
       *[other] Lay { $size } squares of river, to { $square }
    }
    [wall1] { $size ->
        [1] Lay 1 square of wall 1, to { $square }
       *[other] Lay { $size } squares of wall 1, to { $square }
    }
   *[wall2] { $size ->
        [1] Lay 1 square of wall 2, to { $square }
       *[other] Lay { $size } squares of wall 2, to { $square }
    }
}
choice-vote = With { $cards }: { $yes } Yes, { $no } No{ $joker ->
    [yes] , and 2 as you say later.
   *[no] .
}
choice-aim = { $goal ->
    [museum] Play for the museums, for good
    [inn] Play for the inns, for good
    [school] Play for the school towers, for good
    [hall] Play for the town halls, for good
    [fire] Play for the fire stations, for good
    [church] Play for the steeples, for good
    [threes] Play for all threes, for good
    [fours] Play for all fours, for good
    [lowest] Play for the lowest of each kind, for good
   *[ones] Play for one point a building, for good
}
button-vote = Vote
button-aim = Choose this goal
fact-votes = { $count ->
    [one] 1 vote left
   *[other] { $count } votes left
}
fact-votes-left = { $count ->
    [one] 1 vote left: { $cards }
   *[other] { $count } votes left: { $cards }
}
fact-voted = has voted
fact-chosen = has chosen

table-mark-info = The tile would lie on { $thing }.
table-mark-warn = Everybody would vote: { $thing }.

prompt-deal = Goals and tiles are being dealt.
prompt-lot = The lot decides who begins.
prompt-lay = Choose a tile, then the square where it should end.
prompt-vote = { $kind ->
    [wall] Vote: may { $owner }’s wall stay? Lay your cards and confirm.
    [road] Vote: may { $owner }’s road stay? Lay your cards and confirm.
   *[river] Vote: may { $owner }’s river stay? Lay your cards and confirm.
}
prompt-joker = So far { $yes } Yes, { $no } No. What does your JEEIIN count?
prompt-aim = A line has ended: choose the goal you play for.
prompt-aim-end = Nobody can lay any more: choose the goal that counts for you.
prompt-wait-lay = Waiting for { $seats } to lay a tile.
prompt-wait-vote = { $kind ->
    [wall] May { $owner }’s wall stay? Waiting for the vote of { $seats }.
    [road] May { $owner }’s road stay? Waiting for the vote of { $seats }.
   *[river] May { $owner }’s river stay? Waiting for the vote of { $seats }.
}
prompt-wait-joker = So far { $yes } Yes, { $no } No. { $seats } says what a joker counts.
prompt-wait-aim = Waiting for { $seats } to choose a goal.
prompt-over = { $count ->
    [one] { $seats } wins.
   *[other] { $seats } share the victory.
}

result-second = Points of the second card
result-ties = On equal points
result-votes = Unused votes
result-watcher = What a spectator would have believed, in % (★ played):
result-watcher-two = What a spectator would have believed, in % (★ played, ☆ second card):
result-believed = { $goal ->
    [museum] museums ({ $points })
    [inn] inns ({ $points })
    [school] school towers ({ $points })
    [hall] town halls ({ $points })
    [fire] fire stations ({ $points })
    [church] steeples ({ $points })
    [threes] all threes ({ $points })
    [fours] all fours ({ $points })
    [lowest] lowest of each ({ $points })
   *[ones] a point each ({ $points })
}

say-own-card = Your goal card: { $goal ->
    [museum] the museums.
    [inn] the inns.
    [school] the school towers.
    [hall] the town halls.
    [fire] the fire stations.
    [church] the steeples.
    [threes] 3 points for each building of value 3.
    [fours] 4 points for each building of value 4.
    [lowest] the lowest building of each kind.
   *[ones] 1 point for every building.
}
say-dealt = Everybody has drawn tiles; they lie open.
say-lot = The lot falls on { $seat }, who begins.
say-starts = { $seat } begins.
say-lay = { $line ->
    [road] { $seat } lays { $size ->
        [1] 1 square
       *[other] { $size } squares
    } of road { $direction ->
        [n] upwards: { $squares }.
        [e] to the right: { $squares }.
        [s] downwards: { $squares }.
       *[w] to the left: { $squares }.
    }
    [river] { $seat } lays { $size ->
        [1] 1 square
       *[other] { $size } squares
    } of river { $direction ->
        [n] upwards: { $squares }.
        [e] to the right: { $squares }.
        [s] downwards: { $squares }.
       *[w] to the left: { $squares }.
    }
    [wall1] { $seat } lays { $size ->
        [1] 1 square
       *[other] { $size } squares
    } of wall 1 { $direction ->
        [n] upwards: { $squares }.
        [e] to the right: { $squares }.
        [s] downwards: { $squares }.
       *[w] to the left: { $squares }.
    }
   *[wall2] { $seat } lays { $size ->
        [1] 1 square
       *[other] { $size } squares
    } of wall 2 { $direction ->
        [n] upwards: { $squares }.
        [e] to the right: { $squares }.
        [s] downwards: { $squares }.
       *[w] to the left: { $squares }.
    }
}
say-vote-begins = An outhouse is in the way: everybody votes.
say-voted = { $seat } has voted.
say-voted-with = { $count ->
    [one] { $seat } votes with 1 card.
   *[other] { $seat } votes with { $count } cards.
}
say-opened = { $seat } has laid { $cards }.
say-joker = { $said ->
    [yes] The joker of { $seat } counts 2 Yes.
   *[no] The joker of { $seat } counts 2 No.
}
say-stays = { $yes } Yes, { $no } No: the tile stays.
say-refused = { $yes } Yes, { $no } No: the tile goes back to { $seat }.
say-lost = Buried: { $buildings }.
say-ended = { $line ->
    [road] The road has ended.
    [river] The river has ended.
    [wall1] Wall 1 has ended.
   *[wall2] Wall 2 has ended.
}
say-choose = The time has come: everybody chooses one of two goals.
say-choose-end = Nobody can lay a tile any more, and all four gangs still stand: now everybody chooses one of two goals.
say-chosen = { $seat } has chosen a goal.
say-own-choice = You play for { $goal ->
    [museum] the museums.
    [inn] the inns.
    [school] the school towers.
    [hall] the town halls.
    [fire] the fire stations.
    [church] the steeples.
    [threes] all threes.
    [fours] all fours.
    [lowest] the lowest of each kind.
   *[ones] one point for every building.
}
say-skipped = { $seat } cannot lay any tile and is skipped.
say-over = Nobody can lay a tile any more.
say-goal = { $seat } has played for { $goal ->
    [museum] the museums
    [inn] the inns
    [school] the school towers
    [hall] the town halls
    [fire] the fire stations
    [church] the steeples
    [threes] all threes
    [fours] all fours
    [lowest] the lowest of each kind
   *[ones] one point for every building
}: { $sum ->
    [none] {""}
   *[several] { $sum } ={" "}
}{ $points ->
    [one] 1 point
   *[other] { $points } points
}.
say-tie-second = Equal points: the second card decides.
say-tie-votes = A tie: unused votes decide.
say-won = { $count ->
    [one] { $seats } wins.
   *[other] { $seats } share the victory.
}

goal-0 = museums
goal-1 = inns
goal-2 = school towers
goal-3 = town halls
goal-4 = fire stations
goal-5 = steeples
goal-6 = threes
goal-7 = fours
goal-8 = the lowest of each kind
goal-9 = one point for every building

deal-order = Goals and tiles are dealt seat by seat, triples before doubles before singles.
DUD-5-dealt = This goal card has been dealt already: { $card }.
DUD-5-variant = This card belongs to the variant: { $card }.
DUD-8 = There is no such tile left: { $kind ->
    [wall] wall
    [road] road
   *[river] river
}, { $size ->
    [1] 1 square
   *[other] { $size } squares
}.
DUD-10 = The lot decides who begins, once, after the deal.
DUD-10-option = the seats of this match are A to { $last }; { $letter } cannot begin (DUD-10)
DUD-11-deal = Wait until everything is dealt.
DUD-12 = You have no such tile: { $kind ->
    [wall] wall
    [road] road
   *[river] river
}, { $size ->
    [1] 1 square
   *[other] { $size } squares
}.
DUD-16 = The { $kind ->
    [wall] wall
    [road] road
   *[river] river
} goes on only from its gang, in a straight line.
DUD-19 = The tile would lie beyond the edge.
DUD-20 = A tile lies there already.
DUD-21 = Corners are never covered.
DUD-25 = Beyond the bridge there is no free square.
DUD-32 = { $line ->
    [road] The road has ended.
    [river] The river has ended.
    [wall1] Wall 1 has ended.
   *[wall2] Wall 2 has ended.
}
DUD-33 = First everybody votes on the tile that lies there.
DUD-33-nothing = There is nothing to vote on.
DUD-33-voted = Everybody has voted; only jokers still have to be counted.
DUD-35 = It is { $seat } who votes now.
DUD-36 = Vote with one or more of the cards that you still have.
DUD-38 = You have voted already.
DUD-41 = First { $seat } says what the joker counts.
DUD-41-none = There is no open joker.
DUD-42 = It is { $seat } who decides about a joker now.
DUD-55 = First everybody chooses a goal.
DUD-55-yet = Goals are chosen when the first line has ended.
DUD-55-one = Everybody has one goal only; there is nothing to choose.
DUD-55-own = This is not one of your cards: { $card }.
DUD-57 = You have chosen; there is no way back.

# The first match.
lesson-lay = You have a secret goal: the buildings of one kind. Lay a wall tile where the gang is standing.
lesson-lay-done = The gang has walked to the other end. There the wall goes on, whoever lays.
lesson-river = What gets under a tile is lost. Lead the river past your own buildings.
lesson-river-done = You may bury buildings as you like. Whatever of your kind still stands at the end counts for you.
lesson-vote = Ben’s tile would cover an outhouse, so you vote. A tie means yes: lay NE, which counts 1 No.
lesson-vote-done = 1 to 0 for No: Ben takes the tile back. Cards that were laid are gone, only the blank one comes back.
lesson-over = Lay your last tile that fits.
lesson-over-done = Nobody can lay any more: now all show their goals, and the values of what stands are counted.
