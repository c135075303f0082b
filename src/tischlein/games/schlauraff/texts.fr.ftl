# Schlauraff : noms, annonces, phrases du journal et refus.
game = Schlauraff
tagline = Six dés et une colonne de friandises à dévorer.
about = Additionne tes dés pour manger une colonne de jetons de haut en bas. Ce que tu laisses, le suivant le trouve dessous.

option-columns = Colonnes par manche
option-leftovers = Jetons restants
option-leftovers-stack = vont sous la colonne suivante
option-leftovers-below = allongent la colonne suivante

chip = { $colour ->
    [y] jeton jaune
    [g] jeton vert
    [b] jeton bleu
   *[r] jeton rouge
}
colour = { $colour ->
    [y] jaune
    [g] vert
    [b] bleu
   *[r] rouge
}
chip-on = { $colour ->
    [y] jeton jaune (1 ou 11) en { $cell }
    [g] jeton vert (3) en { $cell }
    [b] jeton bleu (5) en { $cell }
   *[r] jeton rouge (10) en { $cell }
}
cell = { $cell }, vide
pile-height = pile de { $count } jetons
die = dé montrant { $face }
dice-showing = { $count ->
    [one] dé libre montrant { $face }
   *[other] { $count } dés libres montrant { $face }
}
cup = { $count ->
    [0] gobelet
    [1] gobelet : relancer un dé
   *[other] gobelet : relancer { $count } dés
}
taken = Jetons de { $seat } dans cette manche
bag = Jetons dans le sac
layer-hints = Aide au calcul
description-sums = { $count ->
    [0] { $chip } : aucune somme de dés libres ne le prend.
   *[other] { $chip } : se prend avec { $sums }.
}
description-chance = Il se prend à { $percent } %.
description-promise = { $action ->
    [begin] Commencer en { $thing }
    [again] Relancer
    [slide] Faire glisser un { $thing }
   *[put] Poser un { $thing }
} promet { $mean }.
lacking = encore { $sum }
lacking-and-chance = encore { $sum } · { $percent } %
chance = { $percent } %
mean = ≈ { $whole },{ $tenth }
# Le pluriel ne commence qu’à deux.
mean-chips = { $whole ->
    [one] ≈ { $whole },{ $tenth } jeton
   *[other] ≈ { $whole },{ $tenth } jetons
}
fact-round = { $count } en manche { $round }/{ $rounds }
fact-reds = { $count ->
    [one] { $count } rouge
   *[other] { $count } rouges
}

sum = { $sum }
sum-one-or-eleven = 1 ou 11

button-roll = Relancer
prompt-lot = Le sort décide qui commence.
prompt-lay = Manche { $round } sur { $rounds } : les jetons sont tirés du sac.
prompt-roll = { $seat } lance les dés.
prompt-wait = On attend { $seat }.
prompt-begin = Choisis un dé, puis le jeton par lequel tu commences. Ceux du dessus t’échappent.
prompt-chip = Sur quel jeton poses-tu le { $face } ? Ceux du dessus t’échappent.
prompt-die = Quel dé poses-tu en { $cell } ?
prompt-carry = Faire glisser un dé vers { $cell } ? Tout autre coup y renonce.
forgoes-carry = Tu renonces ainsi à faire glisser un dé vers { $cell }.
prompt-put = Il manque { $sum } en { $cell } : choisis un dé.
prompt-put-or-roll = Il manque { $sum } en { $cell } : choisis un dé, ou relance.
prompt-only-roll = Il manque { $sum } en { $cell } : relance les dés libres.
prompt-won = { $count ->
    [one] { $seats } gagne.
   *[other] { $seats } se partagent la victoire.
}

drawn-free = Dés libres : { $dice }
drawn-laid = Dés posés : { $dice }

result-before = Jetons des manches précédentes
result-last-round = Jetons de la dernière manche
result-ties = En cas d’égalité
result-reds = Jetons rouges (points d’appoint)

