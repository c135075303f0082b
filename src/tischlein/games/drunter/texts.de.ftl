# Drunter & Drüber: Namen, Ansagen, Sätze des Protokolls und Ablehnungen.
game = Drunter & Drüber
tagline = Rette deine Gebäude vor den Mauern der eigenen Stadt.
about = Die Schildbürger haben ihre Stadt neu gebaut und Mauern, Straße und Fluss vergessen. Leg sie quer durch die Gebäude der anderen, und verrate keinem, welche deine sind.

option-board = Stadt
option-board-hint = Die Gebäude stehen anders; die Regeln bleiben gleich.
option-board-classic = Klassisch
option-board-new = Neu
option-goals = Zielkarten für jeden
option-goals-1 = Eine
option-goals-1-hint = Alle spielen für eine geheime Gebäudeart.
option-goals-2 = Zwei, unterwegs gewählt
option-goals-2-hint = Sobald eine Strecke zu Ende ist, wählen alle geheim eines von zwei Zielen.
option-votes = Abstimmung über Häuschen
option-votes-turn = Reihum
option-votes-turn-hint = Bedeckt ein Plättchen ein Häuschen, stimmen alle reihum ab und sehen, wie viele Karten andere legen.
option-votes-simultaneous = Alle zugleich
option-votes-simultaneous-hint = Bedeckt ein Plättchen ein Häuschen, stimmen alle zugleich ab und sehen nichts voneinander.
option-votes-none = Keine
option-votes-none-hint = Häuschen darf man bedecken wie jedes Feld.
option-first = Wer beginnt
option-first-lot = Das Los
option-first-A = Platz A
option-first-B = Platz B
option-first-C = Platz C
option-first-D = Platz D

building = { $kind ->
    [museum] Museum { $value }
    [inn] Wirtshaus { $value }
    [school] Schulturm { $value }
    [hall] Rathaus { $value }
    [fire] Feuerwache { $value }
   *[church] Kirchturm { $value }
}
letter = { $kind ->
    [museum] M
    [inn] W
    [school] S
    [hall] R
    [fire] F
   *[church] K
}
goal-card = { $goal ->
    [museum] Ziel: Museen
    [inn] Ziel: Wirtshäuser
    [school] Ziel: Schultürme
    [hall] Ziel: Rathäuser
    [fire] Ziel: Feuerwachen
    [church] Ziel: Kirchtürme
    [threes] Ziel: alle Gebäude mit der 3
    [fours] Ziel: alle Gebäude mit der 4
    [lowest] Ziel: das Niedrigste jeder Art
   *[ones] Ziel: ein Punkt für jedes Gebäude
}
tile = { $kind ->
    [wall] { $size ->
        [1] Mauer, 1 Feld
       *[other] Mauer, { $size } Felder
    }
    [road] { $size ->
        [1] Straße, 1 Feld
       *[other] Straße, { $size } Felder
    }
   *[river] { $size ->
        [1] Fluss, 1 Feld
       *[other] Fluss, { $size } Felder
    }
}
gang = { $line ->
    [road] Bautrupp der Straße
    [river] Bautrupp des Flusses
    [wall1] Bautrupp der Mauer 1
   *[wall2] Bautrupp der Mauer 2
}
ended = { $line ->
    [road] hier endet die Straße
    [river] hier endet der Fluss
    [wall1] hier endet Mauer 1
   *[wall2] hier endet Mauer 2
}
vote-card = { $card ->
    [yes1] JA: 1 Ja
    [yes2] JAA: 2 Ja
    [yes3] JAAA: 3 Ja
    [no1] NE: 1 Nein
    [no2] NEE: 2 Nein
    [no3] NEEE: 3 Nein
    [joker] JEEIIN: 2 Ja oder 2 Nein
   *[blank] ???: nichts, kommt zurück
}
ballot-back = Stimme von { $seat }
sign = { $kind ->
    [wall] Mauer
    [road] Straße
    [river] Fluss
    [bridge] Brücke
    [outhouse] Toilettenhäuschen
   *[corner] Ecke
}
sign-building = { $kind ->
    [museum] Museum
    [inn] Wirtshaus
    [school] Schulturm
    [hall] Rathaus
    [fire] Feuerwache
   *[church] Kirchturm
}
sign-vote = { $card ->
    [yes1] 1 Ja
    [yes2] 2 Ja
    [yes3] 3 Ja
    [no1] 1 Nein
    [no2] 2 Nein
    [no3] 3 Nein
    [joker] 2 Ja oder 2 Nein
   *[blank] nichts, kommt zurück
}

