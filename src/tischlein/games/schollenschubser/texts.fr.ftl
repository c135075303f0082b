# Schollenschubser : noms, invites, phrases du journal et refus.
game = Schollenschubser
tagline = Saute sur la glace avant qu’elle ne dérive.
about = La banquise se disloque et le brise-glace attend en face. Saute de glaçon en glaçon, et veille à ce que les autres partent à la dérive.

option-largest = Plus grand glaçon
option-push = Les glaçons se poussent
option-push-off = Non
option-push-off-hint = Un glaçon ne dérive que si la case au sud est libre.
option-push-on = Oui
option-push-on-hint = Un glaçon qui dérive pousse ceux qui le précèdent sans intervalle.
option-melt = Un six doit être suivi
option-melt-must = Oui
option-melt-may = Non
option-stride = Un pas mène
option-stride-one = au glaçon voisin
option-stride-line = tout droit par-dessus des glaçons

bank = rive gauche
ship = brise-glace
square = case { $square }
floe = { $size ->
    [one] glaçon à une place
   *[other] glaçon à { $size } places
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
table-mark-loss = { $thing } tomberait à l’eau.
table-mark-warn = { $thing } sortirait et retournerait dans la réserve.
prompt-setting-up = On pose les derniers glaçons.
prompt-roll = { $seat } lance les dés.
prompt-drift = { $first ->
    [6] Deux six : choisis le glaçon qui fond.
   *[other] { $second ->
        [6] Tu as { $first } et 6 : fais bouger la glace dans { $first ->
            [5] une colonne au choix
           *[other] la colonne { $first }
        }, ou laisse fondre un glaçon.
       *[other] Tu as { $first } et { $second } : laisse dériver un glaçon, ou poses-en un nouveau.
    }
}
prompt-move = { $steps ->
    [0] { $board ->
        [0] Plus personne ne peut avancer : finis ton tour.
       *[other] Un chercheur peut passer de la rive à la glace.
    }
    [one] { $board ->
        [0] Un chercheur sur la glace peut encore avancer.
       *[other] Un sur la glace peut avancer, un de la rive peut monter.
    }
   *[other] { $board ->
        [0] { $steps } chercheurs sur la glace peuvent encore avancer.
       *[other] { $steps } sur la glace peuvent avancer, un de la rive peut monter.
    }
}
prompt-save = { $steps ->
    [one] Le navire est à portée ! Un peut encore avancer.
   *[other] Le navire est à portée ! { $steps } peuvent encore avancer.
}
prompt-drift-or-melt = Laisser dériver ou laisser fondre ?
prompt-size = Quel glaçon poser ici ?
prompt-faller = Qui tombe à l’eau ?
prompt-whither = Vers où ?
deed-new = Le poser ici
deed-board = Sur la glace
deed-step = Y aller
deed-land = Retour à la rive
deed-save = Monter à bord
prompt-wait = On attend { $seat }.
prompt-won = Tous les chercheurs de { $seat } sont à bord : { $seat } gagne.

drawn-dice = Dés : { $dice }
result-saved = Sur le brise-glace
result-not-saved = Pas encore à bord
result-afloat = Sur la glace
result-bank = Sur la rive

say-lay = { $size ->
    [one] Un glaçon à une place se trouve en { $square }.
   *[other] Un glaçon à { $size } places se trouve en { $square }.
}
say-start = Le sort désigne { $seat }, qui commence.
say-roll-first = { $seat } lance un { $face }…
say-roll-second = … et un { $face }.
say-nothing-possible = { $seat } ne peut rien faire du tout.
say-no-ice = Aucun des dés ne fait bouger la glace.
say-drift = { $pushed ->
    [0] { $seat } laisse dériver vers le sud le glaçon de { $square }, { drift-far }.
    [one] { $seat } laisse dériver vers le sud le glaçon de { $square }, jusqu’en { $to } ; il en pousse un autre, { drift-far }.
   *[other] { $seat } laisse dériver vers le sud le glaçon de { $square }, jusqu’en { $to } ; il en pousse { $pushed } autres, le dernier { drift-far }.
}
drift-far = { $far ->
    [out] hors du chenal
   *[other] jusqu’en { $far }
}
say-new = { $size ->
    [one] { $seat } pose un glaçon à une place en { $square }.
   *[other] { $seat } pose un glaçon à { $size } places en { $square }.
}
say-melt = { $size ->
    [0] { $seat } laisse fondre entièrement le glaçon de { $square }.
   *[other] { $seat } laisse fondre le glaçon de { $square } ; il n’a plus que { $size ->
        [one] une place
       *[other] { $size } places
    }.
}
say-gone = Le glaçon de { $square } sort et retourne dans la réserve.
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
no-such-size = Il n’y a pas de glaçon à { $size } places : les cartes vont de 1 à 4.
SCH-2 = Il n’y a pas de case { $square } : le chenal va de A1 à E4.
SCH-6 = Le hasard pose un glaçon en A3, puis un en A4, parmi les cartes qui restent.
SCH-7 = Les faces à { $size } ne servent pas dans cette partie.
SCH-8-before = La partie n’a pas commencé : le sort pose les derniers glaçons et désigne qui commence.
SCH-8-lot = Le sort désigne une seule fois qui commence.
SCH-9-roll = Il faut d’abord lancer les dés.
SCH-9-drift = Suis d’abord un de tes dés ; ensuite, tes chercheurs pourront bouger.
SCH-9-move = La glace a déjà bougé ; c’est maintenant à tes chercheurs.
SCH-10 = On lance maintenant deux dés, rien d’autre.
SCH-12 = Aucun de tes dés ne permet quoi que ce soit dans la colonne { $column }.
SCH-13 = Il n’y a pas de glaçon en { $square }.
SCH-14 = Le glaçon de { $square } ne peut pas dériver : la case au sud est occupée.
SCH-17 = Un nouveau glaçon demande une case libre, et { $square } est occupée.
SCH-17-row = Un nouveau glaçon se pose sur la rangée A, pas en { $square }.
SCH-17-stock = Il ne reste en réserve aucune carte pour un glaçon à { $size ->
    [one] une place
   *[other] { $size } places
}.
SCH-19 = Pour faire fondre, il faut un six, et tu n’en as pas.
SCH-19-water = Il n’y a en { $square } aucun glaçon qui puisse fondre.
SCH-20 = Ce glaçon ne peut pas fondre : il ne reste en réserve aucune petite carte pour le remplacer.
SCH-21 = Le glaçon est plein : dis de qui est le chercheur qui tombe à l’eau.
SCH-21-absent = Aucun chercheur de { $seat } ne se tient sur ce glaçon.
SCH-21-room = Sur ce glaçon, tout le monde garde sa place ; personne ne tombe.
SCH-22 = Il faut suivre tes dés.
SCH-24 = De la rive, on ne monte que sur un glaçon de la colonne 1 ; { $square } n’en fait pas partie.
SCH-24-nobody = Aucun de tes chercheurs n’est sur la rive.
SCH-24-once = Un seul chercheur peut quitter la rive par tour.
SCH-25 = Un pas mène à un glaçon voisin, pas de { $from } à { $to }.
SCH-25-water = Il n’y a que de l’eau en { $square }.
SCH-25-nobody = Aucun de tes chercheurs ne se tient en { $square }.
SCH-26 = Un pas va tout droit de glaçon en glaçon, pas de { $from } à { $to }.
SCH-27 = Un de tes chercheurs ne regagne la rive que depuis un glaçon de la colonne 1, pas depuis { $square }.
SCH-28 = Un de tes chercheurs n’atteint le brise-glace que depuis un glaçon de la colonne 4, pas depuis { $square }.
SCH-29 = Le glaçon de { $square } est plein.
SCH-30 = Ce chercheur a déjà bougé pendant ce tour.

# La première partie.
lesson-drift = D’abord la glace bouge, et tu suis un dé. Le 3 fait dériver un glaçon de la colonne 3.
lesson-drift-done = Il a glissé d’une case vers le sud. S’il sort en bas, tous ceux qui sont dessus prennent un bain.
lesson-board = Puis tes chercheurs marchent. Un par tour peut passer de la rive gauche sur un glaçon de la colonne 1.
lesson-board-done = Le voilà. Le nombre sur le glaçon dit combien y tiennent. Ben a suivi, et tu as lancé 2 et 5.
lesson-new = Un 5 vaut dans toute colonne. Trace-toi un chemin : pose un nouveau glaçon à 3 places en haut de la colonne 3.
lesson-new-done = Trois glaçons sont maintenant alignés : une route vers l’est.
lesson-step = Celui qui est déjà sur la glace peut faire un pas : de A1 à A2. Puis fais venir le suivant sur la glace.
lesson-step-done = Chacun marche une fois par tour, jamais en diagonale et seulement où il y a de la place.
lesson-bathe = Un 6 fait fondre un glaçon d’un cran. Celui de B2 est plein : fais-le fondre, et c’est toi qui dis qui tombe. Ben !
lesson-bathe-done = Ben revient à la nage sur la rive gauche et recommence. Pas de pitié au pôle.
lesson-save = De la colonne 4, on monte sur le brise-glace. Fais embarquer ton quatrième chercheur !
lesson-save-done = Tous les quatre à bord : tu gagnes aussitôt.
