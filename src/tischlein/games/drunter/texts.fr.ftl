# Drunter & Drüber : noms, invites, phrases du journal et refus.
game = Drunter & Drüber
tagline = Sauve tes bâtiments des murailles de ta propre ville.
about = Les fous de Schilda ont rebâti leur ville en oubliant murailles, route et canal. Fais-les passer par les bâtiments des autres, sans dire à personne lesquels sont à toi.

option-board = Ville
option-board-hint = Les bâtiments changent de place ; les règles restent les mêmes.
option-board-classic = Classique
option-board-new = Nouvelle
option-goals = Cartes d’objectif par personne
option-goals-1 = Une
option-goals-1-hint = Chacun joue pour un type de bâtiment secret.
option-goals-2 = Deux, choix en route
option-goals-2-hint = Dès qu’un chemin est terminé, chacun choisit en secret l’un de ses deux objectifs.
option-votes = Votes sur les toilettes
option-votes-turn = Chacun son tour
option-votes-turn-hint = Si une tuile couvre des toilettes, on vote à tour de rôle et l’on voit combien de cartes posent les autres.
option-votes-simultaneous = Tous à la fois
option-votes-simultaneous-hint = Si une tuile couvre des toilettes, tous votent à la fois sans rien voir des autres.
option-votes-none = Aucun vote
option-votes-none-hint = Les toilettes se couvrent comme n’importe quelle case.
option-first = Qui commence
option-first-lot = Tirage au sort
option-first-A = Place A
option-first-B = Place B
option-first-C = Place C
option-first-D = Place D

building = { $kind ->
    [museum] musée { $value }
    [inn] taverne { $value }
    [school] tour-école { $value }
    [hall] hôtel de ville { $value }
    [fire] caserne { $value }
   *[church] clocher { $value }
}
letter = { $kind ->
    [museum] M
    [inn] T
    [school] É
    [hall] H
    [fire] P
   *[church] C
}
goal-card = { $goal ->
    [museum] objectif : musées
    [inn] objectif : tavernes
    [school] objectif : tours-écoles
    [hall] objectif : hôtels de ville
    [fire] objectif : casernes de pompiers
    [church] objectif : clochers
    [threes] objectif : toutes les valeurs 3
    [fours] objectif : toutes les valeurs 4
    [lowest] objectif : le plus faible de chaque type
   *[ones] objectif : un point par bâtiment
}
tile = { $kind ->
    [wall] { $size ->
        [1] muraille, 1 case
       *[other] muraille, { $size } cases
    }
    [road] { $size ->
        [1] route, 1 case
       *[other] route, { $size } cases
    }
   *[river] { $size ->
        [1] canal, 1 case
       *[other] canal, { $size } cases
    }
}
gang = { $line ->
    [road] cantonnier de la route
    [river] cantonnier du canal
    [wall1] cantonnier de la muraille 1
   *[wall2] cantonnier de la muraille 2
}
ended = { $line ->
    [road] fin de la route
    [river] fin du canal
    [wall1] fin de la muraille 1
   *[wall2] fin de la muraille 2
}
vote-card = { $card ->
    [yes1] JA : 1 oui
    [yes2] JAA : 2 oui
    [yes3] JAAA : 3 oui
    [no1] NE : 1 non
    [no2] NEE : 2 non
    [no3] NEEE : 3 non
    [joker] JEEIIN : 2 oui ou 2 non
   *[blank] { "???" } : rien, revient en main
}
ballot-back = vote de { $seat }
sign = { $kind ->
    [wall] muraille
    [road] route
    [river] canal
    [bridge] pont
    [outhouse] toilettes publiques
   *[corner] coin
}
sign-building = { $kind ->
    [museum] musée
    [inn] taverne
    [school] tour-école
    [hall] hôtel de ville
    [fire] caserne
   *[church] clocher
}
sign-vote = { $card ->
    [yes1] 1 oui
    [yes2] 2 oui
    [yes3] 3 oui
    [no1] 1 non
    [no2] 2 non
    [no3] 3 non
    [joker] 2 oui ou 2 non
   *[blank] rien, revient en main
}

