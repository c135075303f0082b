# Schlauraff: Namen, Ansagen, Sätze des Protokolls und Ablehnungen.
game = Schlauraff
tagline = Sechs Würfel und eine Spalte voller Leckerbissen.
about = Futtere dich mit passenden Würfelsummen durch eine Spalte Chips. Was du übrig lässt, findet der Nächste untendrunter.

option-columns = Spalten je Runde
option-leftovers = Übrige Chips
option-leftovers-stack = kommen unter die nächste Spalte
option-leftovers-below = verlängern die nächste Spalte

chip = { $colour ->
    [y] gelber Chip
    [g] grüner Chip
    [b] blauer Chip
   *[r] roter Chip
}
colour = { $colour ->
    [y] Gelb
    [g] Grün
    [b] Blau
   *[r] Rot
}
chip-on = { $colour ->
    [y] gelber Chip (1 oder 11) auf { $cell }
    [g] grüner Chip (3) auf { $cell }
    [b] blauer Chip (5) auf { $cell }
   *[r] roter Chip (10) auf { $cell }
}
cell = { $cell }, leer
pile-height = Stapel aus { $count } Chips
die = Würfel mit einer { $face }
dice-showing = { $count ->
    [one] freier Würfel mit einer { $face }
   *[other] { $count } freie Würfel mit einer { $face }
}
cup = { $count ->
    [0] Würfelbecher
    [one] Würfelbecher: einen Würfel neu werfen
   *[other] Würfelbecher: { $count } Würfel neu werfen
}
taken = Chips von { $seat } in dieser Runde
bag = Chips im Beutel
layer-hints = Rechenhilfe
description-sums = { $count ->
    [0] Keine Summe freier Würfel holt diesen: { $chip }.
   *[other] Zu holen mit { $sums }: { $chip }.
}
description-chance = Die Wahrscheinlichkeit, ihn zu holen, ist { $percent } %.
description-promise = { $action ->
    [begin] Auf { $thing } zu beginnen
    [again] Neu zu werfen
    [slide] Eine { $thing } rutschen zu lassen
   *[put] Eine { $thing } zu legen
} verspricht { $mean }.
lacking = noch { $sum }
lacking-and-chance = noch { $sum } · { $percent } %
chance = { $percent } %
mean = ≈ { $whole },{ $tenth }
mean-chips = ≈ { $whole },{ $tenth } Chips
fact-round = { $count } in Runde { $round }/{ $rounds }
fact-reds = { $count ->
    [one] { $count } roter
   *[other] { $count } rote
}

sum = { $sum }
sum-one-or-eleven = 1 oder 11

button-roll = Neu würfeln
prompt-lot = Das Los entscheidet, wer beginnt.
prompt-lay = Runde { $round } von { $rounds }: Die Chips kommen aus dem Beutel.
prompt-roll = { $seat } würfelt.
prompt-wait = Warten auf { $seat }.
prompt-begin = Wähl einen Würfel, dann den Chip, mit dem du anfängst. Die Chips darüber entgehen dir.
prompt-chip = Auf welchen Chip legst du die { $face }? Die darüber entgehen dir.
prompt-die = Welchen Würfel legst du auf { $cell }?
prompt-carry = Einen Würfel auf { $cell } rutschen lassen? Sonst verfällt das.
forgoes-carry = Damit verzichtest du darauf, einen Würfel auf { $cell } rutschen zu lassen.
prompt-put = Chip { $cell } braucht noch { $sum }: Wähl einen Würfel.
prompt-put-or-roll = { $cell } braucht noch { $sum }: Wähl einen Würfel oder wirf neu.
prompt-only-roll = Chip { $cell } braucht noch { $sum }: Wirf die freien Würfel neu.
prompt-won = { $count ->
    [one] { $seats } gewinnt.
   *[other] { $seats } teilen sich den Sieg.
}

drawn-free = Freie Würfel: { $dice }
drawn-laid = Gelegte Würfel: { $dice }

result-before = Chips früherer Runden
result-last-round = Chips der letzten Runde
result-ties = Bei Gleichstand
result-reds = Rote Chips (Hilfspunkte)

