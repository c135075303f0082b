# Words that every game and every interface needs.
seat-name = Seat { $letter }
chance = Chance
spectator = Spectator
level-random = Random
level-weak = Weak
level-medium = Medium
level-strong = Strong
level-matched = At your pace

# --- derived ---
# What is said of a game that leaves it to be derived, and why nobody may act out of turn.
derived-your-turn = It is your turn.
derived-wait = Waiting for { $seats }.
derived-chance = Chance decides.
derived-over = The match is over.
derived-action = { $action }
derived-score = Points
derived-cell = cell { $cell }
derived-mark = mark of { $seat }
derived-say-seat = { $seat }: { $action }
derived-say-seat-hidden = { $seat } does something in secret.
derived-say-chance = Chance: { $action }
derived-say-chance-hidden = Chance decides in secret.

refused-turn = It is { $seat }’s turn.
refused-chance = Wait until chance has decided.
refused-now = Nothing is left to chance just now.
refused-not-possible = This is not possible just now.
refused-over = The match is over.
# --- end of derived ---

# --- shell ---
# The pages around the table: header, shelf, new tables, waiting room, rules.
language = Language
theme = Theme
theme-system = System
theme-light = Light
theme-dark = Dark
sound-off = Turn the sound off
sound-on = Turn the sound on
settings = Settings
setting-confirm = Ask before sending a move
setting-confirm-hint = A second tap confirms every move; nothing is sent by accident.
setting-forced = Play forced moves automatically
setting-forced-hint = If there is only one move, it is played after a moment, without a tap.
setting-sound = Sound
setting-sound-hint = Small sounds of wood and paper.
setting-vibration = Vibration
setting-vibration-hint = Your phone vibrates briefly when it is your turn.
setting-bots = Bots’ moves
setting-bots-calm = show slowly
setting-bots-fast = show quickly
setting-bots-skip = skip
to-the-shelf = Tischlein: to the shelf
skip-to-content = Skip to the content

what-to-play = What shall we play?
your-name = Your name
your-name-hint = What shall we call you?
guest = Guest
bot-level = Bot strength
on-level = { $level ->
    [weak] weak
    [medium] medium
    [strong] strong
    [matched] at your pace
   *[other] { $level }
}
bot-name = { $level ->
    [random] Random bot
    [weak] Weak bot
    [medium] Medium bot
    [strong] Strong bot
    [matched] Bot at your pace
   *[other] Bot { $level }
}
play-now = Play now
invite-friend = Invite a friend
one-device = On one device
set-table = Set the table
read-rules = Read the rules
seats-from-to = { $low } to { $high } people
seats-exactly = { $seats ->
    [one] { $seats } person
   *[other] { $seats } people
}
minutes = { $minutes } min
all-open = No secrets
has-secrets = With secrets
calm = Calm
quick = Quick

your-matches = Your matches
more-matches = { $count ->
    [one] One more match
   *[other] { $count } more matches
}{ $turns ->
    [0] { "" }
   *[other] ; your turn in { $turns }
}
your-turn = Your turn
waiting-for-people = Waiting for players
in-progress = In progress
match-over = Finished
match-abandoned = Abandoned
open-tables = Open tables
finished-matches = Finished matches
match-waits = Your match waits on the shelf.
match-bot-plays = A bot plays for you until you are back.
match-back = Back to it
preparing = The table is being set
preparing-hint = { $ready ->
    [one] One of { $games } games is ready.
   *[other] { $ready } of { $games } games are ready.
} Only the first start takes this long.
preparing-game = The game is being prepared: only the first time takes a few seconds.
documentation = Documentation
licences = Third-party licences
chairs-free = { $count ->
    [one] one chair free
   *[other] { $count } chairs free
}
just-now = just now

label = { $name }: { $what }
new-table = Set the table
chairs = Chairs
chair-number = Chair { $number }
chair-kind = Who sits here
chair-me = You
chair-here = Somebody on this device
chair-open = Anyone with the link
chair-name = Name
chairs-no-chair = No chair for: { $names }
seat-count = Number of players
seat-order = Seat order
seat-order-lot = By lot
seat-order-fixed = As listed here
options = Options
teams-none = No teams
teams-lot = Two teams, by lot
teams-chosen = Two teams, your choice
team = Team { $team }
team-change = { $name }: move to team { $team }
teams-hint = Tap or drag players to the other team. They sit in the order listed above.
order-forward = { $thing }, place { $place }: one place forward
own-value = Custom …
own-value-label = { $option }: custom
list-table = Show this table to everybody on this server
open-table = Open the table
start-match = Start the match
private-link-code = As a QR code
screen-open = Show on a big screen
screen-sit-down = { $count ->
    [0] Every seat is taken.
    [one] One seat is free. Take it with your phone:
   *[other] { $count } seats are free. Take one with your phone:
}
screen-fill = Full screen
screen-window = Exit full screen
screen-leave = To the table
becomes-screen = This device becomes the big screen for everybody; players sit down with their phones.
need-yourself = Keep a chair on this device for yourself.
number-between = From { $low } to { $high }

waiting-room = The table is being set
waiting-room-hint = Send your friends this link. As soon as every chair is taken, the match begins.
waiting-rated = This match will be rated: everybody here has a player card.
waiting-rated-if = If the others sit down with a player card too, this match will be rated.
waiting-rated-leave = Anyone who then leaves their seat to a bot still gets that seat’s result.
waiting-room-kept = A button at the last table leads the others here. As soon as every chair is taken, the match begins.
waiting-room-guest = As soon as every chair is taken, the match begins.
invitation-link = Link for your friends
link-only-here = This link works on this computer only. To share it on your network, start Tischlein with { $option }.
copy-link = Copy the link
copied = Copied
share-link = Send the link
qr-code = QR code of the link, for a phone’s camera
chair-free = Free chair
chair-you = you
chair-rename = Change name
chair-renamed = Save name
chair-away = away
chair-another = Somebody else on this device
chair-another-name = Who else?
sit-down = Sit down
sit-down-together = Sit down together: { $names }
let-bot-play = Let a bot play here
watch-hint = Not playing? Stay and watch.
waiting-chance = The devices at this table add their part to the chance; then the match begins.
waiting-chance-for = Waiting a few seconds at most for: { $names }.
leave-table = Leave the table

