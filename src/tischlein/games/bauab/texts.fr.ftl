# Bauab : noms, consignes, phrases du journal et refus.
game = Bauab
tagline = Dessine le quartier, évince ton rival.
about = Deux promoteurs dessinent un quartier. Prends au rival sa dernière parcelle voisine libre, et son jeton est à toi.

option-plan = Plan
option-plan-hint = La forme du quartier ; les règles restent les mêmes.
option-plan-own-hint = Seize parcelles, ligne par ligne depuis le haut : 1 est une parcelle, 0 un vide, et / commence la ligne suivante.
option-plan-square = Carré
option-plan-barrel = Tonneau
option-plan-cross = Croix
option-first = Premier tour
option-first-lot = Tirage au sort
option-first-A = Place A
option-first-B = Place B

plot = parcelle { $plot }
chip-name = { $kind ->
    [x] jeton d’option
   *[other] { $kind }
}
chip-captured = { chip-name } sur { $plot }
chip = { $kind ->
    [x] jeton d’option de { $seat }
   *[other] jeton de projet { $kind } de { $seat }
}
park = parc
sign-barred = bloquée pendant ce tour
parks = Parcs
supply = Réserve de { $seat }
captured = Capturés par { $seat }
layer-freedoms = Montrer les libertés
description-freedoms = { $count ->
    [0] { chip } sur { $plot } : rien de libre à côté, il est à l’abri pour l’instant.
    [one] { chip } sur { $plot } : en danger, seule { $free } est libre à côté.
   *[other] { chip } sur { $plot } : { $free } sont libres à côté.
}
button-pass = Passer

prompt-lot = Le sort décide qui commence.
prompt-place = Choisis un jeton et une parcelle.
prompt-place-or-park = Choisis un jeton et une parcelle, ou pose un parc sur une parcelle bloquée.
prompt-park-or-pass = Aucun de tes jetons ne va : pose un parc ou passe.
prompt-pass = Aucun de tes jetons ne va : passe.
prompt-wait = On attend { $seat }.
prompt-won = { $seat } gagne.
prompt-drawn = Partie nulle.

result-on-plan = Valeur sur le plan
result-captured = Valeur des captures
result-ties = En cas d’égalité
result-planned = Jetons de projet sur le plan

say-lot = Le sort désigne { $seat }, qui commence.
say-place = { $kind ->
    [x] { $seat } prend une option sur { $plot }.
   *[other] { $seat } projette un { $kind } sur { $plot }.
}
say-park = { $seat } pose un parc sur { $plot }.
say-pass = { $seat } passe.
say-over = Plus rien ne se place nulle part : la partie est finie.
say-capture = { $count ->
    [one] { $seat } capture un jeton de { $other } : { $chips }.
   *[other] { $seat } capture { $count } jetons de { $other } : { $chips }.
}

BAU-7 = Seul le sort décide qui commence, une fois, entre A et B.
BAU-10 = { $kind ->
    [x] Tu n’as plus de jeton d’option.
   *[other] Tu n’as plus de { $kind }.
}
BAU-11 = La parcelle { $plot } n’est pas libre.
BAU-11-outside = Il n’y a pas de parcelle { $plot } sur ce plan.
BAU-12 = Un { $kind } ne se pose pas à côté d’un autre { $kind } : la parcelle { $plot } en a un pour voisin.
BAU-27 = La parcelle { $plot } est bloquée pour toi ce tour-ci : tu viens d’y perdre un jeton. Un parc peut y aller.
BAU-28 = Un parc ne va que là où tu viens de perdre un jeton. Ce n’est pas le cas sur { $plot }.
BAU-31 = Il ne reste plus de parc.
BAU-33 = Tu peux encore poser un jeton, donc tu ne peux pas passer.

plan-unreadable = dessine le plan en lignes de 0 et de 1 séparées par /, comme 0110/1111
plan-size = un plan a { $plots } parcelles, celui-ci en a { $count } (BAU-3)
plan-apart = toutes les parcelles d’un plan se tiennent par les côtés (BAU-3)

table-confirm = Poser

# La première partie.
lesson-lay = À ton tour, tu poses un jeton sur une parcelle libre. Prends ton 5 et pose-le dans le coin.
lesson-lay-done = Il te rapporte 5 points tant qu’il reste là. Mais Ben construit juste à côté : ton 5 n’a plus qu’une parcelle voisine libre.
lesson-secure = Si Ben bouche le dernier trou à côté de ton 5, le 5 est à lui. Devance-le et ferme le trou toi-même avec le 2.
lesson-secure-done = Tu ne captures jamais tes propres jetons : sans voisin libre, ton 5 est désormais à l’abri.
lesson-capture = Le 4 de Ben, dans le coin du bas, n’a plus qu’un trou. Ferme-le avec le 3. Ton 4 n’irait pas là : deux nombres égaux ne se touchent jamais.
lesson-capture-done = Le 4 est capturé et compte 4 points pour toi. Au tour suivant, Ben ne pouvait poser aucun jeton sur cette parcelle, seulement un parc.
lesson-park = Ben vient de capturer ton 2 dans le coin. Aucun de tes jetons ne peut y aller maintenant. Un parc, si : pose-le là.
lesson-park-done = Le parc bouche le dernier trou des deux voisins : tu captures le 3 et le 1 d’un coup.
lesson-end = Pose ton dernier jeton. Plus rien ne va ensuite, et l’on compte.
lesson-end-done = Compte ce qui est sur le plan, et ce que tu as capturé. Options et parcs ne comptent pas.