square-empty = { $square }
square-outhouse = { $square }, Toilettenhäuschen
square-corner = { $line ->
    [road] { $square }, Ecke der Straße
    [river] { $square }, Ecke des Flusses
    [wall1] { $square }, Ecke der Mauer 1
   *[wall2] { $square }, Ecke der Mauer 2
}
square-building = { $square }, { $building }
square-covered = { $line ->
    [road] { $square }, Straße
    [river] { $square }, Fluss
    [wall1] { $square }, Mauer 1
   *[wall2] { $square }, Mauer 2
}
square-bridge = { $line ->
    [road] { $square }, Brücke der Straße
    [river] { $square }, Brücke des Flusses
    [wall1] { $square }, Brücke der Mauer 1
   *[wall2] { $square }, Brücke der Mauer 2
}

layer-reach = Zeigen, wohin die Bautrupps können
description-reach = { $line ->
    [road] Die Straße
    [river] Der Fluss
    [wall1] Mauer 1
   *[wall2] Mauer 2
} kann nach { $direction ->
    [n] oben
    [e] rechts
    [s] unten
   *[w] links
} weitergehen bis { $square }.
layer-own = Einkreisen, was mein Ziel zählt
description-own = Dein Ziel zählt: { $buildings }.
description-building = { $building } auf { $square }
tray-tiles = Plättchen von { $seat }
tray-goal = Ziel von { $seat }
tray-votes = Stimmkarten von { $seat }
tray-ballots = Stimmen
button-yes = 2 Ja
button-no = 2 Nein
choice-lay = { $line ->
    [road] { $size ->
        [1] 1 Feld Straße legen, bis { $square }
       *[other] { $size } Felder Straße legen, bis { $square }
    }
    [river] { $size ->
        [1] 1 Feld Fluss legen, bis { $square }
       *[other] { $size } Felder Fluss legen, bis { $square }
    }
    [wall1] { $size ->
        [1] 1 Feld Mauer 1 legen, bis { $square }
       *[other] { $size } Felder Mauer 1 legen, bis { $square }
    }
   *[wall2] { $size ->
        [1] 1 Feld Mauer 2 legen, bis { $square }
       *[other] { $size } Felder Mauer 2 legen, bis { $square }
    }
}
choice-vote = Mit { $cards }: { $yes } Ja, { $no } Nein{ $joker ->
    [yes] {" "}und 2 nach Wahl.
   *[no] .
}
choice-aim = { $goal ->
    [museum] Endgültig für die Museen spielen
    [inn] Endgültig für die Wirtshäuser spielen
    [school] Endgültig für die Schultürme spielen
    [hall] Endgültig für die Rathäuser spielen
    [fire] Endgültig für die Feuerwachen spielen
    [church] Endgültig für die Kirchtürme spielen
    [threes] Endgültig für alle Gebäude mit der 3 spielen
    [fours] Endgültig für alle Gebäude mit der 4 spielen
    [lowest] Endgültig für das Niedrigste jeder Art spielen
   *[ones] Endgültig für einen Punkt je Gebäude spielen
}
button-vote = Abstimmen
button-aim = Dieses Ziel wählen
fact-votes = { $count ->
    [one] noch 1 Stimme
   *[other] noch { $count } Stimmen
}
fact-votes-left = { $count ->
    [one] noch 1 Stimme: { $cards }
   *[other] noch { $count } Stimmen: { $cards }
}
fact-voted = hat abgestimmt
fact-chosen = hat gewählt