leave-table-ask = Leave the table?
leave-table-hint = Your seat is kept: the match waits on the shelf. Or let a bot play until you are back.
leave-stay = Stay here
leave-to-shelf = To the shelf
leave-waiting = To the shelf, I’ll be back
table-links = Links of this table
link-to-join = To join or watch
link-to-watch = To watch
put-away = Done
private-link = Continue on another device
private-link-hint = { $count ->
    [one] Anyone with this link can play on your seat. Keep it to yourself.
   *[other] Anyone with one of these links can play on the seats that it opens. Keep them to yourselves.
}
private-link-of = Link to { $name }’s seat
private-links = All seats on this device together
private-links-of = Link to the seats of { $names }
copy-private-link = Copy the link to your seat
copy-private-link-of = Copy the link to { $name }’s seat
copy-private-links = Copy the private link to all these seats
renew-link = Make a new link
renew-link-hint = The old link and all other devices then lose your seat; only devices with your player card keep it.
renewed-link = This link is new. The old one no longer opens anything.
forget-device = Sign this device out
forget-device-hint = It loses all its seats at once; the private links of your seats open them again. Anyone who uses it after you sees nothing of yours.
forget-device-sure = Sign out
claiming = Taking your seat …
seat-to-table = To the table
seats-lacking = { $count ->
    [one] One of this link’s seats is not yours on this device: its part of the link no longer opens a seat.
   *[other] { $count } of this link’s seats are not yours on this device: their parts of the link no longer open a seat.
} Perhaps somebody has made a new link since: whoever holds the seat can show it to you.

rules-of = Rules of { $game }
rules-contents = On this page
rules-by = From the box of { $credits }

trouble-unreachable = The server cannot be reached. Is it still running? Try again.
trouble-unanswered = No answer has come from the server. It may have been done all the same: have a look before you try again.
trouble-not-found = There is nothing here: the link is wrong, or the table has been cleared away.
trouble-unexpected = Something has gone wrong (error { $status }). Try again.
trouble-no-cookies = This browser keeps no cookies, and a seat knows its player by a cookie. Allow them for this page, then try again.
try-again = Try again
lost = There is nothing on this shelf
lost-hint = There may be a typo in the address.
lost-way = Back to the games
leave-to-bot = A bot takes over until I’m back
leave-to-other = Somebody else plays on for me
leave-to-other-hint = Send this link before you get up. Whoever opens it watches, and plays on for you once all who still play agree: with all that is secret at your seat. If you are back before that, the seat stays yours.
leave-to-other-link = For whoever plays on
leave-to-other-go = Get up
# --- end of shell ---

# --- playing in the terminal ---
terminal-welcome = { $game }: type what you want to do, or “help”.
terminal-help =
    A move is written as in a record, for example: { $example }
    “legal” lists all that is possible, “rules” explains the rules, “rules { $rule }” one of them, “quit” ends.
terminal-not-understood = That is no move of this game. One would be: { $example }
terminal-more = … and { $count } more. “legal { $beginning }” lists only what begins like that.
terminal-no-rule = There is no rule { $rule }.
terminal-thinking = { $name } is thinking …
terminal-place = { $place }. { $seat }: { $score }
terminal-left = Until next time.
# --- end of terminal ---

# --- guests that play by text ---
guest-actions = What you can do, one a line:
guest-more = … and { $count } more.
# --- end of guests ---

# --- table ---
# The table page: board, seats, log, rules, replay, result.
table-board = Board
table-board-told = The board in words
table-seats = Seats
table-column = Log and rules
table-log = Log
table-rules = Rules
table-result = Result
table-connecting = Setting the table …
table-reconnecting = Connection lost. Reconnecting …
table-overdue = There is no answer yet …
table-awaits-absent = { $names } { $count ->
    [one] is
   *[other] are
} away just now.{ $soon ->
    [yes] { " " }After a minute a bot can stand in.
   *[no] { "" }
}
table-abandoned = This match was abandoned
table-abandoned-hint = Everybody who sat here got up before it began.
table-gone = There is no such table
table-gone-hint = The match does not exist, or it was cleared away long ago.
table-loading = One moment …

table-choosable = can be chosen
table-picked = chosen
table-stack = { $count } × { $thing }
table-thing-there = { $thing } ({ $place })
table-confirm = Confirm
table-skip = Skip to my turn
table-back = Undo
table-choose-what = What goes here?
table-mark-loss = Would be lost: { $thing }.
table-mark-gain = Would be gained: { $thing }.
table-mark-warn = Watch out: { $thing }.
table-mark-info = This affects { $thing }.
table-open-rule = Open rule{ " " }
table-close = Close

