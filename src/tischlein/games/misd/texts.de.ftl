# Misd: Namen, Ansagen, Sätze des Protokolls und Ablehnungen.
game = Misd
tagline = Irgendetwas fehlt immer. Wer sieht es zuerst?
about = Zehn Formen in zehn Farben, und jeder Karte fehlt eine Form und eine Farbe. Sieh es vor allen anderen, aber sei dir sicher: Ein Irrtum kostet zwei Chips.

option-variant = Variante
option-variant-a = A: sagen, was einer Karte fehlt
option-variant-b = B: ein Symbol in der Auslage suchen
option-cards = Karten in der Auslage
option-chips = Chips im Vorrat
option-wrong = Nach einer falschen Antwort
option-wrong-ends = ist die Frage vorbei
option-wrong-out = dürfen die anderen weiterraten
option-relay = Karten nach so vielen Fragen neu auslegen (0: nie)
option-limit = Höchstens so viele Fragen
option-limit-30 = 30
option-limit-100 = 100
option-marks = Zeichen auf den Farben
option-marks-hint = Hilft allen, die Farben schlecht unterscheiden können.
option-marks-patterns = Muster
option-marks-letters = Buchstaben
option-marks-none = Keine
option-think = Sekunden je Frage (0: ohne Grenze)

colour = { $colour ->
    [white] weiß
    [black] schwarz
    [yellow] gelb
    [green] grün
    [blue] blau
    [violet] violett
    [red] rot
    [orange] orange
    [brown] braun
   *[grey] grau
}
letter = { $colour ->
    [white] W
    [black] S
    [yellow] Ge
    [green] Gn
    [blue] Bl
    [violet] V
    [red] R
    [orange] O
    [brown] Br
   *[grey] Gr
}
shape = { $shape ->
    [triangle] Dreieck
    [square] Quadrat
    [diamond] Karo
    [pentagon] Fünfeck
    [hexagon] Sechseck
    [circle] Kreis
    [star] Stern
    [arrow] Pfeil
    [heart] Herz
   *[cross] Kreuz
}
    .ending = { $shape ->
        [circle] er
        [star] er
        [arrow] er
       *[other] es
    }
symbol = { $colour ->
    [orange] orangefarben{ shape.ending }
   *[other] { colour }{ shape.ending }
} { shape }
missing = Fehlt!
claim-missing = Fehlt
passes = passt
card-name = Karte { $card }
seconds = { $whole },{ $rest } s
face = offene Karte: { $symbols }
layout-card = Karte { $card }: { $symbols }
pile = Kartenstapel
shape-pile = Stapel der Formen
colour-pile = Stapel der Farben
chip = Chip
sign-stock = Chips im Vorrat
stock = { $count ->
    [0] kein Chip mehr im Vorrat
    [one] ein Chip im Vorrat
   *[other] { $count } Chips im Vorrat
}
chips-of = { $count ->
    [0] kein Chip von { $seat }
    [one] ein Chip von { $seat }
   *[other] { $count } Chips von { $seat }
}
button-turn = Karte aufdecken
button-pass = Passen
row-claim = { $seat }: { $claim }
row-seat = { $seat }
row-time = { $words } ({ $time })

fact-turns = deckt auf
fact-ready = macht sich bereit
fact-looks = sucht noch
fact-passed = hat gepasst
fact-right = richtig
fact-right-timed = richtig: { $time }
fact-wrong = falsch
fact-wrong-timed = falsch: { $time }

prompt-lot = Das Los entscheidet, wer zuerst aufdeckt.
prompt-lay = Die Karten werden ausgelegt.
prompt-turn = Alle bereit? Deck die nächste Karte auf.
prompt-turn-b = Alle bereit? Deck die nächsten Bestimmungskarten auf.
prompt-wait-turn = { $seat } deckt gleich die nächste Karte auf.
prompt-wait-turn-b = { $seat } deckt gleich die nächsten Bestimmungskarten auf.
prompt-ready = Achtung …
prompt-shape = Und welche Form?
prompt-colour = Und welche Farbe?
prompt-missing = Was fehlt? Wähl Farbe und Form.
prompt-find = Gesucht: { $symbol }. Wähl die Karte oder „Fehlt!“.
prompt-watch-missing = Was fehlt?
prompt-watch-find = Gesucht: { $symbol }.
prompt-silent = Du bist bei dieser Frage draußen. Warte auf die anderen.
prompt-won = { $count ->
    [one] { $seats } gewinnt.
   *[other] { $seats } gewinnen gemeinsam.
}