table-mark-info = Das Plättchen läge auf { $thing }.
table-mark-warn = { $thing } steht im Weg: Alle würden abstimmen.

prompt-deal = Ziele und Plättchen werden verteilt.
prompt-lot = Das Los entscheidet, wer beginnt.
prompt-lay = Wähl ein Plättchen, dann das Feld, auf dem es enden soll.
prompt-vote = { $kind ->
    [wall] Abstimmung: Bleibt die Mauer von { $owner }? Leg Karten und bestätige.
    [road] Abstimmung: Bleibt die Straße von { $owner }? Leg Karten und bestätige.
   *[river] Abstimmung: Bleibt der Fluss von { $owner }? Leg Karten und bestätige.
}
prompt-joker = Bisher { $yes } Ja, { $no } Nein. Was zählt dein JEEIIN?
prompt-aim = Eine Strecke ist zu Ende: Wähl das Ziel, für das du spielst.
prompt-aim-end = Niemand kann mehr legen: Wähl das Ziel, das für dich zählt.
prompt-wait-lay = { $seats } legt gleich ein Plättchen.
prompt-wait-vote = { $kind ->
    [wall] Bleibt die Mauer von { $owner }? Warten auf { $seats }.
    [road] Bleibt die Straße von { $owner }? Warten auf { $seats }.
   *[river] Bleibt der Fluss von { $owner }? Warten auf { $seats }.
}
prompt-wait-joker = Bisher { $yes } Ja, { $no } Nein. { $seats } sagt, was ein Joker zählt.
prompt-wait-aim = Noch kein Ziel gewählt: { $seats }.
prompt-over = { $count ->
    [one] { $seats } gewinnt.
   *[other] { $seats } teilen sich den Sieg.
}

result-second = Punkte der zweiten Karte
result-ties = Bei Gleichstand
result-votes = Stimmen übrig
result-watcher = Was jemand von außen geglaubt hätte, in % (★ gespielt):
result-watcher-two = Was jemand von außen geglaubt hätte, in % (★ gespielt, ☆ zweite Karte):
result-believed = { $goal ->
    [museum] Museen ({ $points })
    [inn] Wirtshäuser ({ $points })
    [school] Schultürme ({ $points })
    [hall] Rathäuser ({ $points })
    [fire] Feuerwachen ({ $points })
    [church] Kirchtürme ({ $points })
    [threes] mit der 3 ({ $points })
    [fours] mit der 4 ({ $points })
    [lowest] Niedrigste ({ $points })
   *[ones] je ein Punkt ({ $points })
}

