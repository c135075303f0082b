# Ganz nach Plan!?: names, prompts, log sentences and refusals.
game = Ganz nach Plan!?
tagline = Get rid of your cards, if the others’ plans let you.
about = Every card is a plan that moves players, hands or cards. Whoever has none left wins, even if somebody else made it happen.

option-limit = Longest match in turns
option-limit-hint = After so many turns, those with the fewest cards win.
option-deck = Cards
option-deck-box = Every plan once
option-deck-own-hint = Each plan that is in the deck; with :2 it is there twice. Here plans have their English names.
deck-unknown-plan = there is no plan “{ $plan }”, the plans are { $plans }
deck-no-number = after { $plan } and the colon comes how often the plan is in the deck (such as { $plan }:2), not “{ $number }”
deck-too-often = a plan is in the deck at most { $most } times, but “{ $card }” is listed { $count } times
deck-wrong-size = { $seats } players need exactly { $needed } cards, the list has { $count }{ $seats ->
    [3] {" "}(without the plans that end in -across)
   *[other] {""}
  }

card-swap-left = Change places: left
card-swap-right = Change places: right
card-swap-across = Change places: across
card-trade-left = Swap hands: left
card-trade-right = Swap hands: right
card-trade-across = Swap hands: across
card-give-left = Give a card: left
card-give-right = Give a card: right
card-give-across = Give a card: across
card-draw-left = Draw a card: left
card-draw-right = Draw a card: right
card-draw-across = Draw a card: across
card-feed-left = Top of the pile: left
card-feed-right = Top of the pile: right
card-feed-across = Top of the pile: across
card-pass-left = Pass all hands: left
card-pass-right = Pass all hands: right
card-share = Share: everybody gives left
card-fetch = Fetch the top of the pile
card-shift = Everybody moves on
copy = { $card } ({ $number })

place = place { $place }
player = { $seat }
card-back = a card of { $seat }
pile = Discard pile
heap = Pile
slot = Now
your-hand = Your hand
on-place = place { $place }
cards = { $count ->
    [one] { $count } card
   *[other] { $count } cards
}
layer-memory = Show cards I know
known-card = “{ $card }” in the hand of { $seat }
result-cards = Cards left

prompt-deal = The cards are dealt.
prompt-play = Play a card: its plan is carried out at once.
prompt-give = Choose a card for { $seat }.
prompt-draw = { $seat } draws a card.
button-play = Play this one
button-give = Give this one
prompt-wait = Waiting for { $seats }.
prompt-won = { $count ->
    [one] { $seats } wins.
   *[other] { $seats } win.
}

say-dealt = Everybody has { $count } cards. Place 1 begins.
say-play = { $seat } plays “{ $card }”.
say-nothing-to-give = { $seat } has no card left to give.
say-trade = { $seat } and { $other } swap hands.
say-take = { $seat } takes “{ $card }” from the pile.
say-pile-empty = The pile is empty, so nothing happens.
say-pass-left = All hands go to the neighbour on the left.
say-pass-right = All hands go to the neighbour on the right.
say-sits = { $seat } now sits on place { $place }.
say-give = { $seat } gives { $other } a card.
say-give-seen = { $seat } gives { $other } a card: “{ $card }”.
say-chosen = { $seat } has chosen a card.
say-chosen-seen = { $seat } has chosen “{ $card }”.
say-draw = { $seat } draws a card from { $other }.
say-draw-seen = { $seat } draws a card from { $other }: “{ $card }”.
say-win = { $seat } has no card left and wins.
say-limit = The match ends after { $turns } turns: { $count ->
    [one] { $seats } has the fewest cards and wins.
   *[other] { $seats } have the fewest cards and win.
}

preview = { $plan } { $then }
preview-swap = You change places with { $other }.
preview-trade = You swap all hand cards with { $other }.
preview-give = You give { $other } one of your cards.
preview-nothing-to-give = You will have no card to give.
preview-draw = You draw a card unseen from { $other }.
preview-feed = { $other } takes “{ $card }” from the pile.
preview-fetch = You take “{ $card }” from the pile.
preview-pile-empty = The pile is empty, so nothing happens.
preview-pass-left = Everybody passes the whole hand to the left.
preview-pass-right = Everybody passes the whole hand to the right.
preview-share = Everybody gives one card of their choice to the left.
preview-shift = Everybody moves one place to the left.
preview-win = That wins you the match!
preview-wins = That makes { $seat } the winner!
preview-next = Then { $seat } plays.
preview-again = Then you play again.
preview-last = After that the match is over.

table-mark-gain = You would win.
table-mark-warn = { $name } would win.

no-such-seat = There is no such seat at this table.
GNP-1 = “{ $card }” is not among the cards of this match.
GNP-1-number = There is no card number { $number } in this match.
GNP-2 = The cards are still being dealt, five to each player.
GNP-4 = It is the turn of whoever sits on place { $place }.
GNP-5 = You do not hold “{ $card }”.
GNP-5-give = No plan asks you for a card now.
GNP-6 = First “{ $card }” has to be carried out to the end.
GNP-13 = You cannot give “{ $card }”: it is not in your hand.
GNP-13-other = Only whoever played the plan gives a card now.
GNP-14 = One card is drawn, from the hand that the plan names.
GNP-17 = You cannot give “{ $card }”: it is not in your hand.
GNP-17-chosen = You have chosen already. The others are still choosing.

# The first match.
lesson-give = Empty hands win. Every card is a plan: play “Give a card: left” and give Ben the one that is marked.
lesson-give-done = Two cards gone in one turn! Ben and Cleo have played too, now it is place 1’s turn again.
lesson-seats = Places take turns, not players. Change places with Ben before it is the turn of place 2!
lesson-seats-done = It is the turn of place 2, and there you sit: you play once more.
lesson-draw = A plan counts whether you like it or not. Play “Draw a card: right”.
lesson-draw-done = One gone, one gained. Left and right are always seen from your chair.
lesson-share = “Share” asks everybody at once: each picks a card in secret, then all move to the left. Give the one that is marked.
lesson-share-done = All cards moved at the same time. What you get cannot be passed on right away.
lesson-win = Your last card! It gives your left neighbour the top of the pile, and nothing to you. Play it.
lesson-win-done = Empty after your plan: you win. Had it brought you a card, you would play on; if a plan empties another hand, its owner wins.
