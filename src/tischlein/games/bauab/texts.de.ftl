# Bauab: Namen, Ansagen, Sätze des Protokolls und Ablehnungen.
game = Bauab
tagline = Plane das Viertel, verdränge die Konkurrenz.
about = Zwei Bauunternehmer planen ein Viertel. Wer dem anderen das letzte freie Nachbargrundstück nimmt, bekommt seinen Chip.

option-plan = Spielplan
option-plan-hint = Die Form des Viertels; die Regeln bleiben gleich.
option-plan-own-hint = Sechzehn Grundstücke, Zeile für Zeile von oben: 1 ist ein Grundstück, 0 keines, und / beginnt die nächste Zeile.
option-plan-square = Quadrat
option-plan-barrel = Tonne
option-plan-cross = Kreuz
option-first = Erster Zug
option-first-lot = Los
option-first-A = Platz A
option-first-B = Platz B

plot = Grundstück { $plot }
chip-name = { $kind ->
    [x] Options-Chip
   *[other] { $kind }
}
chip-captured = { $kind ->
    [x] den Options-Chip auf { $plot }
   *[other] die { $kind } auf { $plot }
}
chip = { $kind ->
    [x] Options-Chip von { $seat }
   *[other] Planungs-Chip { $kind } von { $seat }
}
park = Park
sign-barred = in diesem Zug gesperrt
parks = Parks
supply = Vorrat von { $seat }
captured = Erbeutet von { $seat }
layer-freedoms = Freiheiten zeigen
description-freedoms = { $count ->
    [0] { chip } auf { $plot }: Daneben ist nichts frei, der Chip ist vorerst sicher.
    [one] { chip } auf { $plot }: in Gefahr, daneben ist nur { $free } frei.
   *[other] { chip } auf { $plot }: Daneben sind { $free } frei.
}
button-pass = Aussetzen

prompt-lot = Das Los entscheidet, wer beginnt.
prompt-place = Wähl einen Chip und ein Grundstück.
prompt-place-or-park = Wähl einen Chip und ein Grundstück, oder leg einen Park auf ein gesperrtes.
prompt-park-or-pass = Keiner deiner Chips passt: Leg einen Park oder setz aus.
prompt-pass = Keiner deiner Chips passt: Setz aus.
prompt-wait = Warten auf { $seat }.
prompt-won = { $seat } gewinnt.
prompt-drawn = Unentschieden.

result-on-plan = Wert auf dem Plan
result-captured = Wert der Beute
result-ties = Bei Gleichstand
result-planned = Planungs-Chips auf dem Plan

say-lot = Das Los bestimmt: { $seat } beginnt.
say-place = { $kind ->
    [x] { $seat } nimmt eine Option auf { $plot }.
   *[other] { $seat } plant eine { $kind } auf { $plot }.
}
say-park = { $seat } legt einen Park auf { $plot }.
say-pass = { $seat } setzt aus.
say-over = Nirgends passt mehr etwas: Die Partie ist aus.
say-capture = { $count ->
    [one] { $seat } erbeutet von { $other } { $chips }.
   *[other] { $seat } erbeutet { $count } Chips von { $other }: { $chips }.
}

BAU-7 = Wer beginnt, entscheidet allein das Los, einmal, zwischen A und B.
BAU-10 = { $kind ->
    [x] Du hast keinen Options-Chip mehr.
   *[other] Du hast keine { $kind } mehr.
}
BAU-11 = Grundstück { $plot } ist nicht frei.
BAU-11-outside = Ein Grundstück { $plot } gibt es auf diesem Plan nicht.
BAU-12 = Eine { $kind } darf nicht neben einer { $kind } liegen: Neben { $plot } liegt schon eine.
BAU-27 = Grundstück { $plot } ist für dich in diesem Zug gesperrt: Dort hast du eben einen Chip verloren. Ein Park darf hin.
BAU-28 = Ein Park kommt nur dorthin, wo du gerade eben einen Chip verloren hast. Auf { $plot } ist das nicht geschehen.
BAU-31 = Es sind keine Parks mehr da.
BAU-33 = Du kannst noch einen Chip legen, darum darfst du nicht aussetzen.

plan-unreadable = zeichne den Plan als Zeilen aus 0 und 1 mit / dazwischen, etwa 0110/1111
plan-size = ein Plan hat { $plots } Grundstücke, dieser hat { $count } (BAU-3)
plan-apart = alle Grundstücke eines Plans hängen über Kanten zusammen (BAU-3)

table-confirm = Legen

# Die erste Partie.
lesson-lay = In deinem Zug legst du einen Chip auf ein freies Grundstück. Nimm deine 5 und leg sie in die Ecke.
lesson-lay-done = Das bringt dir 5 Punkte, solange sie liegen bleibt. Doch Ben baut gleich nebenan: Deiner 5 bleibt nur noch ein freies Nachbargrundstück.
lesson-secure = Füllt Ben auch dieses Grundstück, gehört die 5 ihm. Komm ihm zuvor und leg selbst die 2 dorthin.
lesson-secure-done = Eigene Chips erbeutest du nie: Ohne freies Nachbargrundstück ist deine 5 jetzt sicher.
lesson-capture = Neben Bens 4 unten in der Ecke ist nur noch ein Grundstück frei. Leg die 3 dorthin. Deine 4 dürfte nicht hin: Gleiche Zahlen liegen nie nebeneinander.
lesson-capture-done = Die 4 ist deine Beute und zählt 4 Punkte für dich. Auf ihr Grundstück durfte Ben im nächsten Zug keinen Chip legen, nur einen Park.
lesson-park = Eben hat Ben in der Ecke deine 2 erbeutet. Dort darfst du jetzt keinen Chip legen. Ein Park aber geht: Leg ihn hin.
lesson-park-done = Der Park füllt das letzte freie Grundstück neben zwei Chips: Du hast 3 und 1 auf einmal erbeutet.
lesson-end = Leg deinen letzten Chip. Dann passt nichts mehr, und es wird gezählt.
lesson-end-done = Es zählen deine Werte auf dem Plan und deine Beute. Optionen und Parks zählen nichts.
