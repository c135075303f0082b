# Wörter, die jedes Spiel und jede Oberfläche braucht.
seat-name = Platz { $letter }
chance = Zufall
spectator = Zuschauer
level-random = Zufällig
level-weak = Schwach
level-medium = Mittel
level-strong = Stark
level-matched = Passt sich an

# --- derived ---
# Was zu einem Spiel gesagt wird, das es ableiten lässt, und warum niemand außer der Reihe handelt.
derived-your-turn = Du bist an der Reihe.
derived-wait = Warten auf { $seats }.
derived-chance = Der Zufall entscheidet.
derived-over = Die Partie ist zu Ende.
derived-action = { $action }
derived-score = Punkte
derived-cell = Feld { $cell }
derived-mark = Zeichen von { $seat }
derived-say-seat = { $seat }: { $action }
derived-say-seat-hidden = { $seat } tut etwas im Geheimen.
derived-say-chance = Zufall: { $action }
derived-say-chance-hidden = Der Zufall entscheidet im Geheimen.

refused-turn = { $seat } ist an der Reihe.
refused-chance = Warte, bis der Zufall entschieden hat.
refused-now = Gerade bleibt nichts dem Zufall überlassen.
refused-not-possible = Das ist gerade nicht möglich.
refused-over = Die Partie ist zu Ende.
# --- end of derived ---

# --- shell ---
# Die Seiten um den Tisch: Kopfzeile, Regal, neue Tische, Warteraum, Regeln.
language = Sprache
theme = Farben
theme-system = Wie das System
theme-light = Hell
theme-dark = Dunkel
sound-off = Ton ausschalten
sound-on = Ton einschalten
settings = Einstellungen
setting-confirm = Vor dem Senden fragen
setting-confirm-hint = Jeder Zug wird mit einem zweiten Tippen bestätigt; aus Versehen wird nichts gesendet.
setting-forced = Erzwungene Züge von selbst machen
setting-forced-hint = Gibt es nur einen Zug, wird er nach einem Augenblick gemacht, ohne dass du tippst.
setting-sound = Ton
setting-sound-hint = Kleine Geräusche von Holz und Papier.
setting-vibration = Vibration
setting-vibration-hint = Das Handy vibriert kurz, wenn du dran bist.
setting-bots = Züge der Bots
setting-bots-calm = in Ruhe zeigen
setting-bots-fast = schnell zeigen
setting-bots-skip = überspringen
to-the-shelf = Tischlein: zum Regal
skip-to-content = Zum Inhalt

what-to-play = Was spielen wir?
your-name = Dein Name
your-name-hint = Wie heißt du?
guest = Gast
bot-level = Stärke der Bots
on-level = { $level ->
    [weak] schwach
    [medium] mittel
    [strong] stark
    [matched] passt sich an
   *[other] { $level }
}
bot-name = { $level ->
    [random] Zufälliger Bot
    [weak] Schwacher Bot
    [medium] Mittlerer Bot
    [strong] Starker Bot
    [matched] Bot, der sich anpasst
   *[other] Bot { $level }
}
play-now = Gleich spielen
invite-friend = Mitspieler einladen
one-device = An einem Gerät
set-table = Tisch decken
read-rules = Regeln lesen
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
more-matches = { $count ->
    [one] Eine weitere Partie
   *[other] { $count } weitere Partien
}{ $turns ->
    [0] { "" }
   *[other] ; in { $turns } bist du dran
}
your-turn = Du bist dran
waiting-for-people = Wartet auf Mitspieler
in-progress = Läuft
match-over = Zu Ende
match-abandoned = Abgebrochen
open-tables = Offene Tische
finished-matches = Beendete Partien
match-waits = Deine Partie wartet im Regal.
match-bot-plays = Ein Bot spielt für dich, bis du wieder da bist.
match-back = Weiterspielen
preparing = Der Tisch wird gedeckt
preparing-hint = { $ready ->
    [one] Eines von { $games } Spielen ist bereit.
   *[other] { $ready } von { $games } Spielen sind bereit.
} So lange dauert nur der erste Start.
preparing-game = Das Spiel wird vorbereitet: Nur beim ersten Mal dauert es ein paar Sekunden.
documentation = Dokumentation (englisch)
licences = Lizenzen der Bestandteile
chairs-free = { $count ->
    [one] ein Stuhl frei
   *[other] { $count } Stühle frei
}
just-now = gerade eben

label = { $name }: { $what }
new-table = Tisch decken
chairs = Stühle
chair-number = Stuhl { $number }
chair-kind = Wer sitzt hier
chair-me = Du
chair-here = Jemand an diesem Gerät
chair-open = Wer über den Link kommt
chair-name = Name
chairs-no-chair = Ohne Stuhl: { $names }
seat-count = So viele sitzen am Tisch
seat-order = Sitzordnung
seat-order-lot = Durch das Los
seat-order-fixed = Wie hier aufgeführt
options = Optionen
teams-none = Alle für sich
teams-lot = Zwei Teams, ausgelost
teams-chosen = Zwei Teams, wie du magst
team = Team { $team }
team-change = { $name }: ins Team { $team }
teams-hint = Tipp oder zieh Leute ins andere Team. Sie sitzen in der Reihenfolge von oben.
order-forward = { $thing }, Platz { $place }: einen Platz nach vorn
own-value = Eigener Wert …
own-value-label = { $option }: eigener Wert
list-table = Diesen Tisch allen auf diesem Server zeigen
open-table = Tisch eröffnen
start-match = Partie beginnen
private-link-code = Als QR-Code
screen-open = Der Tisch auf einem großen Bildschirm
screen-sit-down = { $count ->
    [0] Alle Plätze sind besetzt.
    [one] Ein Platz ist frei. Setz dich mit deinem Handy dazu:
   *[other] { $count } Plätze sind frei. Setzt euch mit euren Handys dazu:
}
screen-fill = Vollbild
screen-window = Vollbild beenden
screen-leave = Zum Tisch
becomes-screen = Dieses Gerät wird zum großen Bildschirm für alle; gespielt wird auf den Handys.
need-yourself = Halte an diesem Gerät einen Stuhl für dich frei.
number-between = Von { $low } bis { $high }

waiting-room = Der Tisch wird gedeckt
waiting-room-hint = Schick deinen Mitspielern diesen Link. Sobald jeder Stuhl besetzt ist, geht es los.
waiting-rated = Diese Partie wird gewertet: Alle hier haben eine Spielerkarte.
waiting-rated-if = Wenn auch die anderen mit Spielerkarte Platz nehmen, wird diese Partie gewertet.
waiting-rated-leave = Wer dann geht und einen Bot für sich spielen lässt, bekommt trotzdem das Ergebnis seines Platzes.
waiting-room-kept = Am letzten Tisch führt ein Knopf die anderen hierher. Sobald jeder Stuhl besetzt ist, geht es los.
waiting-room-guest = Sobald jeder Stuhl besetzt ist, geht es los.
invitation-link = Link für deine Mitspieler
link-only-here = Dieser Link funktioniert nur auf diesem Rechner. Zum Teilen in deinem Netz starte Tischlein mit { $option }.
copy-link = Link kopieren
copied = Kopiert
share-link = Link verschicken
qr-code = QR-Code des Links, für die Kamera eines Handys
chair-free = Freier Stuhl
chair-you = du
chair-rename = Umbenennen
chair-renamed = So heiße ich
chair-away = nicht da
chair-another = Noch jemand an diesem Gerät
chair-another-name = Wer noch?
sit-down = Hinsetzen
sit-down-together = Zusammen hinsetzen: { $names }
let-bot-play = Hier einen Bot spielen lassen
watch-hint = Du spielst nicht mit? Bleib und schau zu.
waiting-chance = Die Geräte am Tisch tragen ihren Teil zum Zufall bei; dann beginnt die Partie.
waiting-chance-for = Warten, höchstens ein paar Sekunden lang, auf: { $names }.
leave-table = Tisch verlassen