table-draft = { $count ->
    [one] Tried out, not sent yet
   *[other] { $count } steps tried out, not sent yet
}
table-draft-start-over = Start over
table-talk = Chat
talk-unread = { $count ->
    [one] one new message
   *[other] { $count } new messages
}
talk-nothing = Nobody has said anything yet.
talk-hushed = You have muted this table.
talk-reactions = Reactions
talk-say = Say something
talk-send = Send
talk-settings = Chat settings
talk-hush = Mute all chat at this table
talk-mute = Mute { $name }
talk-rule = At this table
talk-rule-off = nobody talks
talk-rule-friends = the players talk to each other
talk-rule-open = everybody talks, spectators too
talk-ruled-off = The host has turned chat off.
talk-ruled-friends = Only the players at this table can read this.
talk-ruled-open = Spectators may talk too.
talk-asks-advice = has asked what a good player would do
talk-asks-advice-at-seat = { $name } asks what a good player would do
talk-refused = { $what ->
    [back] does not want a turn taken back
    [pause] does not want to pause
    [end] does not want to end the match without a result
    [time] does not want to give more time
    [take-over] would rather not give the seat to anybody
   *[stand-in] does not want a bot to play
}
talk-lapsed = { $what ->
    [back] Nothing is taken back: the match has moved on.
    [stand-in] Nobody has to decide about a bot any more.
    [take-over] Who plays on at that seat need not be decided any more.
    [time] More time is not needed any more, or would come too late.
   *[other] The request has lapsed: it is no longer possible.
}
reaction-luck = Good luck!
reaction-bravo = Bravo!
reaction-thanks = Thanks!
reaction-laugh = Haha!
reaction-wow = Oh!
reaction-ouch = Ouch!
reaction-hmm = Hmm …
reaction-tea = Back in a moment
talk-rule-new = Chat
advice = What a good player would do
advice-ask = What would a good player do?
advice-short = Advice
advice-told = Everybody at the table is told that you asked.
advice-thinks = A good player is thinking about it …
advice-waits = They would wait.
advice-share = How much of the thinking went into this
advice-value = Your chances: { $percent }%.
advice-wins = That wins for certain.
advice-loses = Nothing can save this any more.
advice-draws = With good play it ends in a draw.
advice-no-estimate = This would be their choice; there is no estimate.
advice-then = After that, expect:
advice-aimed = where it is shown
advice-allow = Players may ask for advice
advice-allow-hint = Whenever somebody asks, everybody at the table is told.
programs-allow = Programs may sit down by themselves
programs-allow-hint = Programs you invite always may; all are marked as programs.
program-chair = { $name } (program of { $owner })
program-named = { $name } (program)
program-mark = Program
table-send-ask = Send this move?
table-send = Send the turn
table-draft-void = Something has happened in the meantime. What you had tried out is gone.

table-buzzers = Buzzers
table-buzz-first = Press your buzzer first.
table-idle-target = There is nothing to do here now.
table-buzz-hint = If you know it, press first.
table-buzz = Buzzer of { $name }
table-buzz-claims = { $name }: { NUMBER($seconds, minimumFractionDigits: 2, maximumFractionDigits: 2) } s. What is it?
table-buzz-release = Let the others continue
table-race-over = Too late: it is already decided.
table-claimed = Claimed after { NUMBER($seconds, minimumFractionDigits: 2, maximumFractionDigits: 2) } s
table-time-left = Thinking time
table-seconds = { $seconds } s

table-thinks = is thinking
table-warms-up = is warming up
table-bot-waits = waits for a server
table-to-move = to move
table-you = you
table-same-device = on this device
table-here-too = here, too
table-present = here
table-away = away
table-away-brief = away
table-out = out
table-watching = You are watching.
table-bot = bot · { $level }
table-stand-in = a bot stands in
table-released = a bot, until somebody comes
table-released-empty = a seat for somebody else
table-stand-in-brief = a bot
table-bot-takes-over = { $why ->
    [resigned] { $name } has resigned; a bot plays on.
    [time] { $name } has run out of time; a bot plays on.
   *[away] A bot stands in for { $name }.
}
table-score = Score:{ " " }
table-let-bot-play = Let a bot play
table-take-back = Take over again
table-let-bot-play-for = Let a bot play for { $name }
table-take-back-as = Play as { $name } again
table-holdings = What { $name } has
table-tray-hand = Supply
table-tray-stock = Stock
table-tray-captured = Won
table-tray-table = On the table
table-tray-empty = nothing left

table-log-empty = Nothing has happened yet.
table-show-position = Show the position after this move
table-replay = Replay
table-replay-at = Move { $number } of { $last }
table-replay-back = One move back
table-replay-forward = One move forward
table-replay-play = Play automatically
table-replay-pause = Pause
table-replay-position = Move shown
table-replay-live = Back to the match
table-replay-end = To the end

table-won = { $name } wins!
table-you-won = You win!
table-you-shared = You win together!
table-you-lost = You lost
table-you-lost-by = { $points ->
    [one] You lost by a point
   *[other] You lost by { $points } points
}
table-you-lost-tie = You lost on the tie-break
table-last-word = The last move
table-lay = Lay it here
table-next-place = Where to?
table-next-piece = With which piece?
table-shared = { $names } win together!
table-drawn = A draw!
table-alone = Done!
table-total = Total
table-standing = Standings
table-rematch = Play again
table-to-rematch = To the next match
table-next = Play something else together
table-no-rematch = That did not work. Try once more.
table-replay-match = Watch again
table-record = Record
table-fair = Chance was fair: checked on this device
table-fair-record = The draws add up: computed again on this device
table-unfair = The proof of chance does not add up
table-fair-how = Before anybody added anything, the server fixed its secret by this fingerprint. Each device then fixed random bytes of its own by a fingerprint, too, and showed them when all were fixed. Every shuffle and roll follows from these and the secret. What outcomes there were is the server’s word; “tischlein verify” checks that from the record, too.
table-fair-commitment = Fingerprint published at the start
table-fair-secret = Secret, now revealed
table-fair-contributions = Random bytes of the players
table-fair-unknown = The proof of chance cannot be fetched right now.
table-fair-checking = The chance is being computed again …
table-fair-counted = This device had noted the fingerprints before the start, its own random bytes are part of the chance, and it has computed every draw again.
table-fair-left-out = This device had noted the fingerprint before the start, but did not show its random bytes in time: chance went without them. So this device cannot tell whether the server knew all the others beforehand.
table-fair-noted = This device had noted the fingerprint before the start, but added nothing to the chance itself: whoever trusts the draws trusts one of those who did.
table-fair-unnoted = This device had noted nothing before the start. It can tell that the record fits itself, not that it is the one from the beginning.
table-fair-openly = This match was begun under the earlier protocol, by which contributions came in openly.
table-fair-draws = Draws computed again
table-part-left-out = left out, not shown in time
table-part-none = nothing
table-left-out = Left out of the chance, as their device did not answer in time: { $names }
table-put-out = { $count ->
    [one] This device does not hold the seat of { $names } any more:
   *[other] This device does not hold the seats of { $names } any more:
} on another device a new private link has been made, or the player card signed out.
table-unfair-commitment = The fingerprint is not the one that this device had noted before the start.
table-unfair-secret = The secret does not fit the fingerprint.
table-unfair-hash = The random bytes of { $name } are not those that were fixed before the start.
table-unfair-hashes = Before the start, other random bytes had been fixed than this record has.
table-unfair-own = The random bytes of this device are missing, or have become others.
table-unfair-lot = The seats are not those that the lot dealt out.
table-unfair-draw = Event { $number } is not what was drawn.
table-unfair-seen = The list of draws is not that of the match that was seen here.
table-unfair-form = The proof is not written as proofs are.

