# Misd: names, prompts, log sentences and refusals.
game = Misd
tagline = Something is always missing. Who sees it first?
about = Ten shapes in ten colours, and every card lacks one of each. Be the first to see which, but be sure: a mistake costs two chips.

option-variant = Variant
option-variant-a = A: name what a card lacks
option-variant-b = B: find a symbol among many cards
option-cards = Cards laid out
option-chips = Chips in the stock
option-wrong = After a wrong claim
option-wrong-ends = the question is over
option-wrong-out = the others may go on
option-relay = Lay the cards out anew after so many questions (0: never)
option-limit = Maximum questions
option-limit-30 = 30
option-limit-100 = 100
option-marks = Marks on the colours
option-marks-hint = So that colours can be told apart without seeing them.
option-marks-patterns = Patterns
option-marks-letters = Letters
option-marks-none = None
option-think = Seconds for a question (0: no limit)

colour = { $colour ->
    [white] white
    [black] black
    [yellow] yellow
    [green] green
    [blue] blue
    [violet] violet
    [red] red
    [orange] orange
    [brown] brown
   *[grey] grey
}
letter = { $colour ->
    [white] W
    [black] Bk
    [yellow] Y
    [green] Gn
    [blue] Bu
    [violet] V
    [red] R
    [orange] O
    [brown] Br
   *[grey] Gy
}
shape = { $shape ->
    [triangle] triangle
    [square] square
    [diamond] diamond
    [pentagon] pentagon
    [hexagon] hexagon
    [circle] circle
    [star] star
    [arrow] arrow
    [heart] heart
   *[cross] cross
}
symbol = { colour } { shape }
missing = Missing!
claim-missing = Missing
passes = passes
card-name = card { $card }
seconds = { $whole }.{ $rest } s
face = open card: { $symbols }
layout-card = card { $card }: { $symbols }
pile = pile of cards
shape-pile = pile of shapes
colour-pile = pile of colours
chip = chip
sign-stock = chips in the stock
stock = { $count ->
    [0] no chip left in the stock
    [one] one chip in the stock
   *[other] { $count } chips in the stock
}
chips-of = { $count ->
    [0] no chip of { $seat }
    [one] one chip of { $seat }
   *[other] { $count } chips of { $seat }
}
button-turn = Turn a card
button-pass = Pass
row-claim = { $seat }: { $claim }
row-seat = { $seat }
row-time = { $words } ({ $time })

fact-turns = turns over
fact-ready = getting ready
fact-looks = still looking
fact-passed = has passed
fact-right = right
fact-right-timed = right: { $time }
fact-wrong = wrong
fact-wrong-timed = wrong: { $time }

prompt-lot = The lot decides who turns first.
prompt-lay = The cards are being laid out.
prompt-turn = Is everybody ready? Turn the next card.
prompt-turn-b = Is everybody ready? Turn the next question.
prompt-wait-turn = Waiting for { $seat } to turn the next card.
prompt-wait-turn-b = Waiting for { $seat } to turn the next question.
prompt-ready = Get ready …
prompt-shape = And which shape?
prompt-colour = And which colour?
prompt-missing = What is missing? Choose a colour and a shape.
prompt-find = Where is the { $symbol }? Choose its card, or “Missing!”.
prompt-watch-missing = What is missing?
prompt-watch-find = Where is the { $symbol }?
prompt-silent = You are out of this question. Wait for the others.
prompt-won = { $count ->
    [one] { $seats } wins.
   *[other] { $seats } win together.
}

result-right = Right claims
result-besides = Not counted
result-wrong = Wrong claims
result-back = Chips given back

say-lot = The lot falls on { $seat }, who turns first.
say-lay = { $again ->
    [0] { $count } cards are laid out.
   *[other] The { $count } cards are shuffled and laid out anew.
}
say-turn = { $seat }: “Ready, steady …”
say-card = Question { $number }, { $face }.
say-shape = The shape: { shape }.
say-question = Question { $number }: where is the { $symbol }?
say-claim = { $seat }: “{ $claim }!”
say-claim-timed = { $seat }, after { $time }: “{ $claim }!”
say-pass = { $seat } passes.
say-pass-timed = { $seat } passes after { $time }.
say-right = Right! A chip for { $seat }.
say-wrong = { $paid ->
    [0] Wrong. With so few chips it costs nothing.
   *[other] Wrong. { $seat } gives back { $paid } chips.
}
say-answer = Missing was: { $symbol }.
say-answer-card = The { $symbol } is on card { $card }.
say-answer-missing = The { $symbol } is on none of the cards.
say-stock-empty = The last chip is gone: the match is over.
say-limit = That was the last question: the match is over.

MIS-2 = There is no card { $card }: the cards are c0 to c9.
MIS-3 = Definition cards are used in variant B only.
MIS-5 = The lot names one of the seats, once, before anything else happens.
MIS-6 = Only the player whose turn it is turns a card, and only between two questions.
MIS-6-open = A question is open: no card is turned until it is over.
MIS-6-wait = Whoever turns the card also says when.
MIS-7 = That card cannot be turned now.
MIS-8 = That card cannot be laid now.
MIS-9 = That definition card cannot be turned now.
MIS-9-card = In variant B definition cards are turned, not symbol cards.
MIS-11 = The same cards are laid again, each once.
MIS-12 = No question lies open just now: wait until one is turned up.
MIS-13 = In variant A a claim names a colour and a shape.
MIS-13-unknown = A claim names one of the ten colours, then one of the ten shapes.
MIS-14 = Card { $card } is not in the layout.
MIS-14-form = In variant B a claim points to a card or says “missing”.
MIS-20 = You have passed or were wrong: wait for the next question.
MIS-25 = The match is over.

# The first match.
lesson-turn = On every card one shape and one colour are missing. Turn up the first; nobody hurries you here.
lesson-turn-done = Nine shapes, nine colours, all different. Which tenth shape and which tenth colour are missing?
lesson-claim = The star is missing, and yellow. Pick both, in any order.
lesson-claim-done = Right: a chip for you. At the table the fastest claim counts. Ben has turned up the next card already.
lesson-pass = You do not see it? Passing costs nothing. A wrong claim costs two chips if you have them.
lesson-pass-done = Ben was wrong, and the question is over. He did not have two chips, so he pays nothing.
lesson-end = One chip is left in the stock. The heart is missing, and green: take it.
lesson-end-done = The last chip ends the match. The most chips win.
