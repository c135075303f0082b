# Ganz nach Plan!?: Namen, Ansagen, Sätze des Protokolls und Ablehnungen.
game = Ganz nach Plan!?
tagline = Werde deine Karten los, wenn die Pläne der anderen dich lassen.
about = Jede Karte ist ein Plan, der Spieler, Hände oder Karten bewegt. Wer keine mehr hat, gewinnt, auch wenn ein anderer dafür gesorgt hat.

option-limit = Höchstens so viele Züge
option-limit-hint = Nach so vielen Zügen gewinnt, wer die wenigsten Karten hat.
option-deck = Karten
option-deck-box = Jeder Plan einmal
option-deck-own-hint = Jeder Plan, der dabei ist; mit :2 ist er zweimal dabei. Hier heißen die Pläne englisch.
deck-unknown-plan = den Plan „{ $plan }“ gibt es nicht, die Pläne heißen { $plans }
deck-no-number = hinter { $plan } und dem Doppelpunkt steht, wie oft der Plan vorkommt (etwa { $plan }:2), nicht „{ $number }“
deck-too-often = ein Plan kommt höchstens { $most }-mal vor, „{ $card }“ steht aber { $count }-mal auf der Liste
deck-wrong-size = für { $seats } Spieler braucht es genau { $needed } Karten, auf der Liste { $count ->
    [one] steht { $count }
   *[other] stehen { $count }
  }{ $seats ->
    [3] {" "}(ohne die Pläne mit -across)
   *[other] {""}
  }

card-swap-left = Tausche den Platz: links
card-swap-right = Tausche den Platz: rechts
card-swap-across = Tausche den Platz: gegenüber
card-trade-left = Tausche die Hand: links
card-trade-right = Tausche die Hand: rechts
card-trade-across = Tausche die Hand: gegenüber
card-give-left = Gib eine Karte: links
card-give-right = Gib eine Karte: rechts
card-give-across = Gib eine Karte: gegenüber
card-draw-left = Ziehe eine Karte: links
card-draw-right = Ziehe eine Karte: rechts
card-draw-across = Ziehe eine Karte: gegenüber
card-feed-left = Vom Stapel: links
card-feed-right = Vom Stapel: rechts
card-feed-across = Vom Stapel: gegenüber
card-pass-left = Alle Hände weiter: links
card-pass-right = Alle Hände weiter: rechts
card-share = Teilen: alle geben nach links
card-fetch = Vom Stapel: für dich
card-shift = Alle rücken weiter
copy = { $card } ({ $number })

place = Platz { $place }
player = { $seat }
card-back = eine Karte von { $seat }
pile = Ablagestapel
heap = Stapel
slot = Jetzt
your-hand = Deine Hand
on-place = Platz { $place }
cards = { $count ->
    [one] { $count } Karte
   *[other] { $count } Karten
}
layer-memory = Karten zeigen, die ich kenne
known-card = „{ $card }“ in der Hand von { $seat }
result-cards = Restliche Karten

prompt-deal = Die Karten werden ausgeteilt.
prompt-play = Spiel eine Karte: Ihr Plan gilt sofort.
prompt-give = Wähl eine Karte für { $seat }.
prompt-draw = { $seat } zieht eine Karte.
button-play = Diese spielen
button-give = Diese geben
prompt-wait = Warten auf { $seats }.
prompt-won = { $count ->
    [one] { $seats } gewinnt.
   *[other] { $seats } gewinnen.
}

say-dealt = Alle haben { $count } Karten. Platz 1 beginnt.
say-play = { $seat } spielt „{ $card }“.
say-nothing-to-give = { $seat } hat keine Karte mehr zu geben.
say-trade = { $seat } und { $other } tauschen die Hände.
say-take = { $seat } nimmt „{ $card }“ vom Stapel.
say-pile-empty = Der Stapel ist leer, darum geschieht nichts.
say-pass-left = Alle Hände wandern zum linken Nachbarn.
say-pass-right = Alle Hände wandern zum rechten Nachbarn.
say-sits = { $seat } sitzt jetzt auf Platz { $place }.
say-give = { $seat } gibt { $other } eine Karte.
say-give-seen = { $seat } gibt { $other } eine Karte: „{ $card }“.
say-chosen = { $seat } hat eine Karte gewählt.
say-chosen-seen = { $seat } hat „{ $card }“ gewählt.
say-draw = { $seat } zieht eine Karte von { $other }.
say-draw-seen = { $seat } zieht eine Karte von { $other }: „{ $card }“.
say-win = { $seat } hat keine Karte mehr und gewinnt.
say-limit = Nach { $turns } Zügen ist Schluss: { $count ->
    [one] { $seats } hat die wenigsten Karten und gewinnt.
   *[other] { $seats } haben die wenigsten Karten und gewinnen.
}

