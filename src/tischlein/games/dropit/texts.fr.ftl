# Drop It : noms, consignes, phrases du journal et refus.
game = Drop It
tagline = Lâche ta pièce, et espère qu’elle évite ses semblables.
about = Laisse tomber des pièces de bois dans un puits étroit. Plus elles s’arrêtent haut, mieux c’est, mais deux semblables ne doivent pas se toucher.

option-edges = Bords
option-edges-shape = Formes (jeu de base)
option-edges-shape-hint = Une pièce qui touche sa propre forme au bord ne rapporte rien.
option-edges-colour = Couleurs
option-edges-colour-hint = Une pièce qui touche sa propre couleur au bord ne rapporte rien.
option-edges-none = Aucun (débutants)
option-edges-none-hint = Toute pièce peut toucher le bord.
option-jokers = Jokers
option-jokers-no = Sans
option-jokers-yes = Avec
option-jokers-hint = Un joker sauve un lâcher qui brise un tabou ; chaque joker gardé vaut 3 points.
option-teams = Équipes
option-split = Quatrième couleur à trois
option-split-lot = Partagée par le sort
option-split-fixed = Dans l’ordre de la liste
option-first = Premier lâcher
option-first-lot = Tirage au sort
option-first-A = Place A
option-first-B = Place B
option-first-C = Place C
option-first-D = Place D
option-first-E = Place E
option-first-F = Place F
option-first-G = Place G
option-first-H = Place H
option-colours = Couleurs dans l’ordre des places
option-colours-r = Rouge
option-colours-g = Vert
option-colours-y = Jaune
option-colours-b = Bleu
option-hand = Main
option-hand-steady = Sûre
option-hand-steady-hint = Une pièce tombe là où tu vises.
option-hand-normal = Normale
option-hand-normal-hint = Une pièce glisse un peu avant de tomber.
option-hand-shaky = Tremblante
option-hand-shaky-hint = Une pièce glisse nettement avant de tomber.

piece = { $shape ->
    [circle] cercle { $colour ->
        [red] rouge
        [green] vert
        [yellow] jaune
       *[blue] bleu
    }
    [square] carré { $colour ->
        [red] rouge
        [green] vert
        [yellow] jaune
       *[blue] bleu
    }
    [diamond] losange { $colour ->
        [red] rouge
        [green] vert
        [yellow] jaune
       *[blue] bleu
    }
   *[triangle] triangle { $colour ->
        [red] rouge
        [green] vert
        [yellow] jaune
       *[blue] bleu
    }
}
piece-in-shaft = { $piece }, numéro { $number }, lâché par { $seat }
aim = Lâcher le { $piece }
stock = Pièces de { $seat }
joker-chip = joker de { $seat }
token = pion de score de { $seat } : { $points }
in-team = Équipe { $team }
circle-covered = cercle bonus couvert : +{ $points }
touching = touche ici : { $thing }
edge = { $edge ->
    [left] paroi gauche
    [right] paroi droite
   *[floor] fond
}
edge-symbol = { $symbol ->
    [circle] cercle
    [square] carré
    [diamond] losange
    [triangle] triangle
    [red] rouge
    [green] vert
    [yellow] jaune
   *[blue] bleu
}
numbered = { $piece }, numéro { $number }
description-shaft = Le puits mesure { $width } mm de large et { $height } mm de haut. Tout se compte à partir de sa paroi gauche et de son fond.
description-level = Le niveau { $level } s’arrête à { $left } mm de haut contre la paroi gauche, à { $right } mm contre la droite.
description-walls = À côté, sur la paroi gauche : { $left } ; sur la droite : { $right }.
description-circle = Cercle bonus +{ $points } : à { $across } mm de la gauche, { $up } mm de haut, large de { $width } mm.
description-floor = Le fond montre en quatre parts égales, depuis la gauche : { $symbols }.
description-piece = { $piece } : de { $left } à { $right } mm depuis la gauche, de { $low } à { $high } mm de haut, atteint le niveau { $level }.
table-aim-beneath = { $position }, à { $across } mm de la gauche. En dessous, depuis la gauche : { $things }.
beneath-piece = { $piece } (jusqu’à { $height } mm)
beneath-floor = fond
beneath-floor-showing = fond ({ $symbol })
position = { $tenth ->
    [0] { $whole }
   *[other] { $whole },{ $tenth }
}
taboo = { $taboo ->
    [shape] même forme
    [colour] même couleur
    [edge] bord interdit
   *[height] trop haut
}
taboo-here = tabou : { $taboo }
worth = ce lâcher : { $points }
button-joker = Joker : +{ $points }
button-decline = Le garder : +{ $points } à la fin