leave-table-ask = Den Tisch verlassen?
leave-table-hint = Dein Platz bleibt dir: Die Partie wartet im Regal. Oder ein Bot spielt, bis du wieder da bist.
leave-stay = Hierbleiben
leave-to-shelf = Zum Regal
leave-waiting = Zum Regal, ich komme wieder
table-links = Links dieses Tisches
link-to-join = Zum Mitspielen oder Zuschauen
link-to-watch = Zum Zuschauen
put-away = Fertig
private-link = Auf einem anderen Gerät weiterspielen
private-link-hint = { $count ->
    [one] Wer diesen Link hat, spielt auf deinem Platz. Behalte ihn für dich.
   *[other] Wer einen dieser Links hat, spielt auf den Plätzen, die er öffnet. Behaltet sie für euch.
}
private-link-of = Link zum Platz von { $name }
private-links = Alle Plätze dieses Geräts zusammen
private-links-of = Link zu den Plätzen von { $names }
copy-private-link = Link deines Platzes kopieren
copy-private-link-of = Link zum Platz von { $name } kopieren
copy-private-links = Privaten Link zu allen diesen Plätzen kopieren
renew-link = Neuen Link machen
renew-link-hint = Der alte Link und alle anderen Geräte verlieren dann deinen Platz; nur Geräte mit deiner Spielerkarte behalten ihn.
renewed-link = Dieser Link ist neu. Der alte öffnet nichts mehr.
forget-device = Dieses Gerät abmelden
forget-device-hint = Es verliert sofort alle seine Plätze; die privaten Links deiner Plätze öffnen sie wieder. Wer es nach dir benutzt, sieht nichts von dir.
forget-device-sure = Abmelden
claiming = Du nimmst deinen Platz ein …
seat-to-table = Zum Tisch
seats-lacking = { $count ->
    [one] Einen der Plätze dieses Links hast du auf diesem Gerät nicht: Sein Teil des Links öffnet keinen Platz mehr.
   *[other] { $count } der Plätze dieses Links hast du auf diesem Gerät nicht: Ihre Teile des Links öffnen keinen Platz mehr.
} Vielleicht gibt es inzwischen einen neuen Link: Wer den Platz hat, kann ihn dir zeigen.

rules-of = Regeln von { $game }
rules-contents = Auf dieser Seite
rules-by = Aus der Schachtel von { $credits }

trouble-unreachable = Der Server ist nicht zu erreichen. Läuft er noch? Versuch es noch einmal.
trouble-unanswered = Vom Server ist keine Antwort gekommen. Vielleicht ist es trotzdem geschehen: Schau nach, bevor du es noch einmal versuchst.
trouble-not-found = Hier ist nichts: Der Link stimmt nicht, oder der Tisch ist schon abgeräumt.
trouble-unexpected = Da ist etwas schiefgegangen (Fehler { $status }). Versuch es noch einmal.
trouble-no-cookies = Dieser Browser behält keine Cookies, und nur daran erkennt ein Platz dich wieder. Erlaub sie für diese Seite und versuch es noch einmal.
try-again = Noch einmal versuchen
lost = In diesem Fach steht nichts
lost-hint = Vielleicht hat sich in die Adresse ein Schreibfehler geschlichen.
lost-way = Zurück zu den Spielen
leave-to-bot = Eine Weile weg: Ein Bot spielt, bis ich wieder da bin
leave-to-other = Jemand anderes spielt für mich weiter
leave-to-other-hint = Schick diesen Link, bevor du aufstehst. Wer ihn öffnet, sieht zu, und spielt für dich weiter, sobald alle zustimmen, die noch spielen: mit allem, was an deinem Platz geheim ist. Bist du vorher wieder da, bleibt der Platz deiner.
leave-to-other-link = Für die Person, die weiterspielt
leave-to-other-go = Aufstehen
# --- end of shell ---

# --- Spielen im Terminal ---
terminal-welcome = { $game }: Schreib, was du tun möchtest, oder „help“.
terminal-help =
    Einen Zug schreibt man wie in einer Mitschrift, zum Beispiel: { $example }
    „legal“ zeigt alles, was geht, „rules“ die Regeln, „rules { $rule }“ eine davon, „quit“ hört auf.
terminal-not-understood = Das ist kein Zug dieses Spiels. Einer wäre: { $example }
terminal-more = { $count ->
    [one] … und eine weitere.
   *[other] … und { $count } weitere.
} „legal { $beginning }“ zeigt nur, was so beginnt.
terminal-no-rule = Eine Regel { $rule } gibt es nicht.
terminal-thinking = { $name } denkt nach …
terminal-place = { $place }. { $seat }: { $score }
terminal-left = Bis zum nächsten Mal.
# --- Ende Terminal ---

# --- Gäste, die in Worten spielen ---
guest-actions = Was du tun kannst, in je einer Zeile:
guest-more = { $count ->
    [one] … und eine weitere.
   *[other] … und { $count } weitere.
}
# --- Ende Gäste ---

# --- table ---
# Die Tischseite: Brett, Plätze, Verlauf, Regeln, Wiederholung, Ergebnis.
table-board = Spielbrett
table-board-told = Das Spielbrett in Worten
table-seats = Plätze
table-column = Verlauf und Regeln
table-log = Verlauf
table-rules = Regeln
table-result = Ergebnis
table-connecting = Der Tisch wird gedeckt …
table-reconnecting = Die Verbindung ist weg. Sie kommt von selbst wieder …
table-overdue = Noch ist keine Antwort da …
table-awaits-absent = { $names } { $count ->
    [one] ist
   *[other] sind
} gerade nicht da.{ $soon ->
    [yes] { " " }Nach einer Minute kann ein Bot einspringen.
   *[no] { "" }
}
table-abandoned = Diese Partie wurde abgebrochen
table-abandoned-hint = Alle, die hier saßen, sind aufgestanden, bevor es losging.
table-gone = Diesen Tisch gibt es nicht
table-gone-hint = Die Partie gibt es nicht, oder sie ist längst abgeräumt.
table-loading = Einen Moment …

table-choosable = wählbar
table-picked = gewählt
table-stack = { $count } × { $thing }
table-thing-there = { $thing } ({ $place })
table-confirm = Bestätigen
table-skip = Zu meinem Zug
table-back = Zurücknehmen
table-choose-what = Was kommt hierhin?
table-mark-loss = Verloren ginge: { $thing }.
table-mark-gain = Gewonnen wäre: { $thing }.
table-mark-warn = Vorsicht: { $thing }.
table-mark-info = Es betrifft: { $thing }.
table-open-rule = Regel aufschlagen:{ " " }
table-close = Schließen

table-draft = { $count ->
    [one] Ausprobiert, noch nicht gezogen
   *[other] { $count } Schritte ausprobiert, noch nicht gezogen
}
table-draft-start-over = Von vorn
table-talk = Plaudern
talk-unread = { $count ->
    [one] eine neue Bemerkung
   *[other] { $count } neue Bemerkungen
}
talk-nothing = Noch hat niemand etwas gesagt.
talk-hushed = Du hörst an diesem Tisch niemanden.
talk-reactions = Zurufe
talk-say = Sag etwas
talk-send = Sagen
talk-settings = Wer zu hören ist
talk-hush = Alles Plaudern an diesem Tisch stummschalten
talk-mute = { $name } stummschalten
talk-rule = An diesem Tisch
talk-rule-off = plaudert niemand
talk-rule-friends = plaudern nur, die mitspielen
talk-rule-open = plaudern alle, auch wer zuschaut
talk-ruled-off = An diesem Tisch ist das Plaudern ausgeschaltet.
talk-ruled-friends = Nur wer mitspielt, liest mit.
talk-ruled-open = Auch wer zuschaut, plaudert mit.
talk-asks-advice = hat gefragt, was ein Profi tun würde
talk-asks-advice-at-seat = { $name } fragt, was ein Profi tun würde
talk-refused = { $what ->
    [back] möchte keinen Zug zurücknehmen lassen
    [pause] möchte keine Pause
    [end] möchte die Partie nicht ohne Ergebnis beenden
    [time] möchte keine weitere Zeit geben
    [take-over] möchte den Platz niemandem geben
   *[stand-in] möchte keinen Bot spielen lassen
}
talk-lapsed = { $what ->
    [back] Es wird nichts zurückgenommen: Die Partie ist schon weitergegangen.
    [stand-in] Ob ein Bot spielt, muss niemand mehr entscheiden.
    [take-over] Wer auf diesem Platz weiterspielt, ist nicht mehr zu entscheiden.
    [time] Mehr Zeit braucht es nicht mehr, oder sie käme zu spät.
   *[other] Aus dem Wunsch wird nichts: Das geht jetzt nicht mehr.
}
reaction-luck = Viel Glück!
reaction-bravo = Bravo!
reaction-thanks = Danke!
reaction-laugh = Haha!
reaction-wow = Oh!
reaction-ouch = Autsch!
reaction-hmm = Hm …
reaction-tea = Gleich zurück
talk-rule-new = Plaudern
advice = Was ein Profi tun würde
advice-ask = Was würde ein Profi tun?
advice-short = Rat
advice-told = Alle am Tisch erfahren, dass du fragst.
advice-thinks = Der Profi denkt nach …
advice-waits = Hier heißt es abwarten.
advice-share = Anteil am Nachdenken
advice-value = Deine Aussichten: { $percent } %.
advice-wins = Das gewinnt mit Sicherheit.
advice-loses = Das ist nicht mehr zu retten.
advice-draws = Bei gutem Spiel endet es unentschieden.
advice-no-estimate = Das wäre die Wahl; eine Einschätzung gibt es nicht.
advice-then = Danach ist zu erwarten:
advice-aimed = wo es eingezeichnet ist
advice-allow = Wer spielt, darf um Rat fragen
advice-allow-hint = Jedes Mal erfahren es alle am Tisch.
programs-allow = Programme dürfen von sich aus Platz nehmen
programs-allow-hint = Wen du einlädst, darf immer; alle sind als Programme gekennzeichnet.
program-chair = { $name } (Programm von { $owner })
program-named = { $name } (Programm)
program-mark = Programm
table-send-ask = Diesen Zug senden?
table-send = Zug senden
table-draft-void = Inzwischen ist etwas geschehen. Was du ausprobiert hattest, gilt nicht mehr.

