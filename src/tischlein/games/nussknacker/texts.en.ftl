# Nussknacker: names, prompts, log sentences and refusals.
game = Nussknacker
tagline = One hoard is forgotten. Ask your way to it.
about = Squirrels have lost a hoard of nuts. Ask each other for numbers, swap cards of that sum, and be the first to know which card lies hidden.

option-cards = Cards
option-cards-12 = 12, values 1 to 6
option-cards-16 = 16, values 1 to 8
option-goal = Chips to win
option-start = First deal
option-start-lot = By lot
option-start-first = Seat A starts
option-limit = Maximum questions per deal

spot = { $seat }
key = { $value }
card = nut card { $value }
back = face-down card of { $seat }
sign-back = face-down card
hidden-card = the hidden card
opened = Last
pack = the pack
offered = face-down card from { $seat }
own-hand = Your hand
strip = Who asks whom: given ⇄ returned
strip-no = no
layer-memory = Memory aid
description-hidden = Still possible for the hidden card: { $values }.
description-known = { $seat } certainly holds: { $values }.
fact-cards = { $count ->
    [one] 1 card
   *[other] { $count } cards
}
button-no = No, I cannot
button-guess = I know it!
choice-ask = Ask { $seat } for { $value }
choice-guess = The hidden card is { $value ->
    [8] an 8
   *[other] a { $value }
}!
choice-give = Slide over { $cards }
button-ask = Ask
button-guess-value = Yes, { $value ->
    [8] an 8
   *[other] a { $value }
}
button-give = Slide over

prompt-lot = The lot decides who starts.
prompt-deal = One card is put aside, the others are dealt.
prompt-ask = Who will you ask, and for which number? Your cards must be able to make it, too.
prompt-ask-other = Which number will you ask { $seat } for? Your cards must be able to make it, too.
prompt-number = Which number will you ask { $seat } for?
prompt-whom = Who will you ask for { $value }?
prompt-name = Which card lies hidden? If you are wrong, everybody else gets a chip.
prompt-right = { $seat } says { $value }, and that is the hidden card: a chip! It takes { $goal } to win.
prompt-wrong = { $seat } says { $value }, but it is { $opened ->
    [8] an 8
   *[other] a { $opened }
}: all others get a chip.
prompt-guess = No questions are left in this deal: name the hidden card.
prompt-give = { $seat } asks you for { $value }: choose cards with exactly that sum.
prompt-no = { $seat } asks you for { $value }, which your cards cannot make: say no.
prompt-return = { $count ->
    [one] { $seat } slides you one card. Slide back cards that sum to { $value }.
   *[other] { $seat } slides you { $count } cards. Slide back cards that sum to { $value }.
}
prompt-wait = Waiting for { $seat }. If you know the hidden card, say so!
prompt-watch = Waiting for { $seat }.
prompt-won = { $seat } wins.

drawn-deal = Deal { $number } · hidden [{ $hidden }] · values 1 to { $top }
result-chips = Chips

say-start = The lot falls on { $seat }, who starts.
say-hide = Deal { $number }: one card lies hidden.
say-dealt = The cards are dealt; { $seat } starts.
say-ask = { $seat } asks { $other } for { $value }.
say-no = { $seat } says no.
say-give = { $count ->
    [one] { $seat } slides one card to { $other }.
   *[other] { $seat } slides { $count } cards to { $other }.
}
say-return = { $count ->
    [one] { $seat } slides one card back to { $other }.
   *[other] { $seat } slides { $count } cards back to { $other }.
}
say-swapped = You gave { $gave }; you got { $got }.
say-right = { $seat } names { $value }, and that is the hidden card: a chip for { $seat }!
say-wrong = { $seat } names { $value }, but the hidden card is { $opened ->
    [8] an 8
   *[other] a { $opened }
}.
say-chips = { $count ->
    [one] A chip goes to { $seats }.
   *[other] { $seats } get a chip each.
}
say-level = { $seats } have { $chips ->
    [one] one chip
   *[other] { $chips } chips
} each: play goes on until somebody is ahead.

NUS-1 = There is no card { $value } left: each value in play comes twice.
NUS-1-value = The cards in play run from 1 to { $top }: there is no { $value }.
NUS-3 = The cards are still being dealt.
NUS-3-hidden = One card is put aside first, once in each deal.
NUS-4 = The other cards are dealt hand by hand, beginning with the start player.
NUS-5 = The lot names the first start player, once, among the seats at the table.
NUS-6 = No lot is drawn again: this deal starts with { $seat }, the left neighbour of the last start player.
NUS-7 = It is { $seat }’s turn to ask.
NUS-7-pending = { $asker }’s question to { $asked } comes first.
NUS-7-not-asked = Only { $seat } can do that now.
NUS-7-ask = Nobody has asked you. It is your turn to ask.
NUS-8 = You can only ask somebody else.
NUS-8-nobody = Nobody sits there.
NUS-9 = You can ask for 1 to { $top }, not for { $value }.
NUS-10 = Your own cards cannot make { $value }, so you may not ask for it.
NUS-11 = Give cards from your hand that sum to exactly { $value }.
NUS-11-none = Your cards cannot make { $value }: say no.
NUS-12 = You can make { $value }, so you must give cards: no lying.
NUS-13 = Slide back cards of your own that sum to exactly { $value }.
NUS-18 = The hidden card lies between 1 and { $top }: { $value } is impossible.
NUS-21 = The match is over.
NUS-25 = All { $limit } questions of this deal have been asked: name the hidden card.

# The first match.
lesson-ask = One card lies face down; whoever names it gets a chip. Ask Ben for 5, as your cards can make 5.
lesson-ask-done = Ben has slid over two cards that make 5 together. You see them once you have given back.
lesson-back = Give back cards of exactly the same sum: your 5.
lesson-back-done = You got 1 and 4. Everybody saw how many cards went, but only you two saw the values. Now Ben asks for 8.
lesson-answer = If you can make the number you must give; saying no would be a lie. Give the 8.
lesson-answer-done = One card for one card: both must have been an 8. Such deductions lead to the hidden card.
lesson-no = Each value is there twice. You have one 2 and both ones. Ask Ben for 2!
lesson-no-done = No: Ben has no 2, and he cannot make it from ones. So where is the other 2?
lesson-guess = You may guess at any time, also out of turn. Say what is hidden: the 2.
lesson-guess-done = Right, a chip! A wrong guess gives one to everybody else. Five chips win.
