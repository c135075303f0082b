# Raufer: names, prompts, log sentences and refusals.
game = Raufer
tagline = Chase the others up and down the stairs.
about = Every card is a command: up! or down! Lay your last card, or be the last one left in the staircase.

option-duel = When two are left and one cannot obey
option-duel-responder = Whoever cannot is out
option-duel-commander = Whoever commanded is out
option-dry = When the pile runs out and one cannot obey
option-dry-safe = Nothing happens
option-dry-out = Out, if somebody after them obeys
option-start = Who opens
option-start-first = Seat A
option-start-lot = By lot
option-hand = Cards in each hand

card = card { $card }
sign-back = face-down card
sign-commands = commanded last
sign-out = is out
pile = { $count ->
    [one] draw pile, 1 card
   *[other] draw pile, { $count } cards
}
backs = { $count ->
    [one] 1 card of { $seat }
   *[other] { $count } cards of { $seat }
}
face-down = { $count ->
    [one] face-down card in front of { $seat }
   *[other] { $count } face-down cards in front of { $seat }
}
hand = Hand of { $seat }
place-up = Command up
place-down = Command down
place-pile = Draw pile
layer-memory = Show floors laid and floors left
layer-bounds = Narrow down others’ cards
description-laid = Laid by { $seat }: { $cards }.
description-left = Cards not yet seen above your { $card }: { $above }; below it: { $below }.
description-bounds = { $count ->
    [one] A card of { $seat } is in the range { $lowest } to { $highest }: { $left }.
   *[other] { $count } cards of { $seat } are in the range { $lowest } to { $highest }: { $left }.
}
button-pass = Pass
button-draw = Draw a card
choice-lay = { $direction ->
    [up] Lay { $card }: up!
   *[down] Lay { $card }: down!
}
fact-cards = { $count ->
    [one] 1 card
   *[other] { $count } cards
}
fact-drew = drew a card
fact-passed = passed
fact-commands = { $direction ->
    [up] { $last }: up!
   *[down] { $last }: down!
}
drawn-command = { $direction ->
    [up] ▲ up!
   *[down] ▼ down!
}

prompt-lot = The lot decides who opens.
prompt-deal = The cards are being dealt.
prompt-taking = { $seat } takes up cards.
prompt-open = You open: choose any card, then up or down.
prompt-obey = { $direction ->
    [up] { $seat } says: up! Lay a card above { $last }, then choose up or down.
   *[down] { $seat } says: down! Lay a card below { $last }, then choose up or down.
}
prompt-draw = { $direction ->
    [up] None of your cards is above { $last }: draw a card.
   *[down] None of your cards is below { $last }: draw a card.
}
prompt-pass = { $direction ->
    [up] None of your cards is above { $last }: pass.
   *[down] None of your cards is below { $last }: pass.
}
prompt-direction = And whoever is next: up or down?
prompt-card = And which card do you lay?
prompt-wait = { $direction ->
    [up] Waiting for { $seat }, who must go up from { $last }.
   *[down] Waiting for { $seat }, who must go down from { $last }.
}
prompt-wait-open = Waiting for { $seat } to open.
prompt-won = { $seat } wins.

result-laid = Cards laid
result-left = Cards left in hand

say-lot = The lot falls on { $seat }, who opens.
say-dealt = { $pile ->
    [0] Everybody has { $count } cards; there is no draw pile. { $seat } opens.
    [one] Everybody has { $count } cards, 1 is on the pile. { $seat } opens.
   *[other] Everybody has { $count } cards, { $pile } are on the pile. { $seat } opens.
}
say-open = { $direction ->
    [up] { $seat } opens with { $card }: up!
   *[down] { $seat } opens with { $card }: down!
}
say-lay = { $direction ->
    [up] { $seat } obeys with { $card }: up!
   *[down] { $seat } obeys with { $card }: down!
}
say-draw = { $direction ->
    [up] { $seat } cannot go up from { $last } and draws a card.
   *[down] { $seat } cannot go down from { $last } and draws a card.
}
say-pass = { $direction ->
    [up] { $seat } cannot go up from { $last } and passes.
   *[down] { $seat } cannot go down from { $last } and passes.
}
say-take = { $seat } takes up a face-down card.
say-take-card = { $seat } takes up the { $card }.
say-nobody-takes = { $direction ->
    [up] { $count ->
        [one] Nobody can go up from { $last }: { $seat } takes 1 card.
       *[other] Nobody can go up from { $last }: { $seat } takes { $count } cards.
    }
   *[down] { $count ->
        [one] Nobody can go down from { $last }: { $seat } takes 1 card.
       *[other] Nobody can go down from { $last }: { $seat } takes { $count } cards.
    }
}
say-nobody-out = { $direction ->
    [up] Nobody can go up from { $last }: { $seat } is out.
   *[down] Nobody can go down from { $last }: { $seat } is out.
}
say-out = { $count ->
    [one] { $seats } is out.
   *[other] { $seats } are out.
}
say-phase-two = The pile is used up: from now on, failing can put you out.
say-won-last-card = The last command of { $seat } is obeyed: { $seat } wins.
say-won-duel = { $seat } wins the duel.
say-won-alone = { $seat } is alone in the staircase and wins.

RAU-1 = The cards run from 1 to 20; there is no { $card }.
RAU-1-known = The { $card } is in a hand or already laid.
RAU-2 = Cards are dealt only at the start, hand by hand.
RAU-3-out = You are out: until the match is over you only watch.
RAU-3-lot = Only the lot decides who opens, once, before the deal.
RAU-4 = { $direction ->
    [up] { $card } is not above { $last }.
   *[down] { $card } is not below { $last }.
}
RAU-5 = { $direction ->
    [up] You have a card above { $last }, so you must lay one.
   *[down] You have a card below { $last }, so you must lay one.
}
RAU-6 = You do not hold the { $card }.
RAU-7 = Say up or down with your card.
RAU-8 = You open the round: lay any card of your hand.
RAU-9 = There is still a card to draw, so you may not pass.
RAU-11 = Face-down cards are taken up only when the command has been obeyed, clockwise.
RAU-12 = Nobody could obey: the face-down cards go to whoever gave the command.
RAU-14 = The pile is empty: you can only pass.
RAU-16 = The pile is gone, nobody draws any more: you can only pass.

RAU-2-hand = with { $count } players a hand has at most { $most } cards (RAU-2)

# The first match.
lesson-open = You open: lay the 12 and command “up”. Whoever follows must lay higher.
lesson-open-done = Ben laid the 14 and called “down”, Cleo the 6 and “up”. Every card is a new command.
lesson-obey = “Up” from the 6: now you must lay higher. Whoever can obey must do so. Take the 9 and send Ben down.
lesson-obey-done = Which card and which command is up to you. Whoever gets rid of all cards is close to winning.
lesson-draw = Cleo called “up” from the 18, and nothing of yours is higher. Draw a card; it stays face down.
lesson-draw-done = Ben could not either. A command that nobody follows falls back: Cleo got both of your cards.
lesson-out = The pile is used up: phase 2. Only the 20 is higher than your 19. Lay the 19 and call “up”.
lesson-out-done = Ben had to pass, Cleo obeyed: so Ben is out. Had nobody been able to, it would have been you.
lesson-win = Your last card! Lay the 17 and call “down”. You win as soon as somebody obeys.
lesson-win-done = Ben obeyed with the 12, and you have made it. Whoever is left alone in the staircase wins, too.