square-empty = { $square }
square-outhouse = { $square }, toilettes publiques
square-corner = { $line ->
    [road] { $square }, coin de la route
    [river] { $square }, coin du canal
    [wall1] { $square }, coin de la muraille 1
   *[wall2] { $square }, coin de la muraille 2
}
square-building = { $square }, { $building }
square-covered = { $line ->
    [road] { $square }, route
    [river] { $square }, canal
    [wall1] { $square }, muraille 1
   *[wall2] { $square }, muraille 2
}
square-bridge = { $line ->
    [road] { $square }, pont de la route
    [river] { $square }, pont du canal
    [wall1] { $square }, pont de la muraille 1
   *[wall2] { $square }, pont de la muraille 2
}

layer-reach = Montrer où peuvent aller les cantonniers
description-reach = { $line ->
    [road] La route
    [river] Le canal
    [wall1] La muraille 1
   *[wall2] La muraille 2
} peut aller vers { $direction ->
    [n] le haut
    [e] la droite
    [s] le bas
   *[w] la gauche
} jusqu’en { $square }.
layer-own = Entourer ce que compte mon objectif
description-own = Ton objectif compte : { $buildings }.
description-building = { $building } en { $square }
tray-tiles = Tuiles de { $seat }
tray-goal = Objectif de { $seat }
tray-votes = Cartes de vote de { $seat }
tray-ballots = Votes posés
button-yes = 2 oui
button-no = 2 non
choice-lay = { $line ->
    [road] { $size ->
        [1] Poser 1 case de route, jusqu’en { $square }
       *[other] Poser { $size } cases de route, jusqu’en { $square }
    }
    [river] { $size ->
        [1] Poser 1 case de canal, jusqu’en { $square }
       *[other] Poser { $size } cases de canal, jusqu’en { $square }
    }
    [wall1] { $size ->
        [1] Poser 1 case de la muraille 1, jusqu’en { $square }
       *[other] Poser { $size } cases de la muraille 1, jusqu’en { $square }
    }
   *[wall2] { $size ->
        [1] Poser 1 case de la muraille 2, jusqu’en { $square }
       *[other] Poser { $size } cases de la muraille 2, jusqu’en { $square }
    }
}
choice-vote = Avec { $cards } : { $yes } oui, { $no } non{ $joker ->
    [yes] , et 2 à dire ensuite.
   *[no] .
}
choice-aim = { $goal ->
    [museum] Jouer les musées, définitivement
    [inn] Jouer les tavernes, définitivement
    [school] Jouer les tours-écoles, définitivement
    [hall] Jouer les hôtels de ville, définitivement
    [fire] Jouer les casernes, définitivement
    [church] Jouer les clochers, définitivement
    [threes] Jouer toutes les valeurs 3, définitivement
    [fours] Jouer toutes les valeurs 4, définitivement
    [lowest] Jouer le plus faible de chaque type, définitivement
   *[ones] Jouer un point par bâtiment, définitivement
}
button-vote = Voter
button-aim = Choisir cet objectif
fact-votes = encore { $count } voix
fact-votes-left = encore { $count } voix : { $cards }
fact-voted = a voté
fact-chosen = a choisi

table-mark-info = La tuile serait sur { $thing }.
table-mark-warn = Tout le monde voterait : { $thing }.

prompt-deal = On distribue objectifs et tuiles.
prompt-lot = Le sort décide qui commence.
prompt-lay = Choisis une tuile, puis la case où elle finira.
prompt-vote = { $kind ->
    [wall] Vote : la muraille de { $owner } reste-t-elle ? Pose tes cartes et confirme.
    [road] Vote : la route de { $owner } reste-t-elle ? Pose tes cartes et confirme.
   *[river] Vote : le canal de { $owner } reste-t-il ? Pose tes cartes et confirme.
}
prompt-joker = Pour l’instant { $yes } oui, { $no } non. Que compte ton JEEIIN ?
prompt-aim = Un chemin est terminé : choisis ton objectif.
prompt-aim-end = Plus personne ne peut poser : choisis l’objectif qui comptera pour toi.
prompt-wait-lay = { $seats } doit poser une tuile.
prompt-wait-vote = { $kind ->
    [wall] La muraille de { $owner } reste-t-elle ? On attend encore ce vote : { $seats }.
    [road] La route de { $owner } reste-t-elle ? On attend encore ce vote : { $seats }.
   *[river] Le canal de { $owner } reste-t-il ? On attend encore ce vote : { $seats }.
}
prompt-wait-joker = Pour l’instant { $yes } oui, { $no } non. { $seats } dit ce que compte un joker.
prompt-wait-aim = Objectif pas encore choisi : { $seats }.
prompt-over = { $count ->
    [one] { $seats } gagne.
   *[other] { $seats } se partagent la victoire.
}

