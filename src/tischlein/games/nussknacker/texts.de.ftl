# Nussknacker: Namen, Ansagen, Sätze des Protokolls und Ablehnungen.
game = Nussknacker
tagline = Ein Vorrat ist vergessen. Frag dich hin.
about = Eichhörnchen haben einen Vorrat Nüsse verloren. Frag die anderen nach Zahlen, tausch Karten dieser Summe und finde vor allen heraus, welche Karte verdeckt liegt.

option-cards = Karten
option-cards-12 = 12, Werte 1 bis 6
option-cards-16 = 16, Werte 1 bis 8
option-goal = Chips zum Sieg
option-start = Erste Runde
option-start-lot = Los
option-start-first = Platz A beginnt
option-limit = Höchstens so viele Fragen je Runde

spot = { $seat }
key = { $value }
card = Nusskarte { $value }
back = verdeckte Handkarte von { $seat }
sign-back = verdeckte Karte
hidden-card = die verdeckte Karte
opened = Zuletzt
pack = Kartenstapel
offered = verdeckt zugeschobene Karte von { $seat }
own-hand = Deine Hand
strip = Wer wen: Karten hin ⇄ zurück
strip-no = nein
layer-memory = Merkhilfe
description-hidden = Noch möglich für die verdeckte Karte: { $values }.
description-known = { $seat } hat sicher: { $values }.
fact-cards = { $count ->
    [one] 1 Karte
   *[other] { $count } Karten
}
button-no = Nein, geht nicht
button-guess = Ich weiß es!
choice-ask = { $seat } nach { $value } fragen
choice-guess = Die verdeckte Karte ist eine { $value }!
choice-give = { $cards } zuschieben
button-ask = Fragen
button-guess-value = Ja, eine { $value }
button-give = Zuschieben

prompt-lot = Das Los entscheidet, wer beginnt.
prompt-deal = Eine Karte kommt beiseite, die anderen werden verteilt.
prompt-ask = Wen fragst du nach welcher Zahl? Auch deine Karten müssen sie bilden können.
prompt-ask-other = Nach welcher Zahl fragst du { $seat }? Auch deine Karten müssen sie bilden können.
prompt-number = Nach welcher Zahl fragst du { $seat }?
prompt-whom = Wen fragst du nach { $value }?
prompt-name = Welche Karte liegt verdeckt? Falsch geraten, und alle anderen bekommen einen Chip.
prompt-right = { $seat } sagt { $value }, und die liegt verdeckt: ein Chip! Mit { $goal } gewinnt man.
prompt-wrong = { $seat } sagt { $value }, es ist aber eine { $opened }: je ein Chip für alle anderen.
prompt-guess = Die Fragen dieser Runde sind verbraucht: Nenn die verdeckte Karte.
prompt-give = { $seat } fragt dich nach { $value }: Wähl Karten mit genau dieser Summe.
prompt-no = { $seat } fragt dich nach { $value }. Deine Karten geben das nicht her: Sag nein.
prompt-return = { $count ->
    [one] { $seat } schiebt dir eine Karte zu. Schieb Karten mit der Summe { $value } zurück.
   *[other] { $seat } schiebt dir { $count } Karten zu. Schieb Karten mit der Summe { $value } zurück.
}
prompt-wait = Warten auf { $seat }. Kennst du die verdeckte Karte, dann sag es!
prompt-watch = Warten auf { $seat }.
prompt-won = { $seat } gewinnt.

drawn-deal = Runde { $number } · verdeckt [{ $hidden }] · Werte 1 bis { $top }
result-chips = Chips