table-hand-over = Hand the device to { $name }
table-hand-over-hint = Everybody else, look away now.
table-i-am = I am { $name }: show my hand
table-meanwhile = Meanwhile:
table-take-over = Play as { $name }
table-take-over-here = Play
table-give-back = Back to { $name }

table-keys = Playing with the keyboard
table-keys-short = Keys
table-keys-tab = From group to group: buttons, board, hand, log
table-keys-arrows = From target to target
table-keys-page = To what can be chosen now
table-keys-enter = Choose; once more to confirm
table-keys-escape = Undo, close
table-keys-undo = Undo what you tried out
table-keys-buzzers = In a race at one device: the buzzers
table-keys-race = In a race: what can be chosen, one after the other
table-keys-main = In a race: the main button, or what comes last
table-keys-board = To the board
table-keys-hand = To your hand
table-keys-aim = Aiming: move; with Shift ten steps
table-keys-turn = Aiming: turn; letters with Shift ten times
table-keys-zoom = Larger, smaller, the whole board
table-keys-help = Show these keys

table-aim-at = Position { $place } of { $places }
table-aim-turned = Position { $place } of { $places }, turned by { $angle }°
table-aim-beneath = { $position }. Below, from the left: { $things }.
table-aim-release = Let go
table-aim-left = Turn to the left
table-aim-right = Turn to the right
table-zoom = Size of the board
table-zoom-in = Larger
table-zoom-out = Smaller
table-zoom-fit = The whole board
# --- end of table ---

# --- lessons ---
# First matches: what stands around the sentences of the games.
lesson-of = First match: { $game }
lesson-start = First match
lesson-go-on-at = First match, from { $step } of { $steps }
lesson-offer = New here? A first match shows you in three minutes how a game goes.
lesson-offer-take = Learn { $game }
lesson-offer-decline = No, thanks
lesson-step = Step { $step } of { $steps }
lesson-next-target = Next: { $thing }.
lesson-next = Next
lesson-again = Once more
lesson-skip = Skip
lesson-finish = Finish
lesson-over = That is all you need. You will pick up the rest as you play; the rules are beside every table.
lesson-from-start = From the start
lesson-shelf = Back to the shelf
lesson-otherwise = That would be allowed too. Here, choose what is marked.
lesson-go-on = This step is done: continue above.
lesson-no-past = You cannot look back on a first match. Begin the step once more instead.
lesson-none = No first match
lesson-none-hint = This game has no interactive first match. Its rules stand beside every table.
# --- end of lessons ---

# --- decisions ---
match-ended = Ended early
chair-kept = Kept for { $name }
chair-free-it = Free this chair
chair-open-to-all = Open to all
chair-freed = { $count ->
    [one] The chair of { $names } was freed.
   *[other] The chairs of { $names } were freed.
}
decide = Decide together
decide-hint = The others are asked; it happens if they agree.
decide-hint-alone = You are playing with bots only, so it happens at once.
decide-hint-here = All the people are playing on this device, so it happens at once.
decide-back = Take back my last turn
decide-back-here = Take back the last turn made on this device
decide-pause = Pause the match
decide-resume = Play on
decide-end = End the match without a result
decide-resign = Resign
decide-resign-for = Resign for { $name }
decide-resign-ask = Resign? If only one side is left, the match is over; otherwise a bot plays on for you.
decide-resign-ask-alone = Resign? The match will be over.
decide-play-on = No, play on
decide-nothing = There is nothing to decide now.
decision-end = { $name } would like to end the match without a result.
decision-back = { $name } would like to take back their own last turn.
decision-pause = { $name } would like to pause.
decision-resume = { $name } would like to play on.
decision-stand-in = { $about } is away. { $name } would like a bot to play until { $about } is back.
decision-take-over = { $whose ->
    [bot] { $name } would like to play on for the bot { $about }.
   *[person] { $name } would like to play on for { $about }.
}
decision-time = { $name } asks for more time: { $time }.
decision-waits = Waiting for { $names }.
decision-agree = Agree
decision-refuse = Refuse
decision-withdraw = Withdraw
decision-refused = { $name } { talk-refused }.
decision-lapsed = { talk-lapsed }
decision-paused = The match is paused.
decision-unattended = The table is waiting for a server that works for it. The match goes on by itself once there is one.
table-resigned = has resigned; a bot plays on
table-gave-up = has resigned
table-resigned-brief = resigned
table-ended-resigned = { $count ->
   *[other] { $names } resigned. The match is over.
}
table-decided-resigned = { $count ->
   *[other] { $names } resigned.
} { $won ->
    [one] { $winners } wins.
   *[other] { $winners } win.
}
table-ended-agreed = The match was ended without a result; all agreed.
table-ended-rules = The match was ended: the rules have changed since.
# Whoever comes in the middle of a match, and plays on for a bot.
late-open = { $whose ->
    [bot] Play on for a bot
    [person] Play on for { $name }
   *[some] Play on for somebody
}
late-hint = Those who play are asked. Once all of them agree, you have what the seat has, and play on from there. The match does not count in your statistics.
late-hint-beside = The others who play are asked, if there are any. Your guest then has what the seat has, and plays on from there.
late-for = For whom
late-ask = Ask
late-watch = Go on watching
late-beside = Somebody else here joins in
late-came = { $whose ->
    [bot] { $name } plays on for the bot.
   *[person] { $name } plays on for { $about }.
}
late-stays = The bot plays on.
late-back = { $name } is back.
late-log = { $level ->
    [none] { $name } plays on from here.
   *[other] { $name } plays on from here. Before: { bot-name }.
}
late-result = { $level ->
    [none] { $name } has played since move { $number }.
   *[other] { $name } has played since move { $number }. Before: { bot-name }.
}
# --- end of decisions ---