table-buzzers = Buzzer
table-buzz-first = Drück zuerst deinen Buzzer.
table-idle-target = Hier ist jetzt nichts zu tun.
table-buzz-hint = Wer es weiß, drückt zuerst.
table-buzz = Buzzer von { $name }
table-buzz-claims = { $name }: { NUMBER($seconds, minimumFractionDigits: 2, maximumFractionDigits: 2) } s. Was ist es?
table-buzz-release = Die anderen weitermachen lassen
table-race-over = Zu spät: Es ist schon entschieden.
table-claimed = Gemeldet nach { NUMBER($seconds, minimumFractionDigits: 2, maximumFractionDigits: 2) } s
table-time-left = Bedenkzeit
table-seconds = { $seconds } s

table-thinks = überlegt
table-warms-up = läuft sich warm
table-bot-waits = wartet auf einen Server
table-to-move = ist dran
table-you = du
table-same-device = an diesem Gerät
table-here-too = auch hier
table-present = ist da
table-away = ist nicht da
table-away-brief = nicht da
table-out = raus
table-watching = Du schaust zu.
table-bot = Bot · { $level }
table-stand-in = ein Bot springt ein
table-released = ein Bot, bis jemand kommt
table-released-empty = Platz für jemand anderen
table-stand-in-brief = ein Bot
table-bot-takes-over = { $why ->
    [resigned] { $name } hat aufgegeben; ein Bot spielt weiter.
    [time] Die Zeit von { $name } war um; ein Bot spielt weiter.
   *[away] Für { $name } springt ein Bot ein.
}
table-score = Punkte:{ " " }
table-let-bot-play = Bot einspringen lassen
table-take-back = Wieder selbst spielen
table-let-bot-play-for = Bot für { $name } einspringen lassen
table-take-back-as = Wieder als { $name } spielen
table-holdings = Was { $name } hat
table-tray-hand = Vorrat
table-tray-stock = Stapel
table-tray-captured = Gewonnen
table-tray-table = Auf dem Tisch
table-tray-empty = nichts mehr da

table-log-empty = Noch ist nichts passiert.
table-show-position = Stellung nach diesem Zug zeigen
table-replay = Wiederholung
table-replay-at = Zug { $number } von { $last }
table-replay-back = Einen Zug zurück
table-replay-forward = Einen Zug weiter
table-replay-play = Von selbst weiterspielen
table-replay-pause = Anhalten
table-replay-position = Gezeigter Zug
table-replay-live = Zurück zur Partie
table-replay-end = Zum Ende

table-won = { $name } gewinnt!
table-you-won = Du gewinnst!
table-you-shared = Ihr gewinnt zusammen!
table-you-lost = Du hast verloren
table-you-lost-by = { $points ->
    [one] Um einen Punkt verloren
   *[other] Um { $points } Punkte verloren
}
table-you-lost-tie = Bei Gleichstand verloren
table-last-word = Der letzte Zug
table-lay = Hierhin legen
table-next-place = Wohin damit?
table-next-piece = Womit?
table-shared = { $names } gewinnen zusammen!
table-drawn = Unentschieden!
table-alone = Geschafft!
table-total = Summe
table-standing = Platzierung
table-rematch = Noch einmal spielen
table-to-rematch = Zur nächsten Partie
table-next = Zusammen etwas anderes spielen
table-no-rematch = Das hat nicht geklappt. Versuch es noch einmal.
table-replay-match = Ansehen
table-record = Mitschrift
table-fair = Der Zufall war fair: auf diesem Gerät nachgerechnet
table-fair-record = Die Ziehungen gehen auf: auf diesem Gerät nachgerechnet
table-unfair = Der Beweis für den Zufall geht nicht auf
table-fair-how = Bevor irgendjemand etwas beitrug, hat der Server sein Geheimnis mit diesem Fingerabdruck festgelegt. Dann hat jedes Gerät eigene Zufallsbytes ebenso festgelegt und sie erst gezeigt, als alle festlagen. Jedes Mischen und jeder Wurf folgt aus ihnen und dem Geheimnis. Welche Ergebnisse möglich waren, sagt der Server; „tischlein verify“ prüft anhand der Mitschrift auch das.
table-fair-commitment = Fingerabdruck vom Anfang
table-fair-secret = Geheimnis, nun aufgedeckt
table-fair-contributions = Zufallsbytes derer am Tisch
table-fair-unknown = Der Beweis für den Zufall ist gerade nicht zu haben.
table-fair-checking = Der Zufall wird nachgerechnet …
table-fair-counted = Dieses Gerät hat sich die Fingerabdrücke vor dem Start gemerkt, seine eigenen Zufallsbytes zählen mit, und es hat jede Ziehung nachgerechnet.
table-fair-left-out = Dieses Gerät hat sich den Fingerabdruck vor dem Start gemerkt, seine Zufallsbytes aber nicht rechtzeitig gezeigt: Der Zufall kam ohne sie aus. Deshalb kann es nicht sagen, ob der Server alle anderen vorher kannte.
table-fair-noted = Dieses Gerät hat sich den Fingerabdruck vor dem Start gemerkt, selbst aber nichts zum Zufall beigetragen: Wer den Ziehungen traut, traut jemandem, der es tat.
table-fair-unnoted = Dieses Gerät hat sich vor dem Start nichts gemerkt. Es kann sagen, dass die Mitschrift zu sich selbst passt, nicht, dass es die vom Anfang ist.
table-fair-openly = Diese Partie hat nach dem früheren Verfahren begonnen, in dem die Beiträge offen ankamen.
table-fair-draws = Nachgerechnete Ziehungen
table-part-left-out = ausgelassen, nicht rechtzeitig gezeigt
table-part-none = nichts
table-left-out = Für den Zufall ausgelassen, weil von dort nicht rechtzeitig eine Antwort kam: { $names }
table-put-out = { $count ->
    [one] Dieses Gerät hat den Platz von { $names } nicht mehr:
   *[other] Dieses Gerät hat die Plätze von { $names } nicht mehr:
} Auf einem anderen Gerät ist ein neuer privater Link gemacht oder die Spielerkarte abgemeldet worden.
table-unfair-commitment = Der Fingerabdruck ist nicht der, den sich dieses Gerät vor dem Start gemerkt hat.
table-unfair-secret = Das Geheimnis passt nicht zum Fingerabdruck.
table-unfair-hash = Die Zufallsbytes von { $name } sind nicht die, die vor dem Start festgelegt wurden.
table-unfair-hashes = Vor dem Start lagen andere Zufallsbytes fest, als diese Mitschrift hat.
table-unfair-own = Die Zufallsbytes dieses Geräts fehlen oder sind andere geworden.
table-unfair-lot = Die Plätze sind nicht die, die das Los verteilt hat.
table-unfair-draw = Ereignis { $number } ist nicht das, was gezogen wurde.
table-unfair-seen = Die Liste der Ziehungen ist nicht die der Partie, die hier zu sehen war.
table-unfair-form = Der Beweis ist nicht so geschrieben, wie Beweise es sind.