say-start = Das Los bestimmt: { $seat } beginnt.
say-hide = Runde { $number }: Eine Karte liegt verdeckt.
say-dealt = Die Karten sind verteilt; { $seat } beginnt.
say-ask = { $seat } fragt { $other } nach { $value }.
say-no = { $seat } sagt nein.
say-give = { $count ->
    [one] { $seat } schiebt { $other } eine Karte zu.
   *[other] { $seat } schiebt { $other } { $count } Karten zu.
}
say-return = { $count ->
    [one] { $seat } schiebt { $other } eine Karte zurück.
   *[other] { $seat } schiebt { $other } { $count } Karten zurück.
}
say-swapped = Du gabst { $gave }; du bekamst { $got }.
say-right = { $seat } nennt die { $value }, und die liegt verdeckt: ein Chip für { $seat }!
say-wrong = { $seat } nennt die { $value }, verdeckt liegt aber die { $opened }.
say-chips = { $count ->
    [one] Ein Chip geht an { $seats }.
   *[other] Je ein Chip geht an { $seats }.
}
say-level = { $seats } haben je { $chips ->
    [one] einen Chip
   *[other] { $chips } Chips
}: Es geht weiter, bis jemand vorn liegt.

NUS-1 = Eine { $value } ist nicht mehr da: Jeder Wert im Spiel kommt zweimal vor.
NUS-1-value = Die Karten im Spiel gehen von 1 bis { $top }: Eine { $value } gibt es nicht.
NUS-3 = Die Karten werden noch verteilt.
NUS-3-hidden = Zuerst kommt eine Karte beiseite, einmal in jeder Runde.
NUS-4 = Die anderen Karten gehen Hand für Hand herum, beginnend beim Startspieler.
NUS-5 = Wer die erste Runde beginnt, bestimmt das Los, einmal, unter den Plätzen am Tisch.
NUS-6 = Gelost wird nur einmal: Diese Runde beginnt { $seat }, links neben dem letzten Startspieler.
NUS-7 = { $seat } ist mit Fragen dran.
NUS-7-pending = Erst kommt die Frage von { $asker } an { $asked } zu Ende.
NUS-7-not-asked = Das kann jetzt nur { $seat }.
NUS-7-ask = Niemand hat dich gefragt. Du bist mit Fragen dran.
NUS-8 = Fragen kannst du nur jemand anderen.
NUS-8-nobody = Dort sitzt niemand.
NUS-9 = Fragen kannst du nach 1 bis { $top }, nicht nach { $value }.
NUS-10 = Deine eigenen Karten können { $value } nicht bilden, also darfst du nicht danach fragen.
NUS-11 = Gib Karten aus deiner Hand, die zusammen genau { $value } ergeben.
NUS-11-none = Deine Karten können keine { $value } ergeben: Sag nein.
NUS-12 = Du kannst { $value } bilden, also musst du Karten geben: Gelogen wird nicht.
NUS-13 = Schieb eigene Karten zurück, die zusammen genau { $value } ergeben.
NUS-18 = Die verdeckte Karte liegt zwischen 1 und { $top }: { $value } geht nicht.
NUS-21 = Die Partie ist zu Ende.
NUS-25 = Alle { $limit } Fragen dieser Runde sind gestellt: Nenn die verdeckte Karte.

# Die erste Partie.
lesson-ask = Eine Karte liegt verdeckt; wer sie errät, bekommt einen Chip. Frag Ben nach 5, denn deine Karten können 5 bilden.
lesson-ask-done = Ben hat zwei Karten herübergeschoben, die zusammen 5 ergeben. Du siehst sie, sobald du zurückgegeben hast.
lesson-back = Gib Karten mit genau derselben Summe zurück: deine 5.
lesson-back-done = Du hast 1 und 4 bekommen. Alle sahen, wie viele Karten gingen, nur ihr zwei die Werte. Nun fragt Ben nach 8.
lesson-answer = Kannst du die Zahl bilden, musst du geben; Nein sagen wäre gelogen. Gib die 8.
lesson-answer-done = Karte gegen Karte: Beide müssen eine 8 gewesen sein. Solche Schlüsse führen zur verdeckten Karte.
lesson-no = Jeder Wert ist zweimal da. Du hast eine 2 und beide Einsen. Frag Ben nach 2!
lesson-no-done = Nein: Ben hat keine 2, und aus Einsen kann er sie nicht bilden. Wo ist dann die andere 2?
lesson-guess = Raten darfst du jederzeit, auch außer der Reihe. Sag, was verdeckt liegt: die 2.
lesson-guess-done = Richtig, ein Chip! Ein falscher Tipp gibt jedem anderen einen. Fünf Chips gewinnen.