# --- time ---
# How much time people have, and how much is left.
time-none = no limit
time-each-move = A deadline for every move
time-whole-match = A clock for the match
time-move = { $time } a move
time-match = { $time }, plus { $increment } a turn
time-match-alone = { $time } for the whole match
time-days = { $count ->
    [one] one day
   *[other] { $count } days
  }
time-hours = { $count ->
    [one] one hour
   *[other] { $count } hours
  }
time-minutes = { $count ->
    [one] one minute
   *[other] { $count } minutes
  }
time-seconds = { $count ->
    [one] one second
   *[other] { $count } seconds
  }
time-short-days = { $days } d { $hours } h
time-short-hours = { $hours } h { $minutes } min
time-then = When time is up
time-then-lose = whoever runs out of time loses
time-then-bot = { $bot } plays on
time-left = { $time } left
time-of = { $name } has { $time } left
time-near = { $name } has little time left: { $time }.
time-near-you = You have little time left: { $time }.
time-over = Time was up; a bot plays on
time-over-brief = time up
time-lost = has lost on time
time-give = Give the others { $time }
time-ask = Ask the others for { $time }
time-given = has given the others { $time }
time-starts-within = The match begins anyway in { $time } at the latest.
table-decided-overdue = Time was up for { $names }. { $won ->
    [one] { $winners } wins.
   *[other] { $winners } win.
}
table-ended-overdue = Time was up for { $names }. The match is over.
# --- end of time ---

# --- server ---
problem-card-already = This device is already signed in to a player card. Sign out of it first.
problem-no-card = This device is not signed in to a player card.
problem-no-passkeys-here = Passkeys do not work under this address. Use the recovery code.
problem-passkey = This passkey opens no player card here. Try again, or use the recovery code.
problem-passkeys-full = A player card has { $most } passkeys at most. Remove one first.
problem-recovery-code = This code opens no player card. Is every letter right?
problem-remark = A message has 1 to { $longest } visible characters.
problem-reaction = There are these reactions: { $reactions }.
problem-no-talk = The host has turned chat off at this table.
problem-talk-too-fast = You have said a lot just now. Wait a moment.
problem-no-advice = There is no advice at this table.
problem-nothing-to-advise = There is nothing for you to decide just now.
problem-abandoned = This match was abandoned. Nobody can play on.
problem-address-connections = { $seconds ->
    [one] Too many windows are open on your network at the same time. Close some; try again in 1 second.
   *[other] Too many windows are open on your network at the same time. Close some; try again in { $seconds } seconds.
}
problem-again-elsewhere = Sitting down as in the match before gives you the chair you had there. Choose no other chair, and nobody to sit with.
problem-already-seated = You already sit at this table.
problem-bots-alone = { $most } of your tables with bots alone are still playing. Wait until one is over.
problem-bots-alone-of-network = From your network many tables with bots alone are playing. Wait until one is over.
problem-busy = { $seconds ->
    [one] Many people are looking back at their matches just now. Try again in 1 second.
   *[other] Many people are looking back at their matches just now. Try again in { $seconds } seconds.
}
problem-chair-not-free = That chair is not free for you. Take another one.
problem-chair-taken = Somebody sits on that chair already.
problem-chairs-kept = The free chairs are kept for those who sat there before.
problem-claim-pending = You have claimed already; the table is comparing the times.
problem-command-id = A move needs an id of 1 to { $longest } printable characters.
problem-connections = Too many windows are looking at this table. Close some and try again.
problem-contribution = A contribution to chance has 16 to 64 bytes, written in hex digits.
problem-contribution-bound = Your contribution to chance is fixed already, or it is too late for one.
problem-contribution-copied = Two contributions to chance cannot be the same.
problem-contribution-early = Contributions to chance are shown when all are fixed by their hashes, not before.
problem-contribution-hash = The hash of a contribution to chance is written in 64 hex digits.
problem-contribution-unbound = That is not the contribution to chance that was fixed by its hash.
problem-draft-complete = Your turn ends before this step.
problem-ended = This match has ended. Nobody can play on.
problem-game = There is no game { $game } on this shelf.
problem-game-gone = The game { $game } is not on this server any more.
problem-gone-on = Play has moved on. Look again before you choose.
problem-host = This is a Tischlein server, and { $name } is not its name. On its own machine, call it localhost; whoever runs it can tell it another name with --public-url.
problem-host-only = Only the host of this table may do this.
problem-language = There are these languages: { $languages }.
problem-lesson-step = The first match has the steps 1 to { $steps }.
problem-level = Bots of this game have one of these levels: { $levels }.
problem-link-expired = This private link is older than { $days } days. Make a new one on a device that still holds the seat.
problem-kept-too-fast = A great deal has been started from your network in the last days. Try again in { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    }.
problem-listed-too-fast = Many tables that anyone can join were opened from your network lately. Open this one only for people with its link, or try again in { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    }.
problem-match = There is no such match. The link is wrong, or the table has been cleared away.
problem-match-broken = This match’s stored data cannot be read. All other matches are unharmed.
problem-message = The server did not understand this message.
problem-method = This address cannot be used like that.
problem-name = A name has 1 to { $longest } characters: at least one letter or digit, and no invisible ones.
problem-name-taken = Somebody at this table is already called { $name }, or something that looks like it. Choose another name.
problem-no-bot = Nobody lets others have that seat just now.
problem-no-drafts = Nothing can be tried out here.
problem-no-lesson = This game has no first match.
problem-no-proof = This match was imported from a record that does not prove its chance.
problem-no-proposal = Nothing is being decided any more.
problem-no-stand-in = No bot can play for this seat.
problem-stand-in-clocks = The table has clocks: whoever is away has the time that they show.
problem-no-taking-back = In this game the fastest counts; nothing is taken back.
problem-nobody-agrees = Nobody plays here who could agree. Only the host of this table can take the seat.
problem-nobody-to-dismiss = Nobody can be taken from that chair.
problem-not-allowed = You may not do this.
problem-not-an-action = That is no move of this game.
problem-not-found = There is nothing at this address.
problem-not-over = The match is not over yet.
problem-not-running = The match is not being played.
problem-not-started = The match has not begun yet.
problem-not-your-seat = You are watching; this seat is not yours.
problem-nothing-to-take-back = You have not done anything yet that could be taken back.
problem-options = These options are not possible: { $reason }.
problem-origin = The request came from a page of another site.
problem-other-seat = Somebody else sits there; you can look through their eyes when the match is over.
problem-other-version = This match follows another edition of the rules, which is not installed here. Its moves are kept, but cannot be shown.
problem-paused = The match is paused.
problem-players-only = Only players of this match may do this.
problem-proposal-pending = Something else is being decided just now. That has to be answered or withdrawn first.
problem-no-programs = The host of this table wants no programs.
problem-not-invited = No chair is kept for you at this table.
problem-program = There is no such program on this server.
problem-program-busy = This program is busy: it plays, or is asked to, at too many tables. Try again later.
problem-program-game = { $name } does not play this game.
problem-program-here = { $name } is at this table already.
problem-program-owner = Say in 1 to { $longest } characters who is responsible for the program.
problem-program-token = This token is not valid: it is wrong, or has been revoked.
problem-range = The match has { $last ->
    [one] one event
   *[other] { $last } events
  } so far, and a range begins before it ends.