say-own-card = Deine Zielkarte: { $goal ->
    [museum] die Museen.
    [inn] die Wirtshäuser.
    [school] die Schultürme.
    [hall] die Rathäuser.
    [fire] die Feuerwachen.
    [church] die Kirchtürme.
    [threes] 3 Punkte für jedes Gebäude mit der 3.
    [fours] 4 Punkte für jedes Gebäude mit der 4.
    [lowest] das niedrigste Gebäude jeder Art.
   *[ones] 1 Punkt für jedes Gebäude.
}
say-dealt = Alle haben ihre Plättchen gezogen; sie liegen offen.
say-lot = Das Los bestimmt: { $seat } beginnt.
say-starts = { $seat } beginnt.
say-lay = { $line ->
    [road] { $seat } legt { $size ->
        [1] 1 Feld
       *[other] { $size } Felder
    } Straße nach { $direction ->
        [n] oben: { $squares }.
        [e] rechts: { $squares }.
        [s] unten: { $squares }.
       *[w] links: { $squares }.
    }
    [river] { $seat } legt { $size ->
        [1] 1 Feld
       *[other] { $size } Felder
    } Fluss nach { $direction ->
        [n] oben: { $squares }.
        [e] rechts: { $squares }.
        [s] unten: { $squares }.
       *[w] links: { $squares }.
    }
    [wall1] { $seat } legt { $size ->
        [1] 1 Feld
       *[other] { $size } Felder
    } an Mauer 1, nach { $direction ->
        [n] oben: { $squares }.
        [e] rechts: { $squares }.
        [s] unten: { $squares }.
       *[w] links: { $squares }.
    }
   *[wall2] { $seat } legt { $size ->
        [1] 1 Feld
       *[other] { $size } Felder
    } an Mauer 2, nach { $direction ->
        [n] oben: { $squares }.
        [e] rechts: { $squares }.
        [s] unten: { $squares }.
       *[w] links: { $squares }.
    }
}
say-vote-begins = Ein Häuschen steht im Weg: Alle stimmen ab.
say-voted = { $seat } hat abgestimmt.
say-voted-with = { $count ->
    [one] { $seat } stimmt mit 1 Karte ab.
   *[other] { $seat } stimmt mit { $count } Karten ab.
}
say-opened = { $seat } hat { $cards } gelegt.
say-joker = { $said ->
    [yes] Der Joker von { $seat } zählt 2 Ja.
   *[no] Der Joker von { $seat } zählt 2 Nein.
}
say-stays = { $yes } Ja, { $no } Nein: Das Plättchen bleibt.
say-refused = { $yes } Ja, { $no } Nein: { $seat } nimmt das Plättchen zurück.
say-lost = Überbaut: { $buildings }.
say-ended = { $line ->
    [road] Die Straße ist zu Ende.
    [river] Der Fluss ist zu Ende.
    [wall1] Mauer 1 ist zu Ende.
   *[wall2] Mauer 2 ist zu Ende.
}
say-choose = Jetzt gilt es: Alle wählen eines von zwei Zielen.
say-choose-end = Niemand kann mehr ein Plättchen legen, und alle vier Bautrupps stehen noch: Jetzt wählen alle eines von zwei Zielen.
say-chosen = { $seat } hat ein Ziel gewählt.
say-own-choice = Du spielst für { $goal ->
    [museum] die Museen.
    [inn] die Wirtshäuser.
    [school] die Schultürme.
    [hall] die Rathäuser.
    [fire] die Feuerwachen.
    [church] die Kirchtürme.
    [threes] alle Gebäude mit der 3.
    [fours] alle Gebäude mit der 4.
    [lowest] das Niedrigste jeder Art.
   *[ones] einen Punkt je Gebäude.
}
say-skipped = { $seat } kann kein Plättchen legen und wird übergangen.
say-over = Niemand kann mehr ein Plättchen legen.
say-goal = { $seat } hat für { $goal ->
    [museum] die Museen
    [inn] die Wirtshäuser
    [school] die Schultürme
    [hall] die Rathäuser
    [fire] die Feuerwachen
    [church] die Kirchtürme
    [threes] alle Gebäude mit der 3
    [fours] alle Gebäude mit der 4
    [lowest] das Niedrigste jeder Art
   *[ones] einen Punkt je Gebäude
} gespielt: { $sum ->
    [none] {""}
   *[several] { $sum } ={" "}
}{ $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}.
say-tie-second = Gleich viele Punkte: Die zweite Karte entscheidet.
say-tie-votes = Gleichstand: Die unverbrauchten Stimmen entscheiden.
say-won = { $count ->
    [one] { $seats } gewinnt.
   *[other] { $seats } teilen sich den Sieg.
}

goal-0 = Museen
goal-1 = Wirtshäuser
goal-2 = Schultürme
goal-3 = Rathäuser
goal-4 = Feuerwachen
goal-5 = Kirchtürme
goal-6 = Gebäude mit der 3
goal-7 = Gebäude mit der 4
goal-8 = das Niedrigste jeder Art
goal-9 = ein Punkt für jedes Gebäude