result-second = Points de la seconde carte
result-ties = En cas d’égalité
result-votes = Voix restantes
result-watcher = Ce qu’un spectateur aurait cru, en % (★ joué) :
result-watcher-two = Ce qu’un spectateur aurait cru, en % (★ joué, ☆ seconde carte) :
result-believed = { $goal ->
    [museum] musées ({ $points })
    [inn] tavernes ({ $points })
    [school] tours-écoles ({ $points })
    [hall] hôtels de ville ({ $points })
    [fire] casernes ({ $points })
    [church] clochers ({ $points })
    [threes] les valeurs 3 ({ $points })
    [fours] les valeurs 4 ({ $points })
    [lowest] les plus faibles ({ $points })
   *[ones] un point chacun ({ $points })
}

say-own-card = Ta carte d’objectif : { $goal ->
    [museum] les musées.
    [inn] les tavernes.
    [school] les tours-écoles.
    [hall] les hôtels de ville.
    [fire] les casernes de pompiers.
    [church] les clochers.
    [threes] 3 points par bâtiment de valeur 3.
    [fours] 4 points par bâtiment de valeur 4.
    [lowest] le bâtiment le plus faible de chaque type.
   *[ones] 1 point par bâtiment.
}
say-dealt = Tout le monde a pioché ses tuiles ; elles sont visibles.
say-lot = Le sort désigne { $seat }, qui commence.
say-starts = { $seat } commence.
say-lay = { $line ->
    [road] { $seat } pose { $size ->
        [1] 1 case
       *[other] { $size } cases
    } de route vers { $direction ->
        [n] le haut : { $squares }.
        [e] la droite : { $squares }.
        [s] le bas : { $squares }.
       *[w] la gauche : { $squares }.
    }
    [river] { $seat } pose { $size ->
        [1] 1 case
       *[other] { $size } cases
    } de canal vers { $direction ->
        [n] le haut : { $squares }.
        [e] la droite : { $squares }.
        [s] le bas : { $squares }.
       *[w] la gauche : { $squares }.
    }
    [wall1] { $seat } pose { $size ->
        [1] 1 case
       *[other] { $size } cases
    } à la muraille 1, vers { $direction ->
        [n] le haut : { $squares }.
        [e] la droite : { $squares }.
        [s] le bas : { $squares }.
       *[w] la gauche : { $squares }.
    }
   *[wall2] { $seat } pose { $size ->
        [1] 1 case
       *[other] { $size } cases
    } à la muraille 2, vers { $direction ->
        [n] le haut : { $squares }.
        [e] la droite : { $squares }.
        [s] le bas : { $squares }.
       *[w] la gauche : { $squares }.
    }
}
say-vote-begins = Des toilettes publiques gênent : tout le monde vote.
say-voted = { $seat } a voté.
say-voted-with = { $count ->
    [one] { $seat } vote avec 1 carte.
   *[other] { $seat } vote avec { $count } cartes.
}
say-opened = { $seat } avait posé { $cards }.
say-joker = { $said ->
    [yes] { $seat } donne au joker la valeur de 2 oui.
   *[no] { $seat } donne au joker la valeur de 2 non.
}
say-stays = { $yes } oui, { $no } non : la tuile reste.
say-refused = { $yes } oui, { $no } non : { $seat } reprend la tuile.
say-lost = Sous la tuile : { $buildings }.
say-ended = { $line ->
    [road] La route est terminée.
    [river] Le canal est terminé.
    [wall1] La muraille 1 est terminée.
   *[wall2] La muraille 2 est terminée.
}
say-choose = L’heure est venue : chacun choisit un de ses deux objectifs.
say-choose-end = Plus personne ne peut poser de tuile et les quatre cantonniers sont encore là : chacun choisit maintenant un de ses deux objectifs.
say-chosen = { $seat } a choisi un objectif.
say-own-choice = Tu joues { $goal ->
    [museum] les musées.
    [inn] les tavernes.
    [school] les tours-écoles.
    [hall] les hôtels de ville.
    [fire] les casernes.
    [church] les clochers.
    [threes] toutes les valeurs 3.
    [fours] toutes les valeurs 4.
    [lowest] le plus faible de chaque type.
   *[ones] un point par bâtiment.
}
say-skipped = { $seat } ne peut poser aucune tuile et passe son tour.
say-over = Plus personne ne peut poser de tuile.
say-goal = { $seat } jouait { $goal ->
    [museum] les musées
    [inn] les tavernes
    [school] les tours-écoles
    [hall] les hôtels de ville
    [fire] les casernes
    [church] les clochers
    [threes] toutes les valeurs 3
    [fours] toutes les valeurs 4
    [lowest] le plus faible de chaque type
   *[ones] un point par bâtiment
} : { $sum ->
    [none] {""}
   *[several] { $sum } ={" "}
}{ $points ->
    [one] { $points } point
   *[other] { $points } points
}.
say-tie-second = Égalité de points : la seconde carte départage.
say-tie-votes = Égalité : les voix restantes départagent.
say-won = { $count ->
    [one] { $seats } gagne.
   *[other] { $seats } se partagent la victoire.
}