prompt-split = Le sort partage la quatrième couleur.
prompt-lot = Le sort décide qui commence.
prompt-drop = Prends une pièce, amène-la au-dessus du puits, puis lâche-la.
prompt-wait = { $seat } va lâcher une pièce.
prompt-falling = { $seat } a lâché…
prompt-joker = Un tabou est brisé. Un joker sauve-t-il { $points ->
    [one] ton point ?
   *[other] tes { $points } points ?
}
prompt-wait-joker = { $seat } se demande s’il faut un joker.
prompt-won = { $count ->
    [one] { $seats } gagne.
   *[other] { $seats } gagnent ensemble.
}

result-drops = Points des lâchers
fact-height = Hauteur des pièces à la fin (cm)
result-jokers = Jokers gardés

say-split = { $pair ->
    [ts] { $seat } reçoit un cercle, un triangle et un carré de la quatrième couleur.
    [td] { $seat } reçoit un cercle, un triangle et un losange de la quatrième couleur.
   *[sd] { $seat } reçoit un cercle, un carré et un losange de la quatrième couleur.
}
say-lot = Le sort désigne { $seat }, qui commence.
say-drop = { $seat } lâche un { $piece }.
say-steady = La main est sûre.
say-slip = La main de { $seat } glisse un peu.
say-points = { $circles ->
    [0] { $seat } atteint le niveau { $level }
    [one] { $seat } atteint le niveau { $level } et couvre un cercle bonus (+{ $bonus })
   *[other] { $seat } atteint le niveau { $level } et couvre { $circles } cercles bonus (+{ $bonus })
} : { $points ->
    [one] { $points } point
   *[other] { $points } points
}.
say-taboo = { $count ->
    [one] { $seat } brise un tabou : { $taboos }. Aucun point.
   *[other] { $seat } brise { $count } tabous : { $taboos }. Aucun point.
}
say-question = { $points ->
    [one] { $seat } peut sauver { $points } point avec un joker.
   *[other] { $seat } peut sauver { $points } points avec un joker.
}
say-joker = { $seat } joue un joker et marque malgré tout { $points ->
    [one] { $points } point
   *[other] { $points } points
}.
say-decline = { $seat } garde le joker.

DRO-10 = Les paires de la quatrième couleur se partagent une seule fois, entre trois places, toutes différentes.
DRO-14 = Le sort ne décide qu’une fois qui commence, parmi les places de cette partie.
DRO-15-lot = Le sort n’a pas encore parlé.
DRO-15-falling = Une pièce tombe. Attends que tout soit au repos.
DRO-16 = À ton tour, tu lâches exactement une pièce ; on ne passe pas.
DRO-17 = Il n’y a pas de { $piece } dans ta réserve.
DRO-18 = La position avance d’un demi-millimètre, l’angle de 5 degrés, de 0 à 355.
DRO-19 = Tournée ainsi, la pièce ne tient entre les parois que de { $first } à { $last } mm.
DRO-21 = Ici, une main ne glisse pas ainsi.
DRO-22 = Les positions de repos finissent par la pièce lâchée, numéro { $piece }, et ne nomment que ce qui est dans le puits.
DRO-22-still = Aucune pièce ne tombe.
DRO-22-order = Les pièces viennent en ordre croissant, chacune une fois.
DRO-22-unreadable = Les positions de repos sont des groupes de pièce, x, y et angle, en nombres à quatre décimales.
DRO-22-angle = Les angles sont au-dessus de -180 et vont jusqu’à 180 degrés.
DRO-23 = La pièce { $piece } chevaucherait la pièce { $other } de plus d’un demi-millimètre.
DRO-23-outside = La pièce { $piece } serait à plus d’un demi-millimètre hors du puits.
DRO-56 = Un joker ne se joue que si ton lâcher vient de briser un tabou.
DRO-56-open = Décide d’abord : un joker ou aucun ?

seats-without-teams = sans équipes, on joue de deux à quatre (DRO-1)
first-not-there = la place { $letter } n’est pas à cette table

# La première partie.
lesson-drop = Prends une pièce, déplace-la au-dessus du puits, tourne-la et lâche.
lesson-drop-done = Elle compte le niveau le plus haut qu’elle atteint, plus chaque cercle bonus couvert, si elle ne brise aucun tabou.
lesson-taboo = Ta pièce ne doit toucher aucune de sa forme ni de sa couleur. Trouve-lui une bonne place et lâche.
lesson-taboo-done = Avec un tabou, rien ; sans, elle compte. Les pièces qui glissent plus tard ne changent plus les points.
lesson-last = Plus qu’une pièce. Elle ne doit pas dépasser du rebord : laisse-la tomber.
lesson-last-done = Toutes les pièces sont dans le puits. Celui qui a le plus de points gagne.