table-hand-over = Gib das Gerät an { $name }
table-hand-over-hint = Alle anderen schauen jetzt weg.
table-i-am = Ich bin { $name }: Zeig mir meine Hand
table-meanwhile = Inzwischen:
table-take-over = Als { $name } spielen
table-take-over-here = Spielen
table-give-back = Zurück zu { $name }

table-keys = Spielen mit der Tastatur
table-keys-short = Tasten
table-keys-tab = Von Gruppe zu Gruppe: Knöpfe, Brett, Hand, Verlauf
table-keys-arrows = Von Ziel zu Ziel
table-keys-page = Zu dem, was du gerade wählen kannst
table-keys-enter = Wählen; noch einmal zum Bestätigen
table-keys-escape = Zurücknehmen, schließen
table-keys-undo = Ausprobiertes zurücknehmen
table-keys-buzzers = Beim Wettlauf an einem Gerät: die Buzzer
table-keys-race = Beim Wettlauf: was gewählt werden kann, der Reihe nach
table-keys-main = Beim Wettlauf: der wichtigste Knopf, sonst das Letzte
table-keys-board = Zum Brett
table-keys-hand = Zu deiner Hand
table-keys-aim = Beim Zielen: verschieben; mit Umschalt zehn Schritte
table-keys-turn = Beim Zielen: drehen; Buchstaben mit Umschalt zehnmal
table-keys-zoom = Größer, kleiner, das ganze Brett
table-keys-help = Dieses Blatt

table-aim-at = Stelle { $place } von { $places }
table-aim-turned = Stelle { $place } von { $places }, um { $angle }° gedreht
table-aim-beneath = { $position }. Darunter, von links: { $things }.
table-aim-release = Loslassen
table-aim-left = Nach links drehen
table-aim-right = Nach rechts drehen
table-zoom = Größe des Bretts
table-zoom-in = Größer
table-zoom-out = Kleiner
table-zoom-fit = Das ganze Brett
# --- end of table ---

# --- lessons ---
# Erste Partien: was um die Sätze der Spiele herum steht.
lesson-of = Erste Partie: { $game }
lesson-start = Erste Partie
lesson-go-on-at = Erste Partie, ab { $step } von { $steps }
lesson-offer = Neu hier? Eine erste Partie zeigt dir in drei Minuten, wie ein Spiel geht.
lesson-offer-take = { $game } lernen
lesson-offer-decline = Nein, danke
lesson-step = Schritt { $step } von { $steps }
lesson-next-target = Als Nächstes: { $thing }.
lesson-next = Weiter
lesson-again = Noch einmal
lesson-skip = Überspringen
lesson-finish = Fertig
lesson-over = Mehr brauchst du nicht. Der Rest kommt beim Spielen; die Regeln stehen neben jedem Tisch.
lesson-from-start = Von vorn
lesson-shelf = Zurück zum Regal
lesson-otherwise = Das wäre auch erlaubt. Hier geht es um das Markierte.
lesson-go-on = Dieser Schritt ist geschafft: Oben geht es weiter.
lesson-no-past = Auf eine erste Partie kann man nicht zurückschauen. Fang den Schritt lieber noch einmal an.
lesson-none = Keine erste Partie
lesson-none-hint = Dieses Spiel hat keine erste Partie zum Mitmachen. Seine Regeln stehen neben jedem Tisch.
# --- end of lessons ---

# --- decisions ---
match-ended = Vorzeitig beendet
chair-kept = Aufgehoben für { $name }
chair-free-it = Stuhl frei machen
chair-open-to-all = Für alle öffnen
chair-freed = { $count ->
    [one] Der Stuhl von { $names } ist frei gemacht worden.
   *[other] Die Stühle von { $names } sind frei gemacht worden.
}
decide = Gemeinsam entscheiden
decide-hint = Die anderen werden gefragt, und es geschieht, wenn sie einverstanden sind.
decide-hint-alone = Du spielst nur mit Bots: Es geschieht sofort.
decide-hint-here = Alle Menschen sitzen an diesem Gerät: Es geschieht sofort.
decide-back = Meinen letzten Zug zurücknehmen
decide-back-here = Letzten Zug an diesem Gerät zurücknehmen
decide-pause = Pause machen
decide-resume = Weiterspielen
decide-end = Die Partie ohne Ergebnis beenden
decide-resign = Aufgeben
decide-resign-for = Für { $name } aufgeben
decide-resign-ask = Gibst du auf? Bleibt nur eine Seite übrig, ist die Partie aus; sonst spielt ein Bot für dich weiter.
decide-resign-ask-alone = Gibst du auf? Dann ist die Partie aus.
decide-play-on = Nein, weiterspielen
decide-nothing = Gerade gibt es nichts zu entscheiden.
decision-end = { $name } möchte die Partie ohne Ergebnis beenden.
decision-back = { $name } möchte den eigenen letzten Zug zurücknehmen.
decision-pause = { $name } möchte Pause machen.
decision-resume = { $name } möchte weiterspielen.
decision-stand-in = { $about } ist weg. { $name } möchte einen Bot spielen lassen, bis { $about } wieder da ist.
decision-take-over = { $whose ->
    [bot] { $name } möchte für den Bot { $about } weiterspielen.
   *[person] { $name } möchte für { $about } weiterspielen.
}
decision-time = { $name } bittet um mehr Zeit: { $time }.
decision-waits = Gewartet wird auf { $names }.
decision-agree = Einverstanden
decision-refuse = Lieber nicht
decision-withdraw = Doch nicht
decision-refused = { $name } { talk-refused }.
decision-lapsed = { talk-lapsed }
decision-paused = Die Partie macht Pause.
decision-unattended = Der Tisch wartet auf einen Server, der für ihn rechnet. Sobald einer da ist, geht die Partie von selbst weiter.
table-resigned = hat aufgegeben; ein Bot spielt weiter
table-gave-up = hat aufgegeben
table-resigned-brief = gab auf
table-ended-resigned = { $count ->
    [one] { $names } hat aufgegeben. Die Partie ist aus.
   *[other] { $names } haben aufgegeben. Die Partie ist aus.
}
table-decided-resigned = { $count ->
    [one] { $names } hat aufgegeben.
   *[other] { $names } haben aufgegeben.
} { $won ->
    [one] { $winners } gewinnt.
   *[other] { $winners } gewinnen.
}
table-ended-agreed = Die Partie wurde ohne Ergebnis beendet; alle waren einverstanden.
table-ended-rules = Die Partie wurde beendet: Die Regeln haben sich seither geändert.
# Whoever comes in the middle of a match, and plays on for a bot.
late-open = { $whose ->
    [bot] Für einen Bot weiterspielen
    [person] Für { $name } weiterspielen
   *[some] Für jemanden weiterspielen
}
late-hint = Gefragt wird, wer mitspielt. Stimmen alle zu, hast du, was der Platz hat, und spielst von da an weiter. In deiner Statistik zählt die Partie nicht.
late-hint-beside = Gefragt wird, wer sonst noch mitspielt. Dein Gast hat dann, was der Platz hat, und spielt von da an weiter.
late-for = Für wen
late-ask = Fragen
late-watch = Weiter zuschauen
late-beside = Noch jemand hier spielt mit
late-came = { $whose ->
    [bot] { $name } spielt für den Bot weiter.
   *[person] { $name } spielt für { $about } weiter.
}
late-stays = Der Bot spielt weiter.
late-back = { $name } ist wieder da.
late-log = { $level ->
    [none] { $name } spielt ab hier weiter.
   *[other] { $name } spielt ab hier weiter. Bisher: { bot-name }.
}
late-result = { $level ->
    [none] { $name } spielt seit Zug { $number }.
   *[other] { $name } spielt seit Zug { $number }. Vorher: { bot-name }.
}
# --- end of decisions ---

# --- time ---
# Wie viel Zeit alle haben, und wie viel davon übrig ist.
time-none = ohne Grenze
time-each-move = Eine Frist für jeden Zug
time-whole-match = Eine Uhr für die Partie
time-move = { $time } je Zug
time-match = { $time }, je Zug { $increment } dazu
time-match-alone = { $time } für die ganze Partie
time-days = { $count ->
    [one] ein Tag
   *[other] { $count } Tage
  }
