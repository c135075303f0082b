# Drop It: Namen, Aufforderungen, Sätze des Verlaufs und Ablehnungen.
game = Drop It
tagline = Loslassen und hoffen, dass Gleich nicht bei Gleich landet.
about = Lass Holzteile in einen schmalen Schacht fallen. Je höher sie zur Ruhe kommen, desto besser, doch Gleiches darf Gleiches nicht berühren.

option-edges = Ränder
option-edges-shape = Formen (Grundspiel)
option-edges-shape-hint = Ein Spielstein, der am Rand seine eigene Form berührt, bringt nichts.
option-edges-colour = Farben
option-edges-colour-hint = Ein Spielstein, der am Rand seine eigene Farbe berührt, bringt nichts.
option-edges-none = Keine (Einsteiger)
option-edges-none-hint = Jeder Spielstein darf den Rand berühren.
option-jokers = Joker
option-jokers-no = Ohne
option-jokers-yes = Mit
option-jokers-hint = Ein Joker rettet einen Wurf, der ein Tabu verletzt; jeder aufgehobene bringt 3 Punkte.
option-teams = Teams
option-split = Vierte Farbe (zu dritt)
option-split-lot = Das Los teilt auf
option-split-fixed = Wie aufgelistet
option-first = Wer beginnt
option-first-lot = Das Los
option-first-A = Platz A
option-first-B = Platz B
option-first-C = Platz C
option-first-D = Platz D
option-first-E = Platz E
option-first-F = Platz F
option-first-G = Platz G
option-first-H = Platz H
option-colours = Farben nach Sitzordnung
option-colours-r = Rot
option-colours-g = Grün
option-colours-y = Gelb
option-colours-b = Blau
option-hand = Hand
option-hand-steady = Ruhig
option-hand-steady-hint = Ein Spielstein fällt dort, wohin du zielst.
option-hand-normal = Normal
option-hand-normal-hint = Ein Spielstein verrutscht ein wenig, bevor er fällt.
option-hand-shaky = Zittrig
option-hand-shaky-hint = Ein Spielstein verrutscht deutlich, bevor er fällt.

piece = { $shape ->
    [circle] { $colour ->
        [red] roter Kreis
        [green] grüner Kreis
        [yellow] gelber Kreis
       *[blue] blauer Kreis
    }
    [square] { $colour ->
        [red] rotes Quadrat
        [green] grünes Quadrat
        [yellow] gelbes Quadrat
       *[blue] blaues Quadrat
    }
    [diamond] { $colour ->
        [red] rote Raute
        [green] grüne Raute
        [yellow] gelbe Raute
       *[blue] blaue Raute
    }
   *[triangle] { $colour ->
        [red] rotes Dreieck
        [green] grünes Dreieck
        [yellow] gelbes Dreieck
       *[blue] blaues Dreieck
    }
}
    .dropped = { $shape ->
        [circle] einen { $colour ->
            [red] roten
            [green] grünen
            [yellow] gelben
           *[blue] blauen
        } Kreis
        [square] ein { $colour ->
            [red] rotes
            [green] grünes
            [yellow] gelbes
           *[blue] blaues
        } Quadrat
        [diamond] eine { $colour ->
            [red] rote
            [green] grüne
            [yellow] gelbe
           *[blue] blaue
        } Raute
       *[triangle] ein { $colour ->
            [red] rotes
            [green] grünes
            [yellow] gelbes
           *[blue] blaues
        } Dreieck
    }
    .lacking = { $shape ->
        [circle] kein { $colour ->
            [red] roter
            [green] grüner
            [yellow] gelber
           *[blue] blauer
        } Kreis
        [square] kein { $colour ->
            [red] rotes
            [green] grünes
            [yellow] gelbes
           *[blue] blaues
        } Quadrat
        [diamond] keine { $colour ->
            [red] rote
            [green] grüne
            [yellow] gelbe
           *[blue] blaue
        } Raute
       *[triangle] kein { $colour ->
            [red] rotes
            [green] grünes
            [yellow] gelbes
           *[blue] blaues
        } Dreieck
    }
piece-in-shaft = { $piece }, Nummer { $number }, von { $seat }
aim = Fallen lassen: { $piece }
stock = Spielsteine von { $seat }
joker-chip = Joker von { $seat }
token = Zählstein von { $seat }: { $points }
in-team = Team { $team }
circle-covered = verdeckter Bonuskreis: +{ $points }
touching = berührt hier: { $thing }
edge = { $edge ->
    [left] linke Wand
    [right] rechte Wand
   *[floor] Boden
}
edge-symbol = { $symbol ->
    [circle] Kreis
    [square] Quadrat
    [diamond] Raute
    [triangle] Dreieck
    [red] Rot
    [green] Grün
    [yellow] Gelb
   *[blue] Blau
}
numbered = { $piece }, Nummer { $number }
description-shaft = Der Schacht ist { $width } mm breit und { $height } mm hoch. Alle Stellen zählen von seiner linken Wand und von seinem Boden aus.
description-level = Ebene { $level } endet an der linken Wand { $left } mm hoch, an der rechten { $right } mm hoch.
description-walls = Daneben an der linken Wand: { $left }, an der rechten: { $right }.
description-circle = Bonuskreis +{ $points }: { $across } mm von links, { $up } mm hoch, { $width } mm breit.
description-floor = Der Boden zeigt in vier gleichen Teilen, von links: { $symbols }.
description-piece = Im Schacht: { $piece }, { $left } bis { $right } mm von links, { $low } bis { $high } mm hoch, reicht in Ebene { $level }.
table-aim-beneath = { $position }, { $across } mm von links. Darunter, von links: { $things }.
beneath-piece = { $piece } (bis { $height } mm hoch)
beneath-floor = Boden
beneath-floor-showing = Boden ({ $symbol })
position = { $tenth ->
    [0] { $whole }
   *[other] { $whole },{ $tenth }
}
taboo = { $taboo ->
    [shape] gleiche Form
    [colour] gleiche Farbe
    [edge] verbotener Rand
   *[height] zu hoch
}
taboo-here = Tabu: { $taboo }
worth = dieser Wurf: { $points }
button-joker = Joker: +{ $points }
button-decline = Behalten: am Ende +{ $points }