problem-record-broken = This record does not follow the rules of its game.
problem-record-day = The day in this record, { $day }, has not come yet.
problem-record-line = Line { $line }: { $why }
problem-record-name = The name of seat { $seat } in the line “seats: …” cannot be shown here: a name has 1 to { $longest } characters, at least one letter or digit, and no invisible ones.
problem-record-not-over = This record stops before the end of the match. Only finished matches can be opened.
problem-record-other-match = There is another match with the id of this record here: { $id }.
problem-record-proof = The proof of chance in this record does not hold: { $why }
problem-record-too-long = { $what ->
    [lines] A record that is opened here has { $most } lines at most.
    [events] A match that is opened here has { $most } events at most.
    [rulings] A match that is opened here has { $most } decisions of the table at most.
   *[options] The options of a match that is opened here have { $most } characters at most.
}
problem-records-too-fast = Many records were opened from your network lately. Try again in { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    }.
problem-request = The server did not understand this request.
problem-resigned = You have already resigned this seat.
problem-running-matches = { $most } of your matches are still being played. Finish or leave one first.
problem-seat = There is no such seat.
problem-seat-present = The player on that seat is here and playing in person.
problem-seat-secret = This private link opens no seat at this table. Perhaps somebody has made a new one since: whoever holds the seat can show it to you.
problem-seat-stays = A bot only stands in there: the seat is still { $name }’s, whose private link opens it on any device.
problem-seats = Possible numbers of seats in this game: { $counts }, not { $seats }.
problem-server = Something went wrong on the server. Try again.
problem-server-full = { $seconds ->
    [one] This server is full just now. Try again in 1 second.
   *[other] This server is full just now. Try again in { $seconds } seconds.
}
problem-stand-in-later = { $seconds ->
    [one] The connection may only have dropped. In 1 second you can let a bot play.
   *[other] The connection may only have dropped. In { $seconds } seconds you can let a bot play.
}
problem-starting = The match is just beginning. You can leave it then.
problem-storage = The server cannot use its database just now. Nothing is lost; try again in a moment.
problem-take-over-later = { $seconds ->
    [one] Somebody has just been refused a bot’s seat. Ask again in 1 second.
   *[other] Somebody has just been refused a bot’s seat. Ask again in { $seconds } seconds.
}
problem-table-busy = Too much is going on at this table. Try again in a moment.
problem-card-elsewhere = One of your matches is on another of our servers at the moment. Close it on all devices and try again in a minute; if it has a clock, only when it is over.
problem-table-closed = The table is being put away. Try again.
problem-table-full = All chairs of this table are taken.
problem-table-started = The match has already begun.
problem-no-clocks = Time is not limited at this table.
problem-time-bot = This game has no bots that could play on when time is up.
problem-time-enough = The others have as much time as a clock can hold.
problem-time-gift = You can give 1 to { $most } seconds at a time.
problem-time-increment = A clock for the match gains up to { $most } seconds with every turn; a deadline for every move gains nothing.
problem-time-seconds = A move, or a clock at the start, has { $least } to { $most } seconds.
problem-too-fast = That was too fast. Try again in { $seconds ->
        [one] one second
       *[other] { $seconds } seconds
    }.
problem-too-large = That is too much text.
problem-too-late = Somebody was { $milliseconds } milliseconds faster.
problem-too-many-rulings = Too much has been decided at this table; from now on only moves count.
problem-waiting-tables = { $most } of your tables are waiting for players already. Fill or leave one first.
# --- end of server ---

