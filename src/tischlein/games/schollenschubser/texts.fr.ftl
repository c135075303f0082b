# Schollenschubser : noms, invites, phrases du journal et refus.
game = Schollenschubser
tagline = Saute sur la glace avant qu’elle ne dérive.
about = La banquise se disloque et le brise-glace attend en face. Saute de plaque en plaque, et veille à ce que les autres partent à la dérive.

option-largest = Plus grande plaque
option-push = Les plaques se poussent
option-push-off = Non
option-push-off-hint = Une plaque ne dérive que si la case au sud est libre.
option-push-on = Oui
option-push-on-hint = Une plaque qui dérive pousse celles qui la touchent au sud.
option-melt = Un six doit être suivi
option-melt-must = Oui
option-melt-may = Non
option-stride = Un pas mène
option-stride-one = à la plaque voisine
option-stride-line = tout droit par-dessus des plaques

bank = rive gauche
ship = brise-glace
square = case { $square }
floe = { $size ->
    [one] plaque à une place
   *[other] plaque à { $size } places
}
sign-water = eau libre
researcher = chercheur de { $seat }
die = dé montrant { $face }
die-any = libre
die-melt = fond
stock-big = Grandes cartes en réserve, { $largest ->
    [3] à 3
   *[4] à 4 ou à 3
}
stock-small = Petites cartes en réserve, à 2 ou à 1
button-drift = Laisser dériver
button-melt = Laisser fondre
button-skip = Renoncer au six
button-done = Finir le tour
button-fall = { $seat } tombe à l’eau
on-bank = { $count } sur la rive
table-mark-info = La glace dérive jusqu’ici : { $thing }.
table-mark-loss = Tomberait à l’eau : { $thing }.
table-mark-warn = Sortirait et retournerait dans la réserve : { $thing }.
prompt-setting-up = On pose les dernières plaques.
prompt-roll = { $seat } lance les dés.
prompt-drift = { $first ->
    [6] Deux six : choisis la plaque qui fond.
   *[other] { $second ->
        [6] Tu as { $first } et 6 : fais bouger la glace dans { $first ->
            [5] une colonne au choix
           *[other] la colonne { $first }
        }, ou laisse fondre une plaque.
       *[other] Tu as { $first } et { $second } : dans { $second ->
            [1] la colonne 1
            [2] { $first ->
                [2] la colonne 2
               *[other] la colonne 1 ou 2
            }
            [3] { $first ->
                [3] la colonne 3
               *[other] la colonne { $first } ou 3
            }
            [4] { $first ->
                [4] la colonne 4
               *[other] la colonne { $first } ou 4
            }
           *[other] la colonne de ton choix
        }, laisse dériver une plaque ou poses-en une nouvelle.
    }
}
prompt-move = { $steps ->
    [0] { $board ->
        [0] Plus personne ne peut avancer : finis ton tour.
       *[other] Un chercheur peut passer de la rive à la glace.
    }
    [one] { $board ->
        [0] Un chercheur sur la glace peut encore avancer.
       *[other] Un chercheur peut avancer sur la glace, un autre quitter la rive.
    }
   *[other] { $board ->
        [0] { $steps } chercheurs sur la glace peuvent encore avancer.
       *[other] { $steps } chercheurs peuvent avancer sur la glace, un autre quitter la rive.
    }
}
prompt-save = { $steps ->
    [one] Le navire est à portée ! Un chercheur peut encore avancer.
   *[other] Le navire est à portée ! { $steps } chercheurs peuvent encore avancer.
}
prompt-drift-or-melt = Laisser dériver ou laisser fondre ?
prompt-size = Quelle plaque poser ici ?
prompt-faller = Qui tombe à l’eau ?
prompt-whither = Où aller ?
button-new = La poser ici
button-board = Sur la glace
button-step = Y aller
button-land = Retour à la rive
button-save = Monter à bord
prompt-wait = On attend { $seat }.
prompt-won = Tous les chercheurs de { $seat } sont à bord : { $seat } gagne.

drawn-dice = Dés : { $dice }
result-saved = Sur le brise-glace
result-not-saved = Pas encore à bord
result-afloat = Sur la glace
result-bank = Sur la rive

say-lay = { $size ->
    [one] Une plaque à une place se trouve en { $square }.
   *[other] Une plaque à { $size } places se trouve en { $square }.
}
say-start = Le sort désigne { $seat }, qui commence.
say-roll-first = { $seat } lance un { $face }…
say-roll-second = … et un { $face }.
say-nothing-possible = { $seat } ne peut absolument rien faire.
say-no-ice = Aucun des dés ne fait bouger la glace.
say-drift = { $pushed ->
    [0] { $seat } laisse dériver vers le sud la plaque de { $square }, { drift-far }.
    [one] { $seat } laisse dériver vers le sud la plaque de { $square }, jusqu’en { $to } ; elle en pousse une autre, { drift-far }.
   *[other] { $seat } laisse dériver vers le sud la plaque de { $square }, jusqu’en { $to } ; elle en pousse { $pushed } autres, la dernière { drift-far }.
}
drift-far = { $far ->
    [out] hors du chenal
   *[other] jusqu’en { $far }
}
say-new = { $size ->
    [one] { $seat } pose une plaque à une place en { $square }.
   *[other] { $seat } pose une plaque à { $size } places en { $square }.
}
say-melt = { $size ->
    [0] { $seat } laisse fondre entièrement la plaque de { $square }.
   *[other] { $seat } laisse fondre la plaque de { $square } ; elle n’a plus que { $size ->
        [one] une place
       *[other] { $size } places
    }.
}
say-gone = La plaque de { $square } sort et retourne dans la réserve.
say-wet = { $count ->
    [one] Un chercheur de { $seat } tombe à l’eau en { $square } et regagne la rive à la nage.
   *[other] { $count } chercheurs de { $seat } tombent à l’eau en { $square } et regagnent la rive à la nage.
}
say-skip = { $seat } renonce au six.
say-board = { $seat } passe de la rive à { $square }.
say-step = { $seat } passe de { $from } à { $to }.
say-land = { $seat } retourne de { $square } sur la rive.
say-save = { $seat } atteint le brise-glace depuis { $square }.
say-done = { $seat } finit son tour.