say-lot = Le sort désigne { $seat }, qui commence.
say-lay = La colonne { $column } est posée : { $chips }.
say-roll = { $seat } obtient { $dice }.
say-again = { $count ->
    [one] { $seat } relance le dernier dé.
   *[other] { $seat } relance { $count } dés.
}
say-put = { $seat } pose un { $face } en { $cell }.
say-carry = { $seat } fait glisser un { $face } en { $cell }.
say-take = { $colour ->
    [y] { $count ->
        [one] { $seat } prend un jeton jaune.
       *[other] { $seat } prend une pile de { $count }, jaune dessus.
    }
    [g] { $count ->
        [one] { $seat } prend un jeton vert.
       *[other] { $seat } prend une pile de { $count }, vert dessus.
    }
    [b] { $count ->
        [one] { $seat } prend un jeton bleu.
       *[other] { $seat } prend une pile de { $count }, bleu dessus.
    }
   *[r] { $count ->
        [one] { $seat } prend un jeton rouge.
       *[other] { $seat } prend une pile de { $count }, rouge dessus.
    }
}
say-finished = La colonne { $column } est dévorée jusqu’au bout : le tour est fini.
say-stuck = Il manque { $sum } en { $cell }, désormais hors d’atteinte : le tour est fini.
say-no-start = Aucun dé ne convient à aucun jeton : le tour est fini.
say-round-over = La manche { $round } est finie.

SLR-2 = Il y a dix jetons de chaque couleur, et il n’en reste aucun de celle-ci dans le sac.
SLR-5 = Les jetons sont tirés du sac, colonne par colonne depuis la droite.
SLR-6 = Le sort désigne quelqu’un de cette table.
SLR-8 = C’est la colonne de { $seat }.
SLR-8-before = La manche n’a pas encore commencé.
SLR-8-column = On joue maintenant la colonne { $column }, et aucune autre.
SLR-9 = Les dés roulent encore.
SLR-9-face = Un dé montre 1 à 6, jamais { $face }.
SLR-10 = Aucun dé libre ne montre { $face }.
SLR-11 = { $total }, ce serait trop : le jeton vaut { $value }.
SLR-14 = Il n’y a pas de jeton en { $cell } par où commencer.
SLR-14-above = Tu as commencé plus bas : { $cell } est hors de ta portée pour ce tour.
SLR-15 = De haut en bas, sans rien sauter : c’est au tour de { $cell }.
SLR-16 = Aucun { $face } ne peut glisser maintenant. Il faut un dé d’un jeton qui vient d’être pris avec plusieurs dés.
SLR-17 = Un seul dé a pris ce jeton : rien ne peut glisser.
SLR-19 = Aucun dé n’est libre.
SLR-20 = Depuis ton dernier lancer, tu n’as posé ni fait glisser aucun dé. Fais-le avant de relancer.
SLR-4-columns = nombres de colonnes possibles à { $seats } joueurs : { $counts } (SLR-4)

# La première partie.
lesson-put = Mange ta colonne de haut en bas ! Un jeton bleu coûte 5 : pose le 4 dessus, puis le 1.
lesson-put-done = Exactement 5 : le jeton est à toi et vaut un point. Il ne doit jamais y en avoir trop.
lesson-carry = Il a coûté deux dés, l’un peut donc glisser : fais glisser le 4 sur le rouge et ajoute le 6. Le rouge coûte 10.
lesson-carry-done = Encore pile : un point de plus. Glisser économise des dés.
lesson-yellow = Le jaune coûte 1 ou 11. Fais glisser le 6 et ajoute 3 et 2, ce qui fait 11.
lesson-yellow-done = Un seul 1 suffirait aussi. Trois jetons en un lancer !
lesson-rest = Le vert coûte 3 : laisse le 3 glisser tout de suite.
lesson-rest-done = Un seul dé ne suffit jamais pour le rouge : ton tour est fini. Le reste est glissé sous les jetons de Ben.
lesson-again = Aucune somme ne fait 10 pour le rouge. Pose un 6 dessus, relance les autres et ajoute le 4. Avant chaque lancer, il faut poser un dé.
lesson-again-done = Ainsi tu obtiens ce que le premier lancer ne donne pas. Après toutes les manches, celui qui a le plus de jetons gagne.
