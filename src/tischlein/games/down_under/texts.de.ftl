# Down Under: Namen, Ansagen, Sätze des Protokolls und Ablehnungen.
game = Down Under
tagline = Der längste Weg gewinnt, über und unter den anderen hindurch.
about = Jeder baut einen Weg über eine Ebene, deren Rand erst beim Legen entsteht. Hol dir die grauen Stücke und dräng die anderen an den Rand.

option-area = Spielfläche
option-area-hint = Wo sie aufhört, zeigt sich erst beim Legen; nur Endteile dürfen über ihren Rand.
option-area-own-hint = Kurze mal lange Seite in Karten, etwa 7x9. Wo die Fläche aufhört, zeigt sich erst beim Legen.
option-area-recommended = Empfohlen
option-area-long = Lang
option-area-easy = Einfach
option-area-hard = Schwierig
option-area-none = Ohne Rand
option-area-none-hint = Die Ebene hört nirgends auf.
option-scoring = Wertung
option-scoring-length = Länge
option-scoring-length-hint = Der längste Weg gewinnt; Tiere sind Schmuck.
option-scoring-animals = Länge und Tiere
option-scoring-animals-hint = Känguru, Emu und Schnabeltier bringen zusammen Punkte, Kaninchen ohne Dingo kosten welche.
option-start = Beginn
option-start-free = Zwei offene Enden
option-start-free-hint = Jeder Weg wächst an beiden Enden.
option-start-entry = Nur ein offenes Ende
option-start-entry-hint = Jeder Weg beginnt mit einem Endteil und wächst nur in eine Richtung.
option-paths = Wege
option-paths-one = Je einer
option-paths-both = Je zwei, zwei Karten pro Zug
option-paths-either = Je zwei, eine Karte pro Zug
option-layout = Aufbau
option-layout-open = Freie Ebene
option-layout-open-hint = Vor der ersten Karte ist der Tisch leer.
option-layout-divider = Trennweg
option-layout-divider-hint = Ein fertiger Weg, der niemandem gehört, liegt quer durch die Fläche.
option-layout-frame = Rahmen
option-layout-frame-hint = Karten, die niemandem gehören, liegen um die Fläche; ihre grauen Stücke sind für alle frei.
option-layout-partial = Halber Rahmen
option-layout-partial-hint = Wie der Rahmen, aber ohne die beiden kurzen Seiten.

path-of = Weg von { $seat }
path-pattern = { $pattern ->
    [plain] glatter Weg von { $seat }
    [dash] gestrichelter Weg von { $seat }
    [dot] gepunkteter Weg von { $seat }
   *[wave] welliger Weg von { $seat }
}
path-wall = gemauerter Weg
the-path-of = Der Weg von { $seat }
the-path-pattern = { $pattern ->
    [plain] Der glatte Weg von { $seat }
    [dash] Der gestrichelte Weg von { $seat }
    [dot] Der gepunktete Weg von { $seat }
   *[wave] Der wellige Weg von { $seat }
}
the-path-wall = Der gemauerte Weg
sign-free = graues Stück, noch frei
sign-taken = graues Stück, das dieser Weg übernommen hat
cell = Feld { $cell }
side = { $side ->
    [ns] von Nord nach Süd
    [ew] von Ost nach West
    [ne] von Nord nach Ost
    [se] von Süd nach Ost
    [sw] von Süd nach West
    [nw] von Nord nach West
    [n] nach Norden
    [e] nach Osten
    [s] nach Süden
   *[w] nach Westen
}
card = { $kind ->
    [straight] Gerade { side }, { $path }
    [curve] Kurve { side }, { $path }
   *[end] Endteil { side }, { $path }
}
card-kind = { $kind ->
    [straight] Gerade
    [curve] Kurve
   *[end] Endteil
}
card-animal = { $kind ->
    [straight] Gerade mit { $animal }
   *[curve] Kurve mit { $animal }
}
card-side = { $kind ->
    [straight] Gerade { side }
    [curve] Kurve { side }
   *[end] Endteil { side }
}
run = übernommenes graues Stück: { $path }
tip = offenes Ende, { $path }
billabong = Billabong
billabongs = Billabongs
ways = So kann sie liegen
stock = Karten, { $path }
animal-kangaroo = Känguru
animal-emu = Emu
animal-platypus = Schnabeltier
animal-rabbit = Kaninchen
animal-dingo = Dingo
layer-animals = Tiere zeigen
button-billabong = Billabong legen
button-pass = Aussetzen
preview = { $changes }
preview-change = { $seat }: { $before } → { $after }
table-mark-gain = Dein Weg bekäme das graue Stück: { $thing }.
table-mark-info = Ein anderer Weg bekäme das graue Stück: { $thing }.
table-mark-warn = Dein Weg ginge dort nicht weiter: { $thing }.
table-mark-loss = Dort würde ein anderer Weg zum Ring: { $thing }.
confirm-end = Dieses Ende für immer schließen?