prompt-split = Das Los teilt die vierte Farbe auf.
prompt-lot = Das Los entscheidet, wer beginnt.
prompt-drop = Nimm einen Spielstein, beweg ihn über den Schacht und lass ihn los.
prompt-wait = { $seat } lässt gleich einen Spielstein fallen.
prompt-falling = { $seat } hat losgelassen …
prompt-joker = Du hast ein Tabu verletzt. Rettet ein Joker { $points ->
    [one] deinen Punkt?
   *[other] deine { $points } Punkte?
}
prompt-wait-joker = { $seat } denkt über einen Joker nach.
prompt-won = { $count ->
    [one] { $seats } gewinnt.
   *[other] { $seats } gewinnen gemeinsam.
}

result-drops = Punkte für Würfe
fact-height = Höhe der Spielsteine am Ende (cm)
result-jokers = Behaltene Joker

say-split = { $pair ->
    [ts] { $seat } bekommt einen Kreis, ein Dreieck und ein Quadrat der vierten Farbe.
    [td] { $seat } bekommt einen Kreis, ein Dreieck und eine Raute der vierten Farbe.
   *[sd] { $seat } bekommt einen Kreis, ein Quadrat und eine Raute der vierten Farbe.
}
say-lot = Das Los bestimmt: { $seat } beginnt.
say-drop = { $seat } lässt { piece.dropped } los.
say-steady = Eine ruhige Hand.
say-slip = Die Hand von { $seat } rutscht ein wenig.
say-points = { $circles ->
    [0] { $seat } erreicht Ebene { $level }
    [one] { $seat } erreicht Ebene { $level } und verdeckt einen Bonuskreis (+{ $bonus })
   *[other] { $seat } erreicht Ebene { $level } und verdeckt { $circles } Bonuskreise (+{ $bonus })
}: { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}.
say-taboo = { $count ->
    [one] { $seat } verletzt ein Tabu: { $taboos }. Keine Punkte.
   *[other] { $seat } verletzt { $count } Tabus: { $taboos }. Keine Punkte.
}
say-question = { $seat } kann { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
} mit einem Joker retten.
say-joker = { $seat } setzt einen Joker ein und bekommt doch noch { $points ->
    [one] 1 Punkt
   *[other] { $points } Punkte
}.
say-decline = { $seat } behält den Joker.

DRO-10 = Die Paare der vierten Farbe werden einmal aufgeteilt, unter drei Plätzen, alle verschieden.
DRO-14 = Das Los entscheidet nur einmal, wer beginnt, unter den Plätzen dieser Partie.
DRO-15-lot = Das Los hat noch nicht entschieden.
DRO-15-falling = Gerade fällt ein Spielstein. Warte, bis alles ruht.
DRO-16 = Wer an der Reihe ist, lässt genau einen Spielstein fallen; aussetzen geht nicht.
DRO-17 = In deinem Vorrat ist { piece.lacking }.
DRO-18 = Verschoben wird in Schritten von einem halben Millimeter, gedreht in Schritten von 5 Grad, von 0 bis 355.
DRO-19 = So gedreht passt der Spielstein nur von { $first } bis { $last } mm zwischen die Wände.
DRO-21 = So rutscht hier keine Hand.
DRO-22 = Die Ruhelagen enden mit dem geworfenen Spielstein, Nummer { $piece }, und nennen nur, was im Schacht liegt.
DRO-22-still = Es fällt gerade kein Spielstein.
DRO-22-order = Die Spielsteine stehen in aufsteigender Reihenfolge, jeder einmal.
DRO-22-unreadable = Ruhelagen sind Gruppen aus Spielstein, x, y und Winkel, in Zahlen mit vier Nachkommastellen.
DRO-22-angle = Winkel liegen über -180 und reichen bis 180 Grad.
DRO-23 = Spielstein { $piece } steckte mehr als einen halben Millimeter tief in Spielstein { $other }.
DRO-23-outside = Spielstein { $piece } läge mehr als einen halben Millimeter außerhalb des Schachts.
DRO-56 = Ein Joker geht nur, wenn dein Wurf gerade ein Tabu verletzt hat.
DRO-56-open = Entscheide zuerst: ein Joker oder keiner?

seats-without-teams = ohne Teams spielen zwei bis vier Personen (DRO-1)
first-not-there = Platz { $letter } gibt es an diesem Tisch nicht

# Die erste Partie.
lesson-drop = Nimm einen Spielstein, schieb ihn über den Schacht, dreh ihn und lass los.
lesson-drop-done = Verletzt er kein Tabu, zählt die höchste Ebene, in die er reicht, und dazu jeder Bonuskreis, von dem er ein Stück verdeckt.
lesson-taboo = Dein Spielstein darf keinen seiner Form und keinen seiner Farbe berühren. Such ihm einen guten Platz und lass los.
lesson-taboo-done = Verletzt er ein Tabu, gibt es nichts, sonst zählt er. Später verrutschte Spielsteine ändern nichts an den Punkten.
lesson-last = Nur noch ein Spielstein. Er darf nicht über die Oberkante ragen: Lass ihn fallen.
lesson-last-done = Alle Spielsteine sind im Schacht. Die meisten Punkte gewinnen.