goal-0 = musées
goal-1 = tavernes
goal-2 = tours-écoles
goal-3 = hôtels de ville
goal-4 = casernes
goal-5 = clochers
goal-6 = valeurs 3
goal-7 = valeurs 4
goal-8 = le plus faible de chaque type
goal-9 = un point par bâtiment

deal-order = On distribue place par place : objectifs, puis tuiles triples, doubles et simples.
DUD-5-dealt = Cette carte d’objectif est déjà distribuée : { $card }.
DUD-5-variant = Cette carte appartient à la variante : { $card }.
DUD-8 = Il ne reste plus de telle tuile : { $kind ->
    [wall] muraille
    [road] route
   *[river] canal
}, { $size ->
    [1] 1 case
   *[other] { $size } cases
}.
DUD-10 = Le sort désigne qui commence, une fois, après la distribution.
DUD-10-option = les places de cette partie vont de A à { $last } ; { $letter } ne peut pas commencer (DUD-10)
DUD-11-deal = Attends la fin de la distribution.
DUD-12 = Tu n’as pas cette tuile : { $kind ->
    [wall] muraille
    [road] route
   *[river] canal
}, { $size ->
    [1] 1 case
   *[other] { $size } cases
}.
DUD-16 = { $kind ->
    [wall] La muraille
    [road] La route
   *[river] Le canal
} ne repart que de son cantonnier, tout droit.
DUD-19 = La tuile dépasserait le bord.
DUD-20 = Une tuile s’y trouve déjà.
DUD-21 = Les coins ne se recouvrent jamais.
DUD-25 = Derrière le pont, aucune case n’est libre.
DUD-32 = { $line ->
    [road] La route est terminée.
    [river] Le canal est terminé.
    [wall1] La muraille 1 est terminée.
   *[wall2] La muraille 2 est terminée.
}
DUD-33 = On vote d’abord sur la tuile posée.
DUD-33-nothing = Aucun vote n’est en cours.
DUD-33-voted = Tout le monde a voté ; il ne reste qu’à compter les jokers.
DUD-35 = C’est à { $seat } de voter.
DUD-36 = Vote avec une ou plusieurs des cartes qui te restent.
DUD-38 = Tu as déjà voté.
DUD-41 = { $seat } dit d’abord ce que compte le joker.
DUD-41-none = Aucun joker n’est visible.
DUD-42 = C’est à { $seat } de parler pour un joker.
DUD-55 = Chacun choisit d’abord un objectif.
DUD-55-yet = On choisit quand un premier chemin est terminé.
DUD-55-one = Il n’y a qu’un objectif par personne, donc rien à choisir.
DUD-55-own = Cette carte n’est pas à toi : { $card }.
DUD-57 = Tu as choisi, on ne revient pas dessus.

# La première partie.
lesson-lay = Tu as un objectif secret : les bâtiments d’un même type. Pose une tuile de muraille là où se tient le cantonnier.
lesson-lay-done = Le cantonnier est allé à l’autre bout. C’est de là que la muraille repart, peu importe qui pose.
lesson-river = Ce qui passe sous une tuile est perdu. Fais passer le canal à côté de tes bâtiments.
lesson-river-done = Tu peux ensevelir des bâtiments à ta guise. À la fin, ce qui reste debout de ton type compte pour toi.
lesson-vote = La tuile de Ben couvrirait des toilettes, donc on vote. L’égalité vaut oui : pose NE, qui compte 1 non.
lesson-vote-done = 1 à 0 pour le non : Ben reprend sa tuile. Les cartes posées sont perdues, seul le vote blanc revient en main.
lesson-over = Pose la seule de tes tuiles qui trouve encore sa place.
lesson-over-done = Plus personne ne peut poser : tous montrent leur objectif, et l’on compte les valeurs de ce qui reste debout.