result-right = Richtige Antworten
result-besides = Ohne Wertung
result-wrong = Falsche Antworten
result-back = Chips zurückgegeben

say-lot = Das Los bestimmt: { $seat } deckt zuerst auf.
say-lay = { $again ->
    [0] { $count } Karten liegen aus.
   *[other] Die { $count } Karten werden gemischt und neu ausgelegt.
}
say-turn = { $seat }: „Auf die Plätze …“
say-card = Frage { $number }, { $face }.
say-shape = Die Form: { shape }.
say-question = Frage { $number }, gesucht: { $symbol }.
say-claim = { $seat }: „{ $claim }!“
say-claim-timed = { $seat } nach { $time }: „{ $claim }!“
say-pass = { $seat } passt.
say-pass-timed = { $seat } passt nach { $time }.
say-right = Richtig! Ein Chip für { $seat }.
say-wrong = { $paid ->
    [0] Falsch. Bei so wenigen Chips kostet das nichts.
   *[other] Falsch. { $seat } gibt { $paid } Chips zurück.
}
say-answer = Es fehlte: { $symbol }.
say-answer-card = Auf Karte { $card }: { $symbol }.
say-answer-missing = Auf keiner Karte: { $symbol }.
say-stock-empty = Der letzte Chip ist weg, die Partie ist aus.
say-limit = Das war die letzte Frage, die Partie ist aus.

MIS-2 = Eine Karte { $card } gibt es nicht: Die Karten sind c0 bis c9.
MIS-3 = Bestimmungskarten gibt es nur in Variante B.
MIS-5 = Das Los nennt einen der Plätze, einmal und vor allem anderen.
MIS-6 = Aufdecken darf nur, wer an der Reihe ist, und nur zwischen zwei Fragen.
MIS-6-open = Eine Frage ist offen: Bis sie vorbei ist, wird nichts aufgedeckt.
MIS-6-wait = Wann aufgedeckt wird, bestimmt, wer an der Reihe ist.
MIS-7 = Diese Karte kann jetzt nicht aufgedeckt werden.
MIS-8 = Diese Karte kann jetzt nicht ausgelegt werden.
MIS-9 = Diese Bestimmungskarte kann jetzt nicht aufgedeckt werden.
MIS-9-card = In Variante B werden Bestimmungskarten aufgedeckt, keine Symbolkarten.
MIS-11 = Es werden dieselben Karten neu ausgelegt, jede einmal.
MIS-12 = Gerade liegt keine Frage offen: Warte, bis eine aufgedeckt ist.
MIS-13 = In Variante A nennt eine Antwort Farbe und Form.
MIS-13-unknown = Eine Antwort nennt eine der zehn Farben, dann eine der zehn Formen.
MIS-14 = Karte { $card } liegt nicht in der Auslage.
MIS-14-form = In Variante B zeigst du auf eine Karte oder sagst „Fehlt!“.
MIS-20 = Du hast gepasst oder dich geirrt: Warte auf die nächste Frage.
MIS-25 = Die Partie ist vorbei.

# Die erste Partie.
lesson-turn = Auf jeder Karte fehlen eine Form und eine Farbe. Deck die erste auf; hier drängt dich niemand.
lesson-turn-done = Neun Formen, neun Farben, alle verschieden. Welche zehnte Form und welche zehnte Farbe fehlen?
lesson-claim = Es fehlen der Stern und die Farbe Gelb. Wähl beides, die Reihenfolge ist egal.
lesson-claim-done = Richtig: ein Chip für dich. Am Tisch zählt die schnellste Antwort. Ben hat schon die nächste Karte aufgedeckt.
lesson-pass = Du siehst es nicht? Passen kostet nichts. Eine falsche Antwort kostet zwei Chips, wenn du sie hast.
lesson-pass-done = Ben lag falsch, und die Frage ist vorbei. Er hatte keine zwei Chips, also zahlt er nichts.
lesson-end = Ein Chip liegt noch im Vorrat. Es fehlen das Herz und die Farbe Grün: Hol ihn dir.
lesson-end-done = Mit dem letzten Chip ist Schluss. Die meisten Chips gewinnen.