# --- records ---
# A match that somebody puts in as a text.
record-open = Open a record …
record-hint = A record is a match as text, from here, from another server or from a program. You get its replay, its analysis and other lines.
record-file = Choose a file
record-drop = or drop one here, or paste the text
record-text = Text of the record
record-go = Open
record-opening = The match is being replayed …
record-note = The match is kept here, and whoever has its link can see it. It counts for nobody.
record-empty = Choose a file or paste the text of a record first.
record-no-text = This file is no text that could be a record.
from-record = From a record
from-record-note = Somebody opened this match from a record. It was not hosted here: the names, the day and the moves are what the record says.
from-record-keep = It is not in your list. Keep its link to find it again.
from-record-fair = The draws fit the record: computed again on this device
from-record-fair-note = They follow from the secret in the record. This server did not host the match, and had not fixed anything before: whoever wrote the record may have chosen the secret.
from-record-commitment = Fingerprint in the record
from-record-secret = Secret in the record
record-header-line = The header has lines such as “game: bauab”, and an empty line ends it. This is “{ $text }”.
record-header-twice = The header has “{ $key }” twice.
record-header-misspelt = Nothing reads “{ $key }” in the header. Is it “{ $meant }”?
record-header-missing = The header has no line “{ $key }: …”.
record-names = Every seat has a name of visible characters; commas stand between the names.
record-notation = “{ $text }” is no line that this game has.
record-another = Another record begins here. A file holds one match: give each a file of its own.
record-refused = “{ $text }” is not possible here: { $why } ({ $rule })
record-expectation = “{ $text }” is not so here.
record-other-rules = { $why } The record follows other rules than those installed here.
record-unreadable = It cannot be read: { $problem }
# --- end of records ---

# --- options ---
option-no-teams = { $option }: a 1 or a 2 for each of the { $seats } seats, and both occur
option-no-order = { $option }: each of { $things } once
option-not-offered = { $option } is one of { $values }
option-not-in-range = { $option } is a number from { $low } to { $high }
option-other-digits = { $option }: numbers are written with the digits 0 to 9
option-seats = possible numbers of players: { $counts }
# --- end of options ---

# --- analysis ---
# Going through a finished match: how it stood, where the lead changed, other lines.
analysis = Analysis
analysis-curve = How the match stood
analysis-win-probability = Chance of winning
analysis-points = Points as they stood
analysis-percent = { $value }%
analysis-progress = { $percent }% analysed
analysis-turns = Where the lead changed
analysis-turn = { $count ->
    [one] { $name } takes the lead
   *[other] { $name } take the lead
}
analysis-no-turns = Nowhere: whoever was once clearly ahead stayed ahead.
analysis-how = The estimates are the bots’: from every position they played the match on a thousand times, looked ahead or calculated the chances, with all cards as they really lay.
analysis-how-points = The bots of this game give no estimate, so these are the points as they stood.
analysis-none = The bots of this game give no estimate, and points are only counted in the end. So there is no curve here.
analysis-told = What the match tells
analysis-eyes = Seen by
analysis-eyes-all = all: secrets hidden
analysis-to-match = To the match
analysis-not-yet = This match is not over yet
analysis-not-yet-hint = Only a finished match is analysed. Nobody gets help while it is played.
analysis-try = Try another line
analysis-trying = Another line, from move { $at }
analysis-back-to-match = Back to the match
analysis-undo = One move back
analysis-bots = Who plays here
analysis-by-hand = by hand
analysis-by-bot = a bot
analysis-share = Share this position
analysis-together = Together
analysis-people = { $count ->
    [one] You are alone here.
   *[other] { $count } windows are open on this match.
}
analysis-lead = Lead the others
analysis-lead-end = Stop leading
analysis-leading = You lead: the others see what you see.
analysis-leads = { $name } leads.
analysis-somebody = Somebody
analysis-follow = Follow
analysis-unfollow = Look around alone
my-matches = Your matches
my-matches-hint = Kept for this device, without an account.
my-matches-of-card = Kept with the card of { $name }, on all its devices.
my-matches-all = All your matches, and how they went
my-matches-none = Nothing yet. Every match you play will appear here.
my-running = In progress
my-finished = Finished
statistics = In numbers
statistics-matches = { $count ->
    [one] one match
   *[other] { $count } matches
}
statistics-wins = won { $wins } of { $count }
statistics-places = Places
statistics-place = { $place }.
statistics-times = { $count ->
    [one] once
   *[other] { $count } times
}
statistics-points = Points
statistics-best = highest
statistics-mean = on average
statistics-length = Moves in a match
keepsake-picture = Send the picture
keepsake-film = Send the film
keepsake-drawing = Being drawn …
keepsake-film-hint = A film takes a little while. You may go on meanwhile.
keepsake-trouble = That did not work. Try once more.
problem-line = That line cannot be played from there.
problem-lines = Too many other lines are being tried out just now. Try again in a moment.
problem-studio-busy = Too much is being drawn and analysed just now. Try again in a moment.
# --- end of analysis ---

# --- telling ---
# What people are told when they are not at the table.
tell-turn = { $game }: your turn
tell-turn-whole = { $game }: { $name } is to move
tell-deadline = { $game }: your time is running out
tell-deadline-whole = { $game }: time is running out for { $name }
tell-over = { $game }: the match is over
tell-over-whole = { $game }: the match is over
tell-invited = { $game }: a chair is kept for you
tell-invited-whole = { $game }: a chair is kept for { $name }
tell-invited-by = You are invited by { $others }.
tell-with = With { $others }.
tell-left = { $time } left.
tell-minutes = { $count ->
    [one] One minute
   *[other] { $count } minutes
}
tell-hours = { $count } hours
tell-days = { $count } days
tell-many-turns = { $count } matches wait for you
tell-many = News from { $count } matches
tell-more = And { $count } more
tell-stop-action = Unsubscribe
tell-stop = Unsubscribe
tell-why = You get this because you asked { $site } to notify you about your matches.
tell-confirm-subject = Is this your address?
tell-confirm-text = Somebody at { $site } wants to be notified about matches at this address. If that was you, confirm it.
tell-confirm-yes = Yes, notify me here
tell-confirm-ignore = If it was not you, do nothing: no further mail will come.
tell-confirm-refuse = Never send mail to this address from there

