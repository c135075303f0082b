# Ganz nach Plan!?: Namen, Ansagen, Sätze des Protokolls und Ablehnungen.
game = Ganz nach Plan!?
tagline = Werde deine Karten los, wenn die Pläne der anderen dich lassen.
about = Jede Karte ist ein Plan, der Spieler, Hände oder Karten bewegt. Wer keine mehr hat, gewinnt, auch wenn ein anderer dafür gesorgt hat.

option-limit = Längste Partie in Zügen

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
card-feed-left = Ablage weiter: links
card-feed-right = Ablage weiter: rechts
card-feed-across = Ablage weiter: gegenüber
card-pass-left = Alle Hände weiter: links
card-pass-right = Alle Hände weiter: rechts
card-share = Teilen: alle geben nach links
card-fetch = Hol dir die Ablage
card-shift = Alle rücken weiter

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
result-cards = Restliche Karten

prompt-deal = Die Karten werden ausgeteilt.
prompt-play = Spiel eine Karte: Ihr Plan gilt sofort.
prompt-give = Wähle eine Karte für { $seat }.
prompt-draw = { $seat } zieht eine Karte.
prompt-wait = Warten auf { $seats }.
prompt-won = { $count ->
    [one] { $seats } gewinnt.
   *[other] { $seats } gewinnen.
}

say-dealt = Alle haben { $count } Karten. Platz 1 beginnt.
say-play = { $seat } spielt { $card }.
say-trade = { $seat } und { $other } tauschen die Hände.
say-take = { $seat } nimmt { $card } vom Stapel.
say-pile-empty = Der Stapel ist leer, darum geschieht nichts.
say-pass-left = Alle Hände wandern einen Spieler nach links.
say-pass-right = Alle Hände wandern einen Spieler nach rechts.
say-sits = { $seat } sitzt nun auf Platz { $place }.
say-give = { $seat } gibt { $other } eine Karte.
say-give-seen = { $seat } gibt { $other } eine Karte: { $card }.
say-chosen = { $seat } hat eine Karte gewählt.
say-draw = { $seat } zieht eine Karte von { $other }.
say-draw-seen = { $seat } zieht eine Karte von { $other }: { $card }.
say-win = { $seat } hat keine Karte mehr und gewinnt.

no-such-seat = Diesen Platz gibt es an diesem Tisch nicht.
GNP-1 = { $card } gehört nicht zum Spiel zu dritt.
GNP-2 = Die Karten werden noch ausgeteilt, fünf für jeden.
GNP-4 = Am Zug ist, wer auf Platz { $place } sitzt.
GNP-5 = { $card } hast du nicht auf der Hand.
GNP-5-give = Gerade verlangt kein Plan eine Karte von dir. Spiel eine aus.
GNP-6 = Erst wird { $card } zu Ende ausgeführt.
GNP-13 = { $card } kannst du nicht geben: Du hast sie nicht auf der Hand.
GNP-13-other = Jetzt gibt nur, wer den Plan gespielt hat.
GNP-14 = Gezogen wird eine Karte aus der Hand, die der Plan nennt.
GNP-17 = { $card } kannst du nicht geben: Du hast sie nicht auf der Hand.
GNP-17-chosen = Du hast schon gewählt. Die anderen wählen noch.
GNP-22 = Die Partie ist zu Ende.
