# Bauab: Namen, Ansagen, Sätze des Protokolls und Ablehnungen.
game = Bauab
tagline = Plane das Viertel, verdränge die Konkurrenz.
about = Zwei Bauunternehmer planen ein Viertel. Wer dem andern das letzte freie Nachbargrundstück nimmt, bekommt seinen Chip.

option-plan = Spielplan
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
chip = { $kind ->
    [x] Options-Chip von { $seat }
   *[other] Planungs-Chip { $kind } von { $seat }
}
park = Park
parks = Parks
supply = Vorrat von { $seat }
captured = Erbeutet von { $seat }
layer-freedoms = Freiheiten zeigen
button-pass = Aussetzen

prompt-lot = Das Los entscheidet, wer beginnt.
prompt-place = Wähle einen Chip und ein Grundstück.
prompt-place-or-park = Wähle einen Chip und ein Grundstück, oder lege einen Park auf ein gesperrtes.
prompt-park-or-pass = Keiner deiner Chips passt: Lege einen Park oder setze aus.
prompt-pass = Keiner deiner Chips passt: Setze aus.
prompt-wait = Warten auf { $seat }.
prompt-won = { $seat } gewinnt.
prompt-drawn = Unentschieden.

result-on-plan = Wert auf dem Plan
result-captured = Wert der Beute
result-ties = Bei Gleichstand
result-planned = Planungs-Chips auf dem Plan

say-lot = Das Los fällt auf { $seat }: erster Zug.
say-place = { $kind ->
    [x] { $seat } nimmt eine Option auf { $plot }.
   *[other] { $seat } plant eine { $kind } auf { $plot }.
}
say-park = { $seat } legt einen Park auf { $plot }.
say-pass = { $seat } setzt aus.
say-capture = { $count ->
    [one] { $seat } erbeutet von { $other }: { $chips }.
   *[other] { $seat } erbeutet { $count } Chips von { $other }: { $chips }.
}

BAU-7 = Wer beginnt, sagt allein das Los, einmal, zwischen A und B.
BAU-10 = { $kind ->
    [x] Du hast keinen Options-Chip mehr.
   *[other] Du hast keine { $kind } mehr.
}
BAU-11 = { $plot } ist nicht frei.
BAU-11-outside = { $plot } gehört nicht zu diesem Plan.
BAU-12 = Eine { $kind } darf nicht neben einer { $kind } liegen: { $plot } hat schon eine als Nachbarin.
BAU-27 = { $plot } ist für dich in diesem Zug gesperrt: Dort hast du eben einen Chip verloren. Ein Park darf hin.
BAU-28 = Ein Park kommt nur dorthin, wo du gerade eben einen Chip verloren hast. { $plot } ist kein solches Grundstück.
BAU-31 = Es sind keine Parks mehr da.
BAU-33 = Du kannst noch einen Chip setzen, darum darfst du nicht aussetzen.

plan-unreadable = zeichne den Plan als Zeilen aus 0 und 1 mit / dazwischen, etwa 0110/1111
plan-size = ein Plan hat { $plots } Grundstücke, dieser hat { $count } (BAU-3)
plan-apart = alle Grundstücke eines Plans hängen über Kanten zusammen (BAU-3)

table-confirm = Legen