telling = Notifications
telling-hint = When it is your turn and you are not at the table. Several matches come as one message; while you are looking at the table, nothing comes.
telling-none = This server sends no notifications: whoever runs it has not set them up.
telling-about = About
telling-about-all = all my matches
telling-about-match = this match
telling-about-kinds = { $about }. When: { $kinds }
telling-kinds = When
telling-kind-turn = it is my turn
telling-kind-deadline = my time is running out
telling-kind-over = a match is over
telling-kind-invited = a chair is kept for me
telling-push = On this device
telling-push-hint = Also while Tischlein is closed.
telling-push-denied = This browser does not allow notifications from here. You can change that in its settings for this page.
telling-push-failed = The browser’s notification service is not responding. Try again later.
telling-push-cannot = This browser cannot show notifications from here. On an iPhone or iPad it can once Tischlein is on the home screen: open it from there.
telling-on = Turn on
telling-change = Save
telling-off = Turn off
telling-mail = By e-mail
telling-mail-address = Your address
telling-mail-hint = Nobody else sees it. First you get a mail asking whether it is yours.
telling-mail-send = Confirm by mail
telling-mail-waits = Check your mail: it asks you to confirm that the address is yours.
telling-webhook = By webhook, for programs
telling-webhook-address = Address (https)
telling-webhook-hint = Signed messages in JSON; the documentation says how to check them.
telling-webhook-whole = Of everybody at this table, not only of me
telling-webhook-secret = Its secret
telling-add = Add
telling-mine = Turned on
telling-device = A device
telling-end = Stop
telling-done-confirm = Done. From now on you are notified there.
telling-done-stop = Done. You are no longer notified there.
telling-done-refuse = Done. No more mail is sent to that address from here.
telling-link-broken = This link does not work, or no longer does.

problem-no-telling = This server sends no notifications about matches.
problem-no-mail = This server sends no mail.
problem-mail-address = That is not a mail address.
problem-mail-refused = The owner of this address wants no mail from here.
problem-mail-not-sent = The confirmation could not be sent to this address. Is it right?
problem-mails-unconfirmed = { $most } of your addresses have not answered yet. Confirm or remove one first.
problem-mails-asked = This address has been asked often enough today. Try again tomorrow.
problem-subscriptions = You are already notified in { $most } ways. Stop one first.
problem-subscription = There is nothing to stop.
problem-push-endpoint = That is not the address of a push service.
problem-push-keys = These are not the keys of a browser.
problem-webhook-address = A webhook is an https address on a public host.
problem-whole-table = Only a webhook can tell about everybody at a table, and only for a single match.
problem-telling-link = This link does not work, or no longer does.
watched = Others may watch
watched-hint = While it is being played; a match that has ended can be seen by anyone with its link.
problem-no-spectators = Only the players may watch at this table.
filters = Filters
filter-game = Game
filter-all-games = All games
filter-which = Which
filter-all = All
filter-turn = My turn
filter-running = In progress
filter-finished = Finished
filter-free = Free chairs
filter-free-least = { $free ->
    [1] any
   *[other] at least { $free }
}
filter-time = Time
filter-time-any = any
filter-time-none = no limit
filter-time-limited = limited
filter-nothing = Nothing found.
# --- end of telling ---

# Player cards.
card = Player card
card-lead = Everything here works without an account. If you would like to be known, make a player card: your matches on all your devices, and a rating for each game.
card-make = Make a player card
card-make-hint = The matches on this device are added to it. You need no e-mail address and no password.
card-name = Name on the card
card-made = Your player card is made.
card-open = Open my card on this device
card-open-hint = The matches on this device are added to your card.
card-open-passkey = Open with a passkey
card-open-code = Open with the recovery code
card-code = Recovery code
card-code-keep = Write this code down and keep it to yourself. It opens your card when no passkey is at hand, and is shown only this once.
card-code-copy = Copy the code
card-code-kept = I have written it down
card-code-renew = Make a new recovery code
card-code-renew-hint = The old one will no longer work.
card-passkeys = Passkeys
card-passkeys-none = None yet. With a passkey you open your card by fingerprint, face or PIN.
card-passkey-add = Add a passkey of this device
card-passkey-remove = Remove
card-passkey-used = last used { $when }
card-passkey-stopped = No passkey was made or used. You can try again.
card-passkeys-localhost = Passkeys need a name, not a number: open this server on this computer as
card-passkeys-tls = Passkeys need an encrypted connection to a domain (https). Here your card opens with its recovery code.
card-passkeys-elsewhere = Passkeys work at
card-devices = Signed in
card-device-unnamed = Device
card-device-own = this device
card-device-seen = last seen { $when }
card-device-out = Sign out
card-others-out = Sign all other devices out
card-others-out-hint = Their seats, windows and sessions end at once.
card-shows = What others see at a table
card-shows-rating = name, mark and rating
card-shows-card = name and mark
card-shows-nothing = nothing
card-shows-hint = The mark is drawn by the server and cannot be chosen: anyone who only borrows your name has a different one, or none.
card-save = Save
card-saved = Saved.
card-ratings = Rating
card-ratings-none = None yet. A match counts if everybody has a player card of their own when it begins, and nothing is taken back. Anyone who leaves their seat to a bot still gets that seat’s result.
card-rating = { $mean } ± { $by }
card-rating-hint = at least { $least } · { $count ->
        [one] one match
       *[other] { $count } matches
    }
card-rating-what = How strong you seem to be, and how sure that is: newcomers start at 25 ± 8.3. The second number is one you almost certainly reach.
card-of = Player card: { $name }
card-of-rated = Player card: { $name }, { $mean } ± { $by }
card-export = Export everything
card-export-hint = Everything known about your card, and the records of your matches, as a ZIP file.
card-delete = Delete the card
card-delete-hint = Passkeys, ratings and statistics are gone for good, and all other devices are signed out. Matches stay with “N. N.” in place of your name; those still being played go on with this device. Anyone who shared a device with you keeps their name. Only where nobody on it was called what your card says, or has said, do all of them become “N. N.”.
card-delete-sure = Delete for good