no-such-seat = Cette place n’existe pas à cette table.
no-such-size = Il n’y a pas de plaque à { $size } places : les cartes vont de 1 à 4.
SCH-2 = Il n’y a pas de case { $square } : le chenal va de A1 à E4.
SCH-6 = Le hasard pose une plaque en A3, puis une en A4, parmi les cartes qui restent.
SCH-7 = Les faces à { $size } ne servent pas dans cette partie.
SCH-8-before = La partie n’a pas commencé : le sort pose les dernières plaques et désigne qui commence.
SCH-8-lot = Le sort désigne une seule fois qui commence.
SCH-9-roll = Il faut d’abord lancer les dés.
SCH-9-drift = Suis d’abord un de tes dés ; ensuite, tes chercheurs pourront bouger.
SCH-9-move = La glace a déjà bougé ; c’est maintenant à tes chercheurs.
SCH-10 = On lance maintenant deux dés, rien d’autre.
SCH-10-face = Un dé montre 1 à 6, jamais { $face }.
SCH-12 = Aucun de tes dés ne permet quoi que ce soit dans la colonne { $column }.
SCH-13 = Il n’y a pas de plaque en { $square }.
SCH-14 = La plaque de { $square } ne peut pas dériver : la case au sud est occupée.
SCH-17 = Une nouvelle plaque demande une case libre, et la case { $square } est occupée.
SCH-17-row = Une nouvelle plaque se pose sur la rangée A, pas en { $square }.
SCH-17-stock = Il ne reste en réserve aucune carte pour une plaque à { $size ->
    [one] une place
   *[other] { $size } places
}.
SCH-19 = Pour faire fondre, il faut un six, et tu n’en as pas.
SCH-19-water = Il n’y a en { $square } aucune plaque qui puisse fondre.
SCH-20 = Cette plaque ne peut pas fondre : il ne reste en réserve aucune petite carte pour la remplacer.
SCH-21 = La plaque est pleine : dis de qui est le chercheur qui tombe à l’eau.
SCH-21-absent = Aucun chercheur de { $seat } ne se tient sur cette plaque.
SCH-21-room = Sur cette plaque, tout le monde garde sa place ; personne ne tombe.
SCH-22 = Il faut suivre l’un de tes dés : il peut encore faire bouger la glace.
SCH-24 = De la rive, on ne monte que sur une plaque de la colonne 1 ; { $square } n’en fait pas partie.
SCH-24-nobody = Aucun de tes chercheurs n’est sur la rive.
SCH-24-once = Un seul chercheur peut quitter la rive par tour.
SCH-25 = Un pas mène à une plaque voisine, pas de { $from } à { $to }.
SCH-25-water = Il n’y a que de l’eau en { $square }.
SCH-25-nobody = Aucun de tes chercheurs ne se tient en { $square }.
SCH-26 = Un pas va tout droit de plaque en plaque, pas de { $from } à { $to }.
SCH-27 = Un de tes chercheurs ne regagne la rive que depuis une plaque de la colonne 1, pas depuis { $square }.
SCH-28 = Un de tes chercheurs n’atteint le brise-glace que depuis une plaque de la colonne 4, pas depuis { $square }.
SCH-29 = La plaque de { $square } est pleine.
SCH-30 = Ce chercheur a déjà bougé pendant ce tour.

# La première partie.
lesson-drift = D’abord la glace bouge, et tu suis un dé. Le 3 fait dériver une plaque de la colonne 3.
lesson-drift-done = Elle a glissé d’une case vers le sud. Si une plaque sort en bas, tous ceux qui sont dessus prennent un bain.
lesson-board = Puis tes chercheurs marchent. Un par tour peut passer de la rive gauche sur une plaque de la colonne 1.
lesson-board-done = Le voilà. Le nombre sur la plaque dit combien y tiennent. Ben a suivi, et tu as lancé 2 et 5.
lesson-new = Un 5 vaut dans toute colonne. Trace-toi un chemin : pose une nouvelle plaque à 3 places en haut de la colonne 3.
lesson-new-done = Trois plaques sont maintenant alignées : une route vers l’est.
lesson-step = Celui qui est déjà sur la glace peut faire un pas : de A1 à A2. Puis fais venir le suivant sur la glace.
lesson-step-done = Chacun marche une fois par tour, jamais en diagonale et seulement où il y a de la place.
lesson-bathe = Un 6 fait fondre une plaque d’un cran. Celle de B2 est pleine : fais-la fondre, et c’est toi qui dis qui tombe. Choisis Ben !
lesson-bathe-done = Ben revient à la nage sur la rive gauche et recommence. Pas de pitié au pôle.
lesson-save = De la colonne 4, on monte sur le brise-glace. Fais embarquer ton quatrième chercheur !
lesson-save-done = Tous les quatre à bord : tu gagnes aussitôt.