time-hours = { $count ->
    [one] eine Stunde
   *[other] { $count } Stunden
  }
time-minutes = { $count ->
    [one] eine Minute
   *[other] { $count } Minuten
  }
time-seconds = { $count ->
    [one] eine Sekunde
   *[other] { $count } Sekunden
  }
time-short-days = { $days } T { $hours } Std
time-short-hours = { $hours } Std { $minutes } Min
time-then = Wenn die Zeit um ist
time-then-lose = wer keine mehr hat, verliert
time-then-bot = { $bot } spielt weiter
time-left = noch { $time }
time-of = { $name }: noch { $time }
time-near = Die Zeit von { $name } wird knapp: noch { $time }.
time-near-you = Deine Zeit wird knapp: noch { $time }.
time-over = Die Zeit war um; ein Bot spielt weiter
time-over-brief = Zeit um
time-lost = hat auf Zeit verloren
time-give = Den anderen Zeit geben: { $time }
time-ask = Die anderen um Zeit bitten: { $time }
time-given = gibt den anderen mehr Zeit: { $time }
time-starts-within = Spätestens nach dieser Zeit beginnt die Partie auch so: { $time }.
table-decided-overdue = Die Zeit war um für { $names }. { $won ->
    [one] { $winners } gewinnt.
   *[other] { $winners } gewinnen.
}
table-ended-overdue = Die Zeit war um für { $names }. Die Partie ist aus.
# --- end of time ---

# --- server ---
problem-card-already = Dieses Gerät ist schon bei einer Spielerkarte angemeldet. Melde es erst ab.
problem-no-card = Dieses Gerät ist bei keiner Spielerkarte angemeldet.
problem-no-passkeys-here = Unter dieser Adresse gehen Passkeys nicht. Nimm den Ersatzcode.
problem-passkey = Dieser Passkey öffnet hier keine Spielerkarte. Versuch es noch einmal, oder nimm den Ersatzcode.
problem-passkeys-full = Eine Spielerkarte hat höchstens { $most } Passkeys. Entferne erst einen.
problem-recovery-code = Dieser Code öffnet keine Spielerkarte. Stimmt jeder Buchstabe?
problem-remark = Was du sagst, hat 1 bis { $longest } sichtbare Zeichen.
problem-reaction = Es gibt diese Zurufe: { $reactions }.
problem-no-talk = Wer diesen Tisch eröffnet hat, hat das Plaudern ausgeschaltet.
problem-talk-too-fast = Du hast gerade viel gesagt. Warte einen Augenblick.
problem-no-advice = An diesem Tisch gibt es keinen Rat.
problem-nothing-to-advise = Für dich gibt es gerade nichts zu entscheiden.
problem-abandoned = Diese Partie wurde abgebrochen. Niemand kann weiterspielen.
problem-address-connections = { $seconds ->
    [one] In deinem Netz sind zu viele Fenster zugleich offen. Schließ einige und versuch es in 1 Sekunde noch einmal.
   *[other] In deinem Netz sind zu viele Fenster zugleich offen. Schließ einige und versuch es in { $seconds } Sekunden noch einmal.
}
problem-again-elsewhere = Wer sich wie in der Partie davor hinsetzt, bekommt den Stuhl von dort. Wähl keinen Stuhl, und setz dich zu niemandem dazu.
problem-already-seated = Du sitzt schon an diesem Tisch.
problem-bots-alone = { $most } deiner Tische, an denen nur Bots sitzen, spielen noch. Warte, bis einer fertig ist.
problem-bots-alone-of-network = Aus deinem Netz spielen viele Tische, an denen nur Bots sitzen. Warte, bis einer fertig ist.
problem-busy = { $seconds ->
    [one] Gerade sehen sich viele alte Partien an. Versuch es in 1 Sekunde noch einmal.
   *[other] Gerade sehen sich viele alte Partien an. Versuch es in { $seconds } Sekunden noch einmal.
}
problem-chair-not-free = Dieser Stuhl ist nicht für dich frei. Nimm einen anderen.
problem-chair-taken = Auf diesem Stuhl sitzt schon jemand.
problem-chairs-kept = Die freien Stühle sind für die aufgehoben, die vorher dort saßen.
problem-claim-pending = Du hast dich schon gemeldet; der Tisch vergleicht gerade die Zeiten.
problem-command-id = Ein Zug braucht eine Kennung von 1 bis { $longest } druckbaren Zeichen.
problem-connections = Zu viele Fenster schauen auf diesen Tisch. Schließ einige und versuch es noch einmal.
problem-contribution = Ein Beitrag zum Zufall hat 16 bis 64 Bytes, geschrieben als Hexadezimalziffern.
problem-contribution-bound = Dein Beitrag zum Zufall liegt schon fest, oder es ist zu spät für einen.
problem-contribution-copied = Zwei Beiträge zum Zufall können nicht gleich sein.
problem-contribution-early = Beiträge zum Zufall werden gezeigt, wenn alle durch ihre Hashes festliegen, nicht vorher.
problem-contribution-hash = Der Hash eines Beitrags zum Zufall besteht aus 64 Hexadezimalziffern.
problem-contribution-unbound = Das ist nicht der Beitrag zum Zufall, der durch seinen Hash festgelegt wurde.
problem-draft-complete = Dein Zug endet schon vor diesem Schritt.
problem-ended = Diese Partie ist beendet. Niemand kann weiterspielen.
problem-game = Im Regal steht kein Spiel { $game }.
problem-game-gone = Das Spiel { $game } gibt es auf diesem Server nicht mehr.
problem-gone-on = Am Tisch ging es inzwischen weiter. Schau noch einmal hin und wähl dann neu.
problem-host = Dies ist ein Tischlein-Server, und { $name } ist nicht sein Name. Auf seinem eigenen Rechner heißt er localhost; wer ihn betreibt, kann ihm mit --public-url einen anderen Namen sagen.
problem-host-only = Das darf nur, wer den Tisch eröffnet hat.
problem-language = Es gibt diese Sprachen: { $languages }.
problem-lesson-step = Die erste Partie hat die Schritte 1 bis { $steps }.
problem-level = Bots dieses Spiels haben eine dieser Stärken: { $levels }.
problem-link-expired = Dieser private Link ist älter als { $days } Tage. Mach einen neuen auf einem Gerät, das den Platz noch hat.
problem-kept-too-fast = Aus deinem Netz ist in den letzten Tagen sehr viel begonnen worden. Versuch es in { $seconds ->
        [one] einer Sekunde
       *[other] { $seconds } Sekunden
    } noch einmal.
problem-listed-too-fast = Aus deinem Netz sind zuletzt viele Tische eröffnet worden, an die sich jeder setzen kann. Eröffne diesen nur für die, die den Link haben, oder versuch es in { $seconds ->
        [one] einer Sekunde
       *[other] { $seconds } Sekunden
    } noch einmal.
