# Ganz nach Plan!? : noms, consignes, phrases du journal et refus.
game = Ganz nach Plan!?
tagline = Débarrasse-toi de tes cartes, si les plans des autres le permettent.
about = Chaque carte est un plan qui déplace des joueurs, des mains ou des cartes. Qui n’en a plus gagne, même grâce au coup d’un autre.

option-limit = Durée maximale en tours
option-limit-hint = Après ce nombre de tours, qui a le moins de cartes gagne.
option-deck = Cartes
option-deck-box = Chaque plan une fois
option-deck-own-hint = Chaque plan du paquet ; avec :2, il y est deux fois. Ici, les plans portent leur nom anglais.
deck-unknown-plan = le plan « { $plan } » n’existe pas, les plans sont { $plans }
deck-no-number = après { $plan } et les deux-points, on indique combien de fois le plan figure parmi les cartes (par exemple { $plan }:2), pas « { $number } »
deck-too-often = un plan figure au plus { $most } fois parmi les cartes, mais « { $card } » est { $count } fois sur la liste
deck-wrong-size = à { $seats } joueurs il faut exactement { $needed } cartes, la liste en a { $count }{ $seats ->
    [3] {" "}(sans les plans en -across)
   *[other] {""}
  }

card-swap-left = Change de place : à gauche
card-swap-right = Change de place : à droite
card-swap-across = Change de place : en face
card-trade-left = Échange les mains : à gauche
card-trade-right = Échange les mains : à droite
card-trade-across = Échange les mains : en face
card-give-left = Donne une carte : à gauche
card-give-right = Donne une carte : à droite
card-give-across = Donne une carte : en face
card-draw-left = Tire une carte : à gauche
card-draw-right = Tire une carte : à droite
card-draw-across = Tire une carte : en face
card-feed-left = Dessus de la défausse : à gauche
card-feed-right = Dessus de la défausse : à droite
card-feed-across = Dessus de la défausse : en face
card-pass-left = Passez les mains : à gauche
card-pass-right = Passez les mains : à droite
card-share = Partage : chacun donne à gauche
card-fetch = Prends le dessus de la défausse
card-shift = Tous se décalent
copy = { $card } ({ $number })

place = place { $place }
player = { $seat }
card-back = une carte de { $seat }
pile = Défausse
heap = Défausse
slot = En jeu
your-hand = Ta main
on-place = place { $place }
cards = { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
}
layer-memory = Montrer les cartes que je connais
known-card = « { $card } » dans la main de { $seat }
result-cards = Cartes restantes

prompt-deal = On distribue les cartes.
prompt-play = Joue une carte : son plan s’exécute aussitôt.
prompt-give = Choisis une carte pour { $seat }.
prompt-draw = { $seat } tire une carte.
button-play = Jouer celle-ci
button-give = Donner celle-ci
prompt-wait = On attend { $seats }.
prompt-won = { $count ->
    [one] { $seats } gagne.
   *[other] { $seats } gagnent.
}

say-dealt = Chacun a { $count } cartes. La place 1 commence.
say-play = { $seat } joue « { $card } ».
say-nothing-to-give = { $seat } n’a plus de carte à donner.
say-trade = { $seat } et { $other } échangent leurs mains.
say-take = { $seat } prend « { $card } » sur la défausse.
say-pile-empty = La défausse est vide, il ne se passe rien.
say-pass-left = Toutes les mains passent au voisin de gauche.
say-pass-right = Toutes les mains passent au voisin de droite.
say-sits = { $seat } occupe maintenant la place { $place }.
say-give = { $seat } donne une carte à { $other }.
say-give-seen = { $seat } donne une carte à { $other } : « { $card } ».
say-chosen = { $seat } a choisi une carte.
say-chosen-seen = { $seat } a choisi « { $card } ».
say-draw = { $seat } tire une carte chez { $other }.
say-draw-seen = { $seat } tire une carte chez { $other } : « { $card } ».
say-win = { $seat } n’a plus de carte et gagne.
say-limit = La partie s’arrête après { $turns } tours : { $count ->
    [one] { $seats } a le moins de cartes et gagne.
   *[other] { $seats } ont le moins de cartes et gagnent.
}

preview = { $plan } { $then }
preview-swap = Tu changes de place avec { $other }.
preview-trade = Tu échanges toutes tes cartes avec { $other }.
preview-give = Tu donnes une de tes cartes à { $other }.
preview-nothing-to-give = Tu n’auras plus de carte à donner.
preview-draw = Tu tires une carte, sans la voir, chez { $other }.
preview-feed = { $other } prend « { $card } » sur la défausse.
preview-fetch = Tu prends « { $card } » sur la défausse.
preview-pile-empty = La défausse est vide, il ne se passe rien.
preview-pass-left = Tous passent leur main entière à gauche.
preview-pass-right = Tous passent leur main entière à droite.
preview-share = Chacun donne une carte de son choix à gauche.
preview-shift = Tous se décalent d’une place à gauche.
preview-win = Et tu gagnes !
preview-wins = Et { $seat } gagne !
preview-next = Ensuite, c’est à { $seat }.
preview-again = Ensuite, c’est encore à toi.
preview-last = Ensuite, la partie est finie.

table-mark-gain = Tu gagnerais.
table-mark-warn = { $name } gagnerait.

no-such-seat = Cette place n’existe pas à cette table.
GNP-1 = « { $card } » ne fait pas partie des cartes de cette partie.
GNP-1-number = Il n’y a pas de carte numéro { $number } dans cette partie.
GNP-2 = On distribue encore les cartes, cinq par joueur.
GNP-4 = C’est à la personne assise à la place { $place } de jouer.
GNP-5 = Tu n’as pas « { $card } » en main.
GNP-5-give = Aucun plan ne te demande de carte maintenant.
GNP-6 = Il faut d’abord exécuter « { $card } » jusqu’au bout.
GNP-13 = Tu ne peux pas donner « { $card } » : tu ne l’as pas en main.
GNP-13-other = Seul celui qui a joué le plan donne une carte maintenant.
GNP-14 = On tire une carte, dans la main que le plan désigne.
GNP-17 = Tu ne peux pas donner « { $card } » : tu ne l’as pas en main.
GNP-17-chosen = Tu as déjà choisi. Les autres choisissent encore.

# La première partie.
lesson-give = Les mains vides gagnent. Chaque carte est un plan : joue « Donne une carte : à gauche » et donne à Ben celle qui est marquée.
lesson-give-done = Deux cartes de moins en un tour ! Ben et Cleo ont joué aussi, c’est de nouveau à la place 1.
lesson-seats = Ce sont les places qui jouent, pas les joueurs. Change de place avec Ben avant le tour de la place 2 !
lesson-seats-done = C’est à la place 2, et c’est toi qui l’occupes : tu rejoues aussitôt.
lesson-draw = Un plan s’applique, qu’il te plaise ou non. Joue « Tire une carte : à droite ».
lesson-draw-done = Une de moins, une de plus. Gauche et droite se comptent toujours depuis ta chaise.
lesson-share = « Partage » s’adresse à tous à la fois : chacun choisit une carte en secret, puis toutes passent à gauche. Donne celle qui est marquée.
lesson-share-done = Toutes les cartes ont bougé en même temps. Ce que tu reçois ne repart pas aussitôt.
lesson-win = Ta dernière carte ! Elle donne le dessus de la défausse à gauche, et rien à toi. Joue-la.
lesson-win-done = Vide après ton plan : gagné. S’il t’avait apporté une carte, tu jouerais encore ; s’il vide une autre main, c’est elle qui gagne.