deal-order = Verteilt wird Platz für Platz, erst Ziele, dann Dreier-, Zweier- und Einerplättchen.
DUD-5-dealt = Diese Zielkarte ist schon verteilt: { $card }.
DUD-5-variant = Diese Karte gehört zur Variante: { $card }.
DUD-8 = Ein solches Plättchen ist nicht mehr da: { $kind ->
    [wall] Mauer
    [road] Straße
   *[river] Fluss
}, { $size ->
    [1] 1 Feld
   *[other] { $size } Felder
}.
DUD-10 = Wer beginnt, bestimmt das Los, einmal, nach dem Verteilen.
DUD-10-option = die Plätze dieser Partie sind A bis { $last }; { $letter } kann nicht beginnen (DUD-10)
DUD-11-deal = Warte, bis alles verteilt ist.
DUD-12 = So ein Plättchen hast du nicht: { $kind ->
    [wall] Mauer
    [road] Straße
   *[river] Fluss
}, { $size ->
    [1] 1 Feld
   *[other] { $size } Felder
}.
DUD-16 = { $kind ->
    [wall] Die Mauer geht nur von ihrem Bautrupp aus weiter, und zwar geradeaus.
    [road] Die Straße geht nur von ihrem Bautrupp aus weiter, und zwar geradeaus.
   *[river] Der Fluss geht nur von seinem Bautrupp aus weiter, und zwar geradeaus.
}
DUD-19 = Das Plättchen würde über den Rand ragen.
DUD-20 = Da liegt schon ein Plättchen.
DUD-21 = Ecken werden nie überbaut.
DUD-25 = Hinter der Brücke ist kein Feld frei.
DUD-32 = { $line ->
    [road] Die Straße ist zu Ende.
    [river] Der Fluss ist zu Ende.
    [wall1] Mauer 1 ist zu Ende.
   *[wall2] Mauer 2 ist zu Ende.
}
DUD-33 = Erst wird über das Plättchen abgestimmt, das da liegt.
DUD-33-nothing = Es gibt nichts abzustimmen.
DUD-33-voted = Alle haben abgestimmt; nur Joker sind noch zu zählen.
DUD-35 = Jetzt stimmt { $seat } ab.
DUD-36 = Stimm mit einer oder mehreren Karten ab, die du noch hast.
DUD-38 = Du hast schon abgestimmt.
DUD-41 = Erst sagt { $seat }, was der Joker zählt.
DUD-41-none = Es liegt kein Joker offen.
DUD-42 = Jetzt sagt { $seat }, was ein Joker zählt.
DUD-55 = Erst wählen alle ein Ziel.
DUD-55-yet = Gewählt wird, wenn die erste Strecke zu Ende ist.
DUD-55-one = Alle haben nur ein Ziel; da gibt es nichts zu wählen.
DUD-55-own = Diese Karte hast du nicht: { $card }.
DUD-57 = Du hast gewählt; es gibt kein Zurück.

# Die erste Partie.
lesson-lay = Du hast ein geheimes Ziel: die Gebäude einer Art. Leg ein Plättchen Mauer dort an, wo der Bautrupp steht.
lesson-lay-done = Der Bautrupp ist ans andere Ende gegangen. Dort geht die Mauer weiter, egal, wer legt.
lesson-river = Was unter ein Plättchen gerät, ist verloren. Lenk den Fluss an deinen Gebäuden vorbei.
lesson-river-done = Gebäude darfst du überbauen, wie du magst. Was von deiner Art am Ende noch steht, zählt für dich.
lesson-vote = Bens Plättchen würde ein Häuschen bedecken, darum stimmt ihr ab. Gleichstand gilt als Ja: Leg NE, das zählt 1 Nein.
lesson-vote-done = 1 zu 0 für Nein: Ben nimmt das Plättchen zurück. Gelegte Karten sind weg, nur die leere (???) kommt zurück.
lesson-over = Leg dein letztes Plättchen, das noch passt.
lesson-over-done = Niemand kann mehr legen: Jetzt zeigen alle ihr Ziel, und die Werte der stehenden Gebäude werden gezählt.