problem-match = Diese Partie gibt es nicht. Der Link stimmt nicht, oder der Tisch wurde abgeräumt.
problem-match-broken = Was von dieser Partie gespeichert ist, lässt sich nicht lesen. Alle anderen Partien sind unversehrt.
problem-message = Der Server hat diese Nachricht nicht verstanden.
problem-method = So lässt sich diese Adresse nicht benutzen.
problem-name = Ein Name hat 1 bis { $longest } Zeichen, wenigstens einen Buchstaben oder eine Ziffer und keine unsichtbaren Zeichen.
problem-name-taken = An diesem Tisch heißt schon jemand { $name } oder so, dass es gleich aussieht. Wähl einen anderen Namen.
problem-no-bot = Diesen Platz überlässt gerade niemand einem anderen.
problem-no-drafts = Hier lässt sich nichts ausprobieren.
problem-no-lesson = Dieses Spiel hat keine erste Partie.
problem-no-proof = Diese Partie stammt aus einer Mitschrift, die ihren Zufall nicht belegt.
problem-no-proposal = Es wird nichts mehr entschieden.
problem-no-stand-in = Für diesen Platz kann kein Bot spielen.
problem-stand-in-clocks = An diesem Tisch laufen Uhren: Wer weg ist, hat die Zeit, die sie zeigen.
problem-no-taking-back = In diesem Spiel zählt, wer am schnellsten ist; da wird nichts zurückgenommen.
problem-nobody-agrees = Hier spielt niemand, der zustimmen könnte. Nur wer den Tisch eröffnet hat, kann sich dazusetzen.
problem-nobody-to-dismiss = Von diesem Stuhl lässt sich niemand wegschicken.
problem-not-allowed = Das darfst du nicht.
problem-not-an-action = Das ist kein Zug dieses Spiels.
problem-not-found = Unter dieser Adresse ist nichts.
problem-not-over = Die Partie ist noch nicht zu Ende.
problem-not-running = Die Partie läuft nicht.
problem-not-started = Die Partie hat noch nicht begonnen.
problem-not-your-seat = Du schaust zu; dieser Platz ist nicht deiner.
problem-nothing-to-take-back = Du hast noch nichts getan, was sich zurücknehmen ließe.
problem-options = Diese Optionen gehen nicht: { $reason }.
problem-origin = Die Anfrage kam von der Seite eines anderen Servers.
problem-other-seat = Dort sitzt jemand anderes; mit diesen Augen siehst du die Partie erst, wenn sie zu Ende ist.
problem-other-version = Diese Partie folgt einer anderen Fassung der Regeln, die es hier nicht gibt. Ihre Züge sind aufbewahrt, lassen sich aber nicht zeigen.
problem-paused = Die Partie macht Pause.
problem-players-only = Das dürfen nur die, die hier mitspielen.
problem-proposal-pending = Gerade wird etwas anderes entschieden. Das muss erst beantwortet oder zurückgezogen sein.
problem-no-programs = An diesem Tisch sind Programme nicht erwünscht.
problem-not-invited = An diesem Tisch ist kein Stuhl für dich freigehalten.
problem-program = Dieses Programm kennt der Server nicht.
problem-program-busy = Dieses Programm ist beschäftigt: Es spielt schon an zu vielen Tischen oder ist dort gefragt. Versuch es später noch einmal.
problem-program-game = { $name } kann dieses Spiel nicht.
problem-program-here = { $name } ist schon an diesem Tisch.
problem-program-owner = Sag in 1 bis { $longest } Zeichen, wer für das Programm einsteht.
problem-program-token = Dieser Schlüssel öffnet nichts: Er ist falsch, oder er gilt nicht mehr.
problem-range = Die Partie hat bisher { $last ->
    [one] ein Ereignis
   *[other] { $last } Ereignisse
  }, und ein Bereich beginnt vor seinem Ende.
problem-record-broken = Diese Mitschrift hält sich nicht an die Regeln ihres Spiels.
problem-record-day = Der Tag in dieser Mitschrift, { $day }, ist noch nicht gekommen.
problem-record-line = Zeile { $line }: { $why }
problem-record-name = Der Name von Platz { $seat } in der Zeile „seats: …“ lässt sich hier nicht zeigen: Ein Name hat 1 bis { $longest } Zeichen, wenigstens einen Buchstaben oder eine Ziffer und keine unsichtbaren Zeichen.
problem-record-not-over = Diese Mitschrift hört vor dem Ende der Partie auf. Öffnen lassen sich nur beendete Partien.
problem-record-other-match = Hier gibt es schon eine andere Partie mit der Kennung dieser Mitschrift: { $id }.
problem-record-proof = Der Beleg des Zufalls in dieser Mitschrift geht nicht auf: { $why }
problem-record-too-long = { $what ->
    [lines] Eine Mitschrift, die hier geöffnet wird, hat höchstens { $most } Zeilen.
    [events] Eine Partie, die hier geöffnet wird, hat höchstens { $most } Ereignisse.
    [rulings] Eine Partie, die hier geöffnet wird, hat höchstens { $most } Entscheidungen am Tisch.
   *[options] Die Optionen einer Partie, die hier geöffnet wird, haben höchstens { $most } Zeichen.
}
problem-records-too-fast = Aus deinem Netz sind zuletzt viele Mitschriften geöffnet worden. Versuch es in { $seconds ->
        [one] einer Sekunde
       *[other] { $seconds } Sekunden
    } noch einmal.
problem-request = Der Server hat diese Anfrage nicht verstanden.
problem-resigned = Du hast diesen Platz schon aufgegeben.
problem-running-matches = { $most } deiner Partien laufen noch. Beende oder verlasse erst eine.
problem-seat = Diesen Platz gibt es nicht.
problem-seat-present = Wer dort sitzt, ist da und spielt selbst.
problem-seat-secret = Dieser private Link öffnet keinen Platz an diesem Tisch. Vielleicht gibt es inzwischen einen neuen: Wer den Platz hat, kann ihn dir zeigen.
problem-seat-stays = Dort springt ein Bot nur ein: Der Platz gehört weiter { $name }. Mit dem privaten Link dazu öffnet er sich auf jedem Gerät.
problem-seats = Mögliche Zahl der Plätze bei diesem Spiel: { $counts }, nicht { $seats }.
problem-server = Auf dem Server ging etwas schief. Versuch es noch einmal.
problem-server-full = { $seconds ->
    [one] Auf diesem Server ist gerade alles besetzt. Versuch es in 1 Sekunde noch einmal.
   *[other] Auf diesem Server ist gerade alles besetzt. Versuch es in { $seconds } Sekunden noch einmal.
}
problem-stand-in-later = { $seconds ->
    [one] Vielleicht ist nur die Verbindung abgerissen. In 1 Sekunde kannst du einen Bot spielen lassen.
   *[other] Vielleicht ist nur die Verbindung abgerissen. In { $seconds } Sekunden kannst du einen Bot spielen lassen.
}
problem-starting = Die Partie beginnt in diesem Moment. Danach kannst du sie verlassen.
problem-storage = Der Server kann seine Datenbank gerade nicht benutzen. Nichts ist verloren; versuch es gleich noch einmal.
problem-take-over-later = { $seconds ->
    [one] Gerade wurde der Platz eines Bots jemandem verwehrt. Frag in 1 Sekunde noch einmal.
   *[other] Gerade wurde der Platz eines Bots jemandem verwehrt. Frag in { $seconds } Sekunden noch einmal.
}
problem-table-busy = An diesem Tisch ist gerade zu viel los. Versuch es gleich noch einmal.
problem-card-elsewhere = Eine deiner Partien liegt gerade bei einem anderen unserer Server. Schließ sie auf allen Geräten und versuch es in einer Minute noch einmal; wo eine Uhr läuft, erst wenn die Partie vorbei ist.
problem-table-closed = Der Tisch wird gerade abgeräumt. Versuch es noch einmal.
problem-table-full = Alle Stühle an diesem Tisch sind besetzt.
problem-table-started = Die Partie hat schon begonnen.
problem-no-clocks = An diesem Tisch ist die Zeit nicht begrenzt.
problem-time-bot = Dieses Spiel hat keine Bots, die weiterspielen könnten, wenn die Zeit um ist.
problem-time-enough = Die anderen haben so viel Zeit, wie eine Uhr fasst.
problem-time-gift = Auf einmal kannst du 1 bis { $most } Sekunden geben.
problem-time-increment = Eine Uhr für die Partie gewinnt mit jedem Zug bis zu { $most } Sekunden; eine Frist für jeden Zug gewinnt nichts.
problem-time-seconds = Ein Zug, oder eine Uhr am Anfang, hat { $least } bis { $most } Sekunden.
problem-too-fast = Das war zu schnell. Versuch es in { $seconds ->
        [one] einer Sekunde
       *[other] { $seconds } Sekunden
    } noch einmal.
problem-too-large = Das ist zu viel Text.
problem-too-late = Jemand war { $milliseconds } Millisekunden schneller.
problem-too-many-rulings = An diesem Tisch ist zu viel entschieden worden; von nun an zählen nur noch Züge.
problem-waiting-tables = Schon { $most } deiner Tische warten auf Mitspieler. Besetze oder verlasse erst einen.
# --- end of server ---