fact-none = noch kein Weg
fact-path = Länge { $length }, { $status ->
    [open-1] ein offenes Ende
    [open-2] zwei offene Enden
    [loop] ein Ring
   *[done] fertig
}
fact-path-pattern = { $pattern ->
    [plain] glatt
    [dash] gestrichelt
    [dot] gepunktet
   *[wave] wellig
}: Länge { $length }, { $status ->
    [open-1] offen
    [open-2] zwei offene Enden
    [loop] ein Ring
   *[done] fertig
}
fact-animals = { $trios ->
    [one] ein Trio
   *[other] { $trios } Trios
}, { $rabbits ->
    [0] keine Plage
    [one] ein Kaninchen zu viel
   *[other] { $rabbits } Kaninchen zu viel
}
fact-dingo = eigener Dingo nicht gelegt

prompt-wait = Warten auf { $seat }.
prompt-first = Leg eine Gerade oder Kurve als erste Karte.
prompt-first-inside = Leg eine Gerade oder Kurve irgendwo auf die Spielfläche.
prompt-next = Leg deine erste Karte neben eine, die schon liegt.
prompt-entry = Leg ein Endteil: Dort beginnt dein Weg.
prompt-entry-back = Leg dein Endteil an den Rücken des vorigen.
prompt-entry-next = Leg dein Endteil neben eine Karte, die schon liegt.
prompt-lay = Bau an einem offenen Ende weiter: Wähl eine Karte oder ein Feld.
prompt-first-animal = Leg deine erste Karte: Wähl eine deiner Karten, ein Feld, dann ihre Lage.
prompt-lay-animal = Bau an einem offenen Ende weiter: Wähl eine Karte, ein Feld, dann ihre Lage.
prompt-lone = Bau an einem deiner Eingänge weiter: Leg eine Gerade oder Kurve.
prompt-lay-both = Leg zwei Karten, an jeden deiner Wege eine.
prompt-lay-either = Leg eine Karte an einen deiner Wege.
prompt-lay-pattern = Jetzt eine Karte für deinen { $pattern ->
    [plain] glatten
    [dash] gestrichelten
    [dot] gepunkteten
   *[wave] welligen
} Weg.
prompt-turn = Dein Weg ist ein Ring: Dreh eine deiner Kurven, um ihn zu öffnen.
prompt-water = { $count ->
    [3] Drei Wege führen auf ein Feld: Leg dort einen Billabong.
   *[other] Vier Wege führen auf ein Feld: Leg dort einen Billabong.
}
prompt-exit = Dein Weg verlässt das Wasser: Leg die dritte Karte an den vierten Ausgang.
prompt-case-3 = Nur eine Kurve würde passen, und du hast keine: Leg stattdessen einen Billabong oder setz aus.
prompt-won = { $count ->
    [one] { $seats } hat den längsten Weg gebaut.
   *[other] { $seats } teilen sich den Sieg.
}
prompt-won-points = { $count ->
    [one] { $seats } hat gewonnen.
   *[other] { $seats } teilen sich den Sieg.
}

result-length = Abschnitte
result-trios = Tier-Trios
result-rabbits = Kaninchen ohne Dingo
result-dingo = Eigener Dingo gelegt

say-lay = { $kind ->
    [straight] { $seat } legt eine Gerade { side } auf { $cell }.
    [curve] { $seat } legt eine Kurve { side } auf { $cell }.
   *[end] { $seat } legt ein Endteil { side } auf { $cell }.
}
say-lay-animal = { $kind ->
    [straight] { $seat } legt eine Gerade mit { $animal } { side } auf { $cell }.
   *[curve] { $seat } legt eine Kurve mit { $animal } { side } auf { $cell }.
}
say-turn = { $seat } dreht die Kurve auf { $cell }: nun { side }.
say-billabong = { $seat } legt einen Billabong auf { $cell }.
say-pass = { $seat } setzt aus.
say-takes = { $count ->
    [one] { $path } wird um einen Abschnitt länger ({ $length }).
   *[other] { $path } wird um { $count } Abschnitte länger ({ $length }).
}
say-carries = { $count ->
    [one] { $path } wird um einen Abschnitt weitergeführt ({ $length }).
   *[other] { $path } wird um { $count } Abschnitte weitergeführt ({ $length }).
}
say-drowns = { $path } endet im Wasser ({ $length }).
say-loop = { $path } ist jetzt ein Ring.
say-done = { $path } ist fertig: Er hat die Länge { $length }.
say-meet = { $count ->
    [3] Drei Wege treffen sich: { $seat } muss einen Billabong legen.
   *[other] Vier Wege treffen sich: { $seat } muss einen Billabong legen.
}