preview = { $plan } { $then }
preview-swap = Du tauschst den Platz mit { $other }.
preview-trade = Du tauschst alle Handkarten mit { $other }.
preview-give = Du gibst { $other } eine deiner Karten.
preview-nothing-to-give = Du hast danach keine Karte zu geben.
preview-draw = Du ziehst blind eine Karte von { $other }.
preview-feed = { $other } nimmt „{ $card }“ vom Stapel.
preview-fetch = Du nimmst „{ $card }“ vom Stapel.
preview-pile-empty = Der Stapel ist leer, darum geschieht nichts.
preview-pass-left = Alle geben ihre ganze Hand nach links.
preview-pass-right = Alle geben ihre ganze Hand nach rechts.
preview-share = Alle geben eine Karte ihrer Wahl nach links.
preview-shift = Alle rücken einen Platz nach links.
preview-win = Damit gewinnst du!
preview-wins = Damit gewinnt { $seat }!
preview-next = Dann ist { $seat } dran.
preview-again = Dann bist du noch einmal dran.
preview-last = Danach ist die Partie zu Ende.

table-mark-gain = Du würdest gewinnen.
table-mark-warn = { $name } würde gewinnen.

no-such-seat = Diesen Platz gibt es an diesem Tisch nicht.
GNP-1 = „{ $card }“ gehört nicht zu den Karten dieser Partie.
GNP-1-number = Eine Karte Nummer { $number } gibt es in dieser Partie nicht.
GNP-2 = Die Karten werden noch ausgeteilt, fünf für jeden.
GNP-4 = Am Zug ist, wer auf Platz { $place } sitzt.
GNP-5 = „{ $card }“ hast du nicht auf der Hand.
GNP-5-give = Gerade verlangt kein Plan eine Karte von dir.
GNP-6 = Erst wird „{ $card }“ zu Ende ausgeführt.
GNP-13 = „{ $card }“ kannst du nicht geben: Du hast die Karte nicht auf der Hand.
GNP-13-other = Jetzt gibt nur, wer den Plan gespielt hat.
GNP-14 = Gezogen wird eine Karte aus der Hand, die der Plan nennt.
GNP-17 = „{ $card }“ kannst du nicht geben: Du hast die Karte nicht auf der Hand.
GNP-17-chosen = Du hast schon gewählt. Die anderen wählen noch.

# Die erste Partie.
lesson-give = Wer leere Hände hat, gewinnt. Jede Karte ist ein Plan: Spiel „Gib eine Karte: links“ und gib Ben die markierte.
lesson-give-done = Zwei Karten los in einem Zug! Ben und Cleo haben auch gespielt, nun ist Platz 1 wieder dran.
lesson-seats = Plätze sind dran, nicht Spieler. Tausch mit Ben den Platz, bevor Platz 2 an die Reihe kommt!
lesson-seats-done = Platz 2 ist dran, und da sitzt jetzt du: Du spielst gleich noch einmal.
lesson-draw = Ein Plan gilt, ob er dir passt oder nicht. Spiel „Ziehe eine Karte: rechts“.
lesson-draw-done = Eine weg, eine dazu. Links und rechts gelten immer von deinem Stuhl aus.
lesson-share = „Teilen“ fragt alle zugleich: Jeder wählt heimlich eine Karte, dann wandern alle nach links. Gib die markierte.
lesson-share-done = Alle Karten sind gleichzeitig gewandert. Was du bekommst, kannst du nicht gleich weitergeben.
lesson-win = Deine letzte Karte! Sie gibt deinem linken Nachbarn die oberste vom Stapel, dir aber nichts. Spiel sie.
lesson-win-done = Leer nach deinem Plan: gewonnen. Hätte der Plan dir eine Karte gebracht, ginge es weiter, und leert er eine andere Hand, gewinnt, wem sie gehört.