# --- Mitschriften ---
# Eine Partie, die jemand als Text hereingibt.
record-open = Mitschrift öffnen …
record-hint = Eine Mitschrift ist eine Partie als Text, von hier, von einem anderen Server oder aus einem Programm. Du bekommst Wiedergabe, Analyse und andere Verläufe.
record-file = Datei wählen
record-drop = oder hierher ziehen, oder den Text einfügen
record-text = Text der Mitschrift
record-go = Öffnen
record-opening = Die Partie wird nachgespielt …
record-note = Die Partie wird hier aufgehoben, und wer ihren Link hat, kann sie sehen. Sie zählt für niemanden.
record-empty = Wähl zuerst eine Datei, oder füg den Text einer Mitschrift ein.
record-no-text = Diese Datei ist kein Text, der eine Mitschrift sein könnte.
from-record = Aus einer Mitschrift
from-record-note = Diese Partie hat jemand aus einer Mitschrift geöffnet. Gespielt wurde sie nicht hier: Namen, Tag und Züge sind das, was in der Mitschrift steht.
from-record-keep = In deiner Liste steht sie nicht. Heb ihren Link auf, um sie wiederzufinden.
from-record-fair = Die Ziehungen passen zur Mitschrift: auf diesem Gerät nachgerechnet
from-record-fair-note = Sie folgen aus dem Geheimnis in der Mitschrift. Dieser Server hat die Partie nicht ausgerichtet und vorher nichts festgelegt: Wer die Mitschrift geschrieben hat, kann das Geheimnis gewählt haben.
from-record-commitment = Fingerabdruck in der Mitschrift
from-record-secret = Geheimnis in der Mitschrift
record-header-line = Der Kopf hat Zeilen wie „game: bauab“, und eine leere Zeile beendet ihn. Hier steht „{ $text }“.
record-header-twice = Im Kopf steht „{ $key }“ zweimal.
record-header-misspelt = „{ $key }“ im Kopf liest niemand. Ist „{ $meant }“ gemeint?
record-header-missing = Im Kopf fehlt die Zeile „{ $key }: …“.
record-names = Jeder Platz hat einen Namen aus sichtbaren Zeichen; zwischen den Namen stehen Kommas.
record-notation = „{ $text }“ ist keine Zeile, die es in diesem Spiel gibt.
record-another = Hier fängt eine weitere Mitschrift an. Eine Datei enthält eine Partie: Gib jeder ihre eigene.
record-refused = „{ $text }“ geht hier nicht: { $why } ({ $rule })
record-expectation = „{ $text }“ stimmt hier nicht.
record-other-rules = { $why } Die Mitschrift folgt anderen Regeln, als hier installiert sind.
record-unreadable = Das lässt sich nicht lesen: { $problem }
# --- Ende Mitschriften ---

# --- options ---
option-no-teams = { $option }: je Platz eine 1 oder 2, bei { $seats } Plätzen, und beide kommen vor
option-no-order = { $option }: { $things }, jedes einmal
option-not-offered = { $option } ist einer dieser Werte: { $values }
option-not-in-range = { $option } ist eine Zahl von { $low } bis { $high }
option-other-digits = { $option }: Zahlen werden mit den Ziffern 0 bis 9 geschrieben
option-seats = mögliche Spielerzahlen: { $counts }
# --- end of options ---

# --- analysis ---
# Eine gespielte Partie durchgehen: wie sie stand, wo die Führung wechselte, andere Züge.
analysis = Analyse
analysis-curve = Wie die Partie stand
analysis-win-probability = Aussicht zu gewinnen
analysis-points = Punkte nach jedem Zug
analysis-percent = { $value } %
analysis-progress = zu { $percent } % durchdacht
analysis-turns = Wo die Führung wechselte
analysis-turn = { $count ->
    [one] { $name } übernimmt die Führung
   *[other] { $name } übernehmen die Führung
}
analysis-no-turns = Nirgends: Wer einmal klar vorn lag, blieb es.
analysis-how = So schätzen es die Bots: Sie haben jede Stellung tausendmal weitergespielt, vorausgerechnet oder ihre Aussichten berechnet, mit allen Karten, wie sie wirklich lagen.
analysis-how-points = Die Bots dieses Spiels geben keine Schätzung ab. Darum stehen hier die Punkte, wie sie gerade waren.
analysis-none = Die Bots dieses Spiels geben keine Schätzung ab, und Punkte gibt es erst am Ende. Darum fehlt hier die Kurve.
analysis-told = Was von der Partie zu sagen ist
analysis-eyes = Gesehen von
analysis-eyes-all = allen: Geheimes verdeckt
analysis-to-match = Zur Partie
analysis-not-yet = Diese Partie läuft noch
analysis-not-yet-hint = Analysiert wird erst, was zu Ende gespielt ist. Bis dahin hilft niemand.
analysis-try = Anders weiterspielen
analysis-trying = Anders ab Zug { $at }
analysis-back-to-match = Zurück zur Partie
analysis-undo = Einen Zug zurück
analysis-bots = Wer hier spielt
analysis-by-hand = von Hand
analysis-by-bot = ein Bot
analysis-share = Stellung teilen
analysis-together = Gemeinsam
analysis-people = { $count ->
    [one] Du bist allein hier.
   *[other] { $count } Fenster schauen auf diese Partie.
}
analysis-lead = Den anderen zeigen
analysis-lead-end = Nicht mehr zeigen
analysis-leading = Du zeigst: Die anderen sehen, was du siehst.
analysis-leads = { $name } zeigt die Partie.
analysis-somebody = Jemand
analysis-follow = Mitschauen
analysis-unfollow = Allein schauen
my-matches = Deine Partien
my-matches-hint = Für dieses Gerät aufgehoben, ohne Konto.
my-matches-of-card = Bei der Karte von { $name } aufgehoben, auf allen Geräten dieser Karte.
my-matches-all = Alle deine Partien und was dabei herauskam
my-matches-none = Noch nichts. Jede Partie, die du spielst, steht danach hier.
my-running = Noch im Gang
my-finished = Zu Ende
statistics = In Zahlen
statistics-matches = { $count ->
    [one] eine Partie
   *[other] { $count } Partien
}
statistics-wins = { $wins } von { $count } gewonnen
statistics-places = Platzierungen
statistics-place = { $place }.
statistics-times = { $count }-mal
statistics-points = Punkte
statistics-best = höchstens
statistics-mean = im Schnitt
statistics-length = Züge einer Partie
keepsake-picture = Bild verschicken
keepsake-film = Film verschicken
keepsake-drawing = Wird gezeichnet …
keepsake-film-hint = Ein Film braucht ein wenig. Mach inzwischen ruhig weiter.
keepsake-trouble = Das hat nicht geklappt. Versuch es noch einmal.
problem-line = So kann es von dort nicht weitergehen.
problem-lines = Gerade werden zu viele andere Züge ausprobiert. Versuch es gleich noch einmal.
problem-studio-busy = Gerade wird zu viel gezeichnet und nachgedacht. Versuch es gleich noch einmal.
# --- Ende Analyse ---

# --- telling ---
# Was man erfährt, wenn man nicht am Tisch ist.
tell-turn = { $game }: Du bist dran
tell-turn-whole = { $game }: { $name } ist dran
tell-deadline = { $game }: Deine Zeit läuft ab
tell-deadline-whole = { $game }: Die Zeit läuft ab für { $name }
tell-over = { $game }: Die Partie ist zu Ende
tell-over-whole = { $game }: Die Partie ist zu Ende
tell-invited = { $game }: Ein Stuhl ist für dich freigehalten
tell-invited-whole = { $game }: Ein Stuhl ist freigehalten für { $name }
tell-invited-by = Eingeladen von { $others }.
tell-with = Mit { $others }.
tell-left = Noch { $time }.
tell-minutes = { $count ->
    [one] eine Minute
   *[other] { $count } Minuten
}
tell-hours = { $count } Stunden
tell-days = { $count } Tage
tell-many-turns = { $count } Partien warten auf dich
tell-many = Neues aus { $count } Partien
tell-more = Und { $count } weitere
tell-stop-action = Keine Nachrichten mehr
tell-stop = Keine Nachrichten mehr
tell-why = Das bekommst du, weil du dich auf { $site } über deine Partien benachrichtigen lässt.
tell-confirm-subject = Ist das deine Adresse?
tell-confirm-text = Jemand möchte unter dieser Adresse von { $site } über Partien benachrichtigt werden. Wenn du das warst, bestätige es.
tell-confirm-yes = Ja, benachrichtige mich hier
tell-confirm-ignore = Wenn nicht, tu einfach nichts: Es kommt keine weitere Mail.
tell-confirm-refuse = Von dort nie mehr Mail an diese Adresse