DOW-5 = Die allererste Karte liegt auf dem Feld 0,0.
DOW-6 = Eine erste Karte kommt neben eine, die schon liegt, an eine Kante oder Ecke.
DOW-7 = In dieser Partie beginnt kein Weg mit einem Endteil.
DOW-9 = { $kind ->
    [straight] Du hast keine Gerade mehr.
    [curve] Du hast keine Kurve mehr.
   *[end] Du hast kein Endteil mehr.
}
DOW-9-animal = { $kind ->
    [straight] Du hast keine Gerade mit { $animal } mehr.
   *[curve] Du hast keine Kurve mit { $animal } mehr.
}
DOW-9-foreign = Diese Karte ist nicht aus deinem Satz.
DOW-10 = Das farbige Stück der Karte muss ein offenes Ende deines Weges berühren.
DOW-11 = Das würde zwei Wege verbinden.
DOW-12 = Auf { $cell } liegt schon eine Karte.
DOW-16 = Du kannst noch etwas tun, darum darfst du nicht aussetzen.
DOW-18 = Feld { $cell } liegt außerhalb der Spielfläche: Dort geht nur ein Endteil.
DOW-18-first = Feld { $cell } liegt außerhalb der Spielfläche: Wege beginnen auf ihr.
DOW-25 = In die freie Hälfte von { $cell } passt nur ein Endteil, Rücken an Rücken.
DOW-30 = Dein Weg ist ein Ring: Dreh stattdessen eine deiner Kurven.
DOW-30-open = Gedreht wird nur, wenn dein Weg zu Beginn deines Zuges ein Ring ist.
DOW-31 = Auf { $cell } liegt keine Kurve von dir.
DOW-31-quarter = Eine Kurve wird um ein Viertel gedreht, nach links oder rechts.
DOW-32 = So gedreht hätte dein Weg keine zwei offenen Enden, oder { $cell } verbände ihn mit einem anderen.
DOW-34 = Dort kann jetzt kein Billabong liegen.
DOW-35 = Zuerst kommt ein Billabong dorthin, wo sich die Wege treffen.
DOW-36 = Jetzt kommt die dritte Karte an den vierten Ausgang, mit deiner Farbe zum Wasser.
DOW-54 = Tiere zählen in dieser Partie nicht.
DOW-60 = In dieser Partie beginnt jeder Weg mit einem Endteil.
DOW-61 = Dein Endteil kommt an den Rücken des vorigen.
DOW-62 = Das dritte Endteil liegt neben einer Karte auf dem Tisch.
DOW-62-outside = Das dritte Endteil liegt auf der Spielfläche.
DOW-62-back = Dann ließe sich an seinem Rücken kein Endteil mehr legen.
DOW-65 = Diese einzelne Karte ist eine Gerade oder Kurve.
DOW-66 = Diese Farbe hatte in diesem Zug schon ihre Karte.
DOW-66-entry = Eingänge kommen in der Reihenfolge der Sätze.

area-unreadable = schreib eine Größe wie 7x9, beide Seiten von { $low } bis { $high }, die kürzere zuerst (DOW-3)
area-for-more = mit { $sets } Sätzen gibt es keine lange Spielfläche (DOW-3)
paths-for-two = zwei Wege für jeden gibt es nur zu zweit auf freier Ebene (DOW-64)
layout-for-fewer = dieser Aufbau braucht ungenutzte Sätze: höchstens { $most } Spieler ({ $rule })
layout-without-plan = diesen Aufbau gibt es nur für die Flächen { $sizes } ({ $rule })

# Die erste Partie.
lesson-lay = Jede Karte hat ein Stück deiner Farbe und ein graues, das noch niemandem gehört. Leg die erste, eine Gerade, in die Mitte.
lesson-lay-done = Dein Weg hat zwei offene Enden. Ben hat daneben begonnen.
lesson-on = Setz deinen Weg an einem offenen Ende fort. Die Wege zweier Spieler dürfen nie verbunden werden.
lesson-on-done = Das graue Stück deiner Karte darf einen fremden Weg weiterführen, wohin du willst.
lesson-grey = Trifft dein Weg auf freie graue Stücke, gehören sie dir. Leg die Kurve hierhin und schau auf deine Punkte.
lesson-grey-done = Zwei Abschnitte auf einmal: dein Bogen und das Grau dahinter. Weiter geht es an dessen anderem Ende.
lesson-cap = Wo es eng wird, hilft ein Endteil: eine halbe Karte, die deinen Weg hier für immer abschließt. Sie darf auch über den Rand.
lesson-cap-done = Geraden und Kurven müssen in die Fläche passen, Endteile nicht. Das andere Ende deines Weges ist noch offen.
lesson-over = Schließ auch das zweite Ende. Dann kann niemand mehr legen.
lesson-over-done = Gezählt wird jeder Abschnitt deines Weges, farbig wie grau. Der längste Weg gewinnt.
