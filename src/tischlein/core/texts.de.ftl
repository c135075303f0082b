# Wörter, die jedes Spiel und jede Oberfläche braucht.
seat-name = Platz { $letter }
chance = Zufall
spectator = Zuschauer
level-random = Zufällig
level-weak = Schwach
level-medium = Mittel
level-strong = Stark

# --- shell ---
# Die Seiten um den Tisch: Kopfzeile, Regal, neue Tische, Warteraum, Regeln.
language = Sprache
language-name = Deutsch
theme = Farben
theme-system = Wie das System
theme-light = Hell
theme-dark = Dunkel
sound-off = Ton ausschalten
sound-on = Ton einschalten
to-the-shelf = Tischlein: zum Regal
skip-to-content = Zum Inhalt

shelf = Das Regal
your-name = Dein Name
your-name-hint = Wie heißt du?
guest = Gast
bot-level = Bots spielen
on-level = { $level ->
    [weak] schwach
    [medium] gut
    [strong] stark
   *[other] { $level }
}
play-now = Gleich spielen
play-now-title = { $game } gleich gegen einen Bot spielen
invite-friend = Mitspieler einladen
invite-friend-title = Einen Tisch für { $game } eröffnen und den Link verschicken
one-device = An einem Gerät
one-device-title = { $game } zusammen an diesem Gerät spielen
set-table = Tisch decken
set-table-title = Stühle und Optionen für { $game } wählen
read-rules = Regeln lesen
read-rules-title = Die Regeln von { $game } lesen
seats-from-to = { $low } bis { $high } Personen
seats-exactly = { $seats ->
    [one] { $seats } Person
   *[other] { $seats } Personen
}
minutes = { $minutes } Min.
all-open = Alles offen
has-secrets = Mit Geheimnissen
calm = Ruhig
quick = Flott

your-matches = Deine Partien
your-turn = Du bist dran
waiting-for-people = Wartet auf Mitspieler
in-progress = Läuft
match-over = Zu Ende
match-abandoned = Abgebrochen
to-match = Zum Tisch
open-tables = Offene Tische
open-tables-none = Gerade kein offener Tisch. Eröffnet jemand einen für alle, steht er hier.
finished-matches = Beendete Partien
chairs-free = { $count ->
    [one] ein Stuhl frei
   *[other] { $count } Stühle frei
}
take-seat = Platz nehmen
opened-by = { $name } hat diesen Tisch eröffnet
with-players = mit { $names }
alone = noch niemand sonst
just-now = gerade eben

new-table = Tisch decken
chairs = Stühle
chair-number = Stuhl { $number }
chair-kind = Wer sitzt hier
chair-me = Du
chair-here = Jemand an diesem Gerät
chair-open = Wer über den Link kommt
chair-bot = Bot, { $level }
chair-name = Name
seat-count = So viele sitzen am Tisch
seat-order = Sitzordnung
seat-order-lot = Das Los entscheidet
seat-order-fixed = Wie hier aufgeführt
options = Optionen
own-value = Eigener Wert …
own-value-label = { $option }: dein eigener Wert
list-table = Diesen Tisch allen auf diesem Server zeigen
open-table = Tisch eröffnen
start-match = Partie beginnen
need-yourself = Halte einen Stuhl an diesem Gerät frei: für dich.
number-between = Von { $low } bis { $high }

waiting-room = Der Tisch wird gedeckt
waiting-room-hint = Schick deinen Mitspielern diesen Link. Sobald jeder Stuhl besetzt ist, geht es los.
waiting-room-guest = Sobald jeder Stuhl besetzt ist, geht es los.
invitation-link = Link für deine Mitspieler
copy-link = Link kopieren
copied = Kopiert
share-link = Link verschicken
qr-code = Der Link als Bild für die Kamera eines Telefons
chair-free = Freier Stuhl
chair-you = du
chair-away = nicht da
sit-down-as = Hier Platz nehmen als
sit-down = Hinsetzen
let-bot-play = Hier einen Bot spielen lassen
watching = Du schaust zu.
watch-hint = Du spielst nicht mit? Bleib und schau zu.
leave-table = Tisch verlassen
lot-decides = Die Plätze verteilt das Los, wenn es losgeht.

private-link = Auf einem anderen Gerät weiterspielen
private-link-hint = Wer diesen Link hat, spielt auf deinem Platz. Behalte ihn für dich.
private-link-of = Link deines Platzes, { $number }
copy-private-link = Link deines Platzes kopieren
claiming = Du nimmst deinen Platz ein …

rules-of = Regeln von { $game }
rules-contents = Auf dieser Seite
rules-by = Aus der Schachtel von { $credits }

loading = Einen Moment …
problem = Das hat nicht geklappt
problem-unreachable = Der Server ist nicht zu erreichen. Läuft er noch? Versuch es noch einmal.
problem-not-found = Hier ist nichts: Der Link stimmt nicht, oder der Tisch ist schon abgeräumt.
problem-unexpected = Da ist etwas schiefgegangen (Fehler { $status }). Versuch es noch einmal.
try-again = Noch einmal versuchen
lost = In diesem Fach steht nichts
lost-hint = Vielleicht hat sich in die Adresse ein Schreibfehler geschlichen.
lost-way = Zurück zu den Spielen
# --- end of shell ---

# --- Spielen im Terminal ---
terminal-welcome = { $game }: Schreib, was du tun möchtest, oder „help“.
terminal-help =
    Eine Aktion schreibt man wie in einem Protokoll, zum Beispiel: { $example }
    „legal“ zeigt alles, was geht, „rules“ die Regeln, „rules { $rule }“ eine davon, „quit“ hört auf.
terminal-not-understood = Das ist keine Aktion dieses Spiels. Eine wäre: { $example }
terminal-no-rule = Eine Regel { $rule } gibt es nicht.
terminal-thinking = { $name } denkt nach …
terminal-place = { $place }. { $seat }: { $score }
terminal-left = Bis zum nächsten Mal.
# --- Ende Terminal ---