telling = Sag mir Bescheid
telling-hint = Wenn du dran bist und nicht am Tisch sitzt. Mehrere Partien kommen als eine Nachricht; solange du den Tisch vor dir hast, kommt nichts.
telling-none = Dieser Server verschickt keine Nachrichten: Wer ihn betreibt, hat das nicht eingerichtet.
telling-about = Bei
telling-about-all = allen meinen Partien
telling-about-match = dieser Partie
telling-about-kinds = { $about }. Wenn: { $kinds }
telling-kinds = Wenn
telling-kind-turn = ich dran bin
telling-kind-deadline = meine Zeit abläuft
telling-kind-over = eine Partie zu Ende ist
telling-kind-invited = ein Stuhl für mich freigehalten wird
telling-push = Eine Benachrichtigung auf diesem Gerät
telling-push-hint = Auch wenn Tischlein geschlossen ist.
telling-push-denied = Dieser Browser erlaubt von hier keine Benachrichtigungen. In seinen Einstellungen für diese Seite kannst du das ändern.
telling-push-failed = Der Benachrichtigungsdienst des Browsers antwortet nicht. Versuch es später noch einmal.
telling-push-cannot = Dieser Browser kann von hier keine Benachrichtigungen zeigen. Auf iPhone und iPad geht es, sobald Tischlein auf dem Home-Bildschirm liegt: Öffne es von dort.
telling-on = Einschalten
telling-change = Speichern
telling-off = Ausschalten
telling-mail = Eine E-Mail
telling-mail-address = Deine Adresse
telling-mail-hint = Sonst sieht sie niemand. Zuerst kommt eine Mail, die fragt, ob es deine ist.
telling-mail-send = Anfrage senden
telling-mail-waits = Schau in deine Mail: Dort wirst du gefragt, ob die Adresse deine ist.
telling-webhook = Ein Webhook, für Programme
telling-webhook-address = Adresse (https)
telling-webhook-hint = Signierte Nachrichten in JSON; wie man sie prüft, steht in der Dokumentation.
telling-webhook-whole = Von allen an diesem Tisch, nicht nur von mir
telling-webhook-secret = Sein Geheimnis
telling-add = Hinzufügen
telling-mine = Was eingeschaltet ist
telling-device = Ein Gerät
telling-end = Beenden
telling-done-confirm = Fertig. Ab jetzt erfährst du es dort.
telling-done-stop = Fertig. Dorthin kommen keine Nachrichten mehr.
telling-done-refuse = Fertig. An diese Adresse geht von hier keine Mail mehr.
telling-link-broken = Dieser Link gilt nicht oder nicht mehr.

problem-no-telling = Dieser Server verschickt keine Nachrichten über Partien.
problem-no-mail = Dieser Server verschickt keine Mail.
problem-mail-address = Das ist keine Mailadresse.
problem-mail-refused = Wer an dieser Adresse liest, möchte keine Mail von hier.
problem-mail-not-sent = Die Anfrage ließ sich nicht an diese Adresse senden. Stimmt sie?
problem-mails-unconfirmed = { $most } deiner Adressen haben noch nicht geantwortet. Bestätige oder entferne erst eine.
problem-mails-asked = Diese Adresse ist heute oft genug gefragt worden. Versuch es morgen wieder.
problem-subscriptions = Du bekommst schon auf { $most } Wegen Bescheid. Beende erst einen.
problem-subscription = Da gibt es nichts zu beenden.
problem-push-endpoint = Das ist nicht die Adresse eines Benachrichtigungsdienstes.
problem-push-keys = Das sind nicht die Schlüssel eines Browsers.
problem-webhook-address = Ein Webhook ist eine https-Adresse auf einem öffentlichen Rechner.
problem-whole-table = Nur ein Webhook berichtet von allen an einem Tisch, und nur bei einer bestimmten Partie.
problem-telling-link = Dieser Link gilt nicht oder nicht mehr.
watched = Andere dürfen zuschauen
watched-hint = Solange gespielt wird; eine Partie, die zu Ende ist, sieht jeder, der ihren Link hat.
problem-no-spectators = An diesem Tisch schauen nur zu, die mitspielen.
filters = Filter
filter-game = Spiel
filter-all-games = Alle Spiele
filter-which = Welche
filter-all = Alle
filter-turn = Ich bin dran
filter-running = Laufende
filter-finished = Beendete
filter-free = Freie Stühle
filter-free-least = { $free ->
    [1] egal
   *[other] mindestens { $free }
}
filter-time = Zeit
filter-time-any = egal
filter-time-none = ohne Frist
filter-time-limited = mit Frist
filter-nothing = Davon gibt es nichts.
# --- end of telling ---

# Spielerkarten.
card = Spielerkarte
card-lead = Hier geht alles ohne Konto. Wenn du wiedererkannt werden möchtest, leg dir eine Spielerkarte an: deine Partien auf allen deinen Geräten und eine Wertung für jedes Spiel.
card-make = Spielerkarte anlegen
card-make-hint = Die Partien dieses Geräts kommen dazu. Du brauchst weder E‑Mail‑Adresse noch Passwort.
card-name = Name auf der Karte
card-made = Deine Spielerkarte ist angelegt.
card-open = Meine Karte auf diesem Gerät öffnen
card-open-hint = Die Partien dieses Geräts kommen zu deiner Karte dazu.
card-open-passkey = Mit Passkey öffnen
card-open-code = Mit dem Ersatzcode öffnen
card-code = Ersatzcode
card-code-keep = Schreib dir diesen Code auf und behalte ihn für dich. Er öffnet deine Karte, wenn kein Passkey zur Hand ist, und wird nur jetzt gezeigt.
card-code-copy = Code kopieren
card-code-kept = Ich habe ihn notiert
card-code-renew = Neuen Ersatzcode machen
card-code-renew-hint = Der alte öffnet dann nichts mehr.
card-passkeys = Passkeys
card-passkeys-none = Noch keiner. Mit einem Passkey öffnest du deine Karte per Fingerabdruck, Gesicht oder PIN.
card-passkey-add = Passkey dieses Geräts hinzufügen
card-passkey-remove = Entfernen
card-passkey-used = zuletzt benutzt { $when }
card-passkey-stopped = Es wurde kein Passkey angelegt oder benutzt. Du kannst es noch einmal versuchen.
card-passkeys-localhost = Passkeys brauchen einen Namen statt einer Nummer: Öffne diesen Server auf diesem Rechner als
card-passkeys-tls = Passkeys brauchen eine verschlüsselte Verbindung zu einer Domain (https). Hier öffnet der Ersatzcode deine Karte.
card-passkeys-elsewhere = Passkeys gehen unter
card-devices = Angemeldet
card-device-unnamed = Gerät
card-device-own = dieses Gerät
card-device-seen = zuletzt gesehen { $when }
card-device-out = Abmelden
card-others-out = Alle anderen Geräte abmelden
card-others-out-hint = Ihre Plätze, Fenster und Sitzungen enden sofort.
card-shows = Was andere am Tisch sehen
card-shows-rating = Name, Zeichen und Wertung
card-shows-card = Name und Zeichen
card-shows-nothing = nichts
card-shows-hint = Das Zeichen malt der Server, aussuchen kann es sich niemand: Wer sich nur deinen Namen leiht, hat ein anderes oder keins.
card-save = Speichern
card-saved = Gespeichert.
card-ratings = Wertung
card-ratings-none = Noch keine. Eine Partie zählt, wenn bei ihrem Beginn alle eine eigene Spielerkarte haben und nichts zurückgenommen wird. Wer einem Bot den Platz lässt, behält dessen Ergebnis.
card-rating = { $mean } ± { $by }
card-rating-hint = mindestens { $least } · { $count ->
        [one] eine Partie
       *[other] { $count } Partien
    }
card-rating-what = Für wie stark du gehalten wirst und wie sicher das ist: Neue fangen mit 25 ± 8,3 an. Die zweite Zahl erreichst du so gut wie sicher.
card-of = Spielerkarte: { $name }
card-of-rated = Spielerkarte: { $name }, { $mean } ± { $by }
card-export = Alles mitnehmen
card-export-hint = Alles, was deine Karte weiß, und die Mitschriften deiner Partien als ZIP-Datei.
card-delete = Karte löschen
card-delete-hint = Passkeys, Wertungen und Statistik verschwinden für immer, und alle anderen Geräte werden abgemeldet. Partien bleiben, mit „N. N.“ statt deines Namens; laufende gehen auf diesem Gerät weiter. Wer mit dir an einem Gerät gespielt hat, behält den eigenen Namen. Nur wo dort niemand so hieß, wie es auf deiner Karte steht oder stand, heißen alle „N. N.“.
card-delete-sure = Für immer löschen