say-lot = Das Los bestimmt: { $seat } beginnt.
say-lay = Spalte { $column } liegt: { $chips }.
say-roll = { $seat } würfelt { $dice }.
say-again = { $count ->
    [one] { $seat } wirft den letzten Würfel neu.
   *[other] { $seat } wirft { $count } Würfel neu.
}
say-put = { $seat } legt eine { $face } auf { $cell }.
say-carry = { $seat } lässt eine { $face } auf { $cell } rutschen.
say-take = { $colour ->
    [y] { $count ->
        [one] { $seat } erbeutet einen gelben Chip.
       *[other] { $seat } erbeutet einen Stapel von { $count } mit Gelb obenauf.
    }
    [g] { $count ->
        [one] { $seat } erbeutet einen grünen Chip.
       *[other] { $seat } erbeutet einen Stapel von { $count } mit Grün obenauf.
    }
    [b] { $count ->
        [one] { $seat } erbeutet einen blauen Chip.
       *[other] { $seat } erbeutet einen Stapel von { $count } mit Blau obenauf.
    }
   *[r] { $count ->
        [one] { $seat } erbeutet einen roten Chip.
       *[other] { $seat } erbeutet einen Stapel von { $count } mit Rot obenauf.
    }
}
say-finished = Spalte { $column } ist bis unten verputzt: Der Zug ist vorbei.
say-stuck = Chip { $cell } braucht noch { $sum }, das geht nicht mehr: Der Zug ist vorbei.
say-no-start = Keiner der Würfel passt auf einen Chip: Der Zug ist vorbei.
say-round-over = Runde { $round } ist vorbei.

SLR-2 = Von jeder Farbe gibt es zehn Chips, und von dieser ist keiner mehr im Beutel.
SLR-5 = Die Chips kommen aus dem Beutel, Spalte für Spalte von rechts.
SLR-6 = Das Los nennt jemanden an diesem Tisch.
SLR-8 = Die Spalte gehört { $seat }.
SLR-8-before = Die Runde hat noch nicht begonnen.
SLR-8-column = Jetzt geht es um Spalte { $column }, um keine andere.
SLR-9 = Gerade wird gewürfelt.
SLR-9-face = Ein Würfel zeigt 1 bis 6, nie { $face }.
SLR-10 = Kein freier Würfel zeigt eine { $face }.
SLR-11 = { $total } wäre zu viel: Der Chip hat den Wert { $value }.
SLR-14 = Auf { $cell } liegt kein Chip zum Anfangen.
SLR-14-above = Du hast weiter unten angefangen: { $cell } erreichst du in diesem Zug nicht mehr.
SLR-15 = Von oben nach unten, ohne Lücke: Jetzt ist { $cell } dran.
SLR-16 = Jetzt darf keine { $face } rutschen: Das darf nur ein Würfel von einem Chip, den du eben mit mehreren Würfeln erbeutet hast.
SLR-17 = Diesen Chip hast du mit einem einzigen Würfel geholt, da rutscht nichts hinunter.
SLR-19 = Es ist kein Würfel frei.
SLR-20 = Leg erst einen Würfel oder lass einen rutschen, dann darfst du wieder neu werfen.
SLR-4-columns = mögliche Zahl der Spalten bei { $seats } Spielern: { $counts } (SLR-4)

# Die erste Partie.
lesson-put = Iss dich von oben durch deine Spalte! Ein blauer Chip kostet 5: Leg die 4 darauf, dann die 1.
lesson-put-done = Genau 5: Der Chip gehört dir und ist ein Punkt. Zu viel darf nie darauf liegen.
lesson-carry = Er hat zwei Würfel gekostet, also darf einer weiterrutschen: Lass die 4 auf Rot rutschen und leg die 6 dazu. Rot kostet 10.
lesson-carry-done = Wieder genau, wieder ein Punkt. Rutschen spart Würfel.
lesson-yellow = Gelb kostet 1 oder 11. Lass die 6 rutschen und leg 3 und 2 dazu, das macht 11.
lesson-yellow-done = Mit einer einzelnen 1 ginge es auch. Drei Chips in einem Wurf!
lesson-rest = Grün kostet 3: Lass gleich die 3 hinunterrutschen.
lesson-rest-done = Für Rot reicht ein einzelner Würfel nie, darum ist dein Zug vorbei. Was übrig ist, kommt unter Bens Chips.
lesson-again = Keine Summe ergibt 10 für Rot. Leg eine 6 darauf, wirf die anderen neu und leg die 4 dazu. Vor jedem Wurf muss ein Würfel liegen.
lesson-again-done = So holst du auch, was der erste Wurf nicht hergibt. Nach allen Runden gewinnen die meisten Chips.
