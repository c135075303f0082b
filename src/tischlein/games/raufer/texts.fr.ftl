# Raufer : noms, consignes, phrases du journal et refus.
game = Raufer
tagline = Fais monter et descendre les autres.
about = Chaque carte est un ordre : « monte ! » ou « descends ! ». Pose ta dernière carte, ou reste le dernier dans la cage d’escalier.

option-duel = Quand ils ne sont plus que deux et que l’un ne peut obéir
option-duel-responder = Celui qui ne peut pas sort
option-duel-commander = Celui qui a commandé sort
option-dry = Quand la pioche s’épuise et que l’un ne peut obéir
option-dry-safe = Rien ne se passe
option-dry-out = Il sort si quelqu’un obéit ensuite
option-start = Qui ouvre
option-start-first = Place A
option-start-lot = Tirage au sort
option-hand = Cartes en main

card = carte { $card }
sign-back = carte face cachée
sign-commands = a donné le dernier ordre
sign-out = est sorti
pile = { $count ->
    [one] pioche, 1 carte
   *[other] pioche, { $count } cartes
}
backs = { $count ->
    [one] 1 carte de { $seat }
   *[other] { $count } cartes de { $seat }
}
face-down = { $count ->
    [one] carte cachée devant { $seat }
   *[other] { $count } cartes cachées devant { $seat }
}
hand = Main de { $seat }
place-up = Ordonner de monter
place-down = Ordonner de descendre
place-pile = Pioche
layer-memory = Montrer les étages posés et libres
layer-bounds = Cerner les cartes des autres
description-laid = Posées par { $seat } : { $cards }.
description-left = { $above ->
    [one] Au-dessus de ton { $card }, il reste { $above } carte ; au-dessous, { $below }.
   *[other] Au-dessus de ton { $card }, il reste { $above } cartes ; au-dessous, { $below }.
}
description-bounds = { $count ->
    [one] Une carte de { $seat } est entre { $lowest } et { $highest } : { $left }.
   *[other] { $count } cartes de { $seat } sont entre { $lowest } et { $highest } : { $left }.
}
button-pass = Passer
button-draw = Piocher une carte
choice-lay = { $direction ->
    [up] Poser { $card } : monte !
   *[down] Poser { $card } : descends !
}
fact-cards = { $count ->
    [0] aucune carte
    [one] 1 carte
   *[other] { $count } cartes
}
fact-drew = a pioché
fact-passed = a passé
# La place est comptée à côté des autres ; la carte se voit sur le plateau.
fact-commands = { $direction ->
    [up] monte !
   *[down] descends !
}
drawn-command = { $direction ->
    [up] ▲ monte !
   *[down] ▼ descends !
}

prompt-lot = Le sort décide qui ouvre.
prompt-deal = On distribue les cartes.
prompt-taking = { $seat } prend des cartes en main.
prompt-open = Tu ouvres : choisis une carte, puis monte ou descends.
prompt-obey = { $direction ->
    [up] { $seat } dit : monte ! Pose une carte au-dessus de { $last }, puis choisis monte ou descends.
   *[down] { $seat } dit : descends ! Pose une carte au-dessous de { $last }, puis choisis monte ou descends.
}
prompt-draw = { $direction ->
    [up] Aucune de tes cartes n’est au-dessus de { $last } : pioche une carte.
   *[down] Aucune de tes cartes n’est au-dessous de { $last } : pioche une carte.
}
prompt-pass = { $direction ->
    [up] Aucune de tes cartes n’est au-dessus de { $last } : passe.
   *[down] Aucune de tes cartes n’est au-dessous de { $last } : passe.
}
prompt-direction = Et le suivant : doit-il monter ou descendre ?
prompt-card = Et quelle carte poses-tu ?
prompt-wait = { $direction ->
    [up] On attend { $seat }, qui doit monter depuis le { $last }.
   *[down] On attend { $seat }, qui doit descendre depuis le { $last }.
}
prompt-wait-open = On attend { $seat }, qui ouvre.
prompt-won = { $seat } gagne.

result-laid = Cartes posées
result-left = Cartes en main

say-lot = Le sort désigne { $seat }, qui ouvre.
say-dealt = { $pile ->
    [0] Chacun a { $count } cartes, il n’y a pas de pioche. { $seat } ouvre.
    [one] Chacun a { $count } cartes, 1 reste à la pioche. { $seat } ouvre.
   *[other] Chacun a { $count } cartes, { $pile } restent à la pioche. { $seat } ouvre.
}
say-open = { $direction ->
    [up] { $seat } ouvre avec le { $card } : monte !
   *[down] { $seat } ouvre avec le { $card } : descends !
}
say-lay = { $direction ->
    [up] { $seat } obéit avec le { $card } : monte !
   *[down] { $seat } obéit avec le { $card } : descends !
}
say-draw = { $direction ->
    [up] { $seat } ne peut pas monter depuis le { $last } et pioche une carte.
   *[down] { $seat } ne peut pas descendre depuis le { $last } et pioche une carte.
}
say-pass = { $direction ->
    [up] { $seat } ne peut pas monter depuis le { $last } et passe.
   *[down] { $seat } ne peut pas descendre depuis le { $last } et passe.
}
say-take = { $seat } prend en main une carte cachée.
say-take-card = { $seat } prend en main le { $card }.
say-nobody-takes = { $direction ->
    [up] { $count ->
        [one] Personne ne peut monter depuis le { $last } : { $seat } prend 1 carte.
       *[other] Personne ne peut monter depuis le { $last } : { $seat } prend { $count } cartes.
    }
   *[down] { $count ->
        [one] Personne ne peut descendre depuis le { $last } : { $seat } prend 1 carte.
       *[other] Personne ne peut descendre depuis le { $last } : { $seat } prend { $count } cartes.
    }
}
say-nobody-out = { $direction ->
    [up] Personne ne peut monter depuis le { $last } : { $seat } sort.
   *[down] Personne ne peut descendre depuis le { $last } : { $seat } sort.
}
say-out = { $count ->
    [one] { $seats } sort.
   *[other] { $seats } sortent.
}
say-phase-two = La pioche est épuisée : qui ne peut plus obéir risque désormais de sortir.
say-won-last-card = On obéit au dernier ordre de { $seat }, qui gagne.
say-won-duel = { $seat } gagne le duel.
say-won-alone = Tous les autres sont sortis de la cage d’escalier : { $seat } gagne.

RAU-1 = Les cartes vont de 1 à 20 ; il n’y a pas de { $card }.
RAU-1-known = Le { $card } est dans une main ou déjà posé.
RAU-2 = On ne distribue qu’au début, une main après l’autre.
RAU-3-out = Tu es hors de l’escalier : jusqu’à la fin de la partie, tu ne fais que regarder.
RAU-3-lot = Seul le sort décide qui ouvre, une fois, avant la distribution.
RAU-4 = { $direction ->
    [up] Le { $card } n’est pas au-dessus de { $last }.
   *[down] Le { $card } n’est pas au-dessous de { $last }.
}
RAU-5 = { $direction ->
    [up] Tu as une carte au-dessus de { $last }, tu dois donc en poser une.
   *[down] Tu as une carte au-dessous de { $last }, tu dois donc en poser une.
}
RAU-6 = Tu n’as pas le { $card } en main.
RAU-7 = Dis « monte » ou « descends » avec ta carte.
RAU-8 = Tu ouvres la manche : pose n’importe quelle carte de ta main.
RAU-9 = Il reste une carte à piocher, tu ne peux donc pas passer.
RAU-11 = Les cartes cachées ne se prennent qu’une fois l’ordre exécuté, dans le sens du jeu.
RAU-12 = Personne n’a pu obéir : les cartes cachées vont à qui a donné l’ordre.
RAU-14 = La pioche est vide : tu ne peux que passer.
RAU-16 = La pioche n’est plus là, on ne pioche plus : tu ne peux que passer.

RAU-2-hand = à { $count } joueurs, une main a au plus { $most } cartes (RAU-2)

# La première partie.
lesson-open = Tu ouvres : pose le 12 et ordonne « monte ». Le suivant doit poser plus haut.
lesson-open-done = Ben a posé le 14 et crié « descends », Cleo le 6 et « monte ». Chaque carte est un nouvel ordre.
lesson-obey = « Monte » depuis le 6 : tu dois poser plus haut. Si tu peux obéir, tu dois le faire. Prends le 9 et envoie Ben vers le bas.
lesson-obey-done = La carte et l’ordre, c’est toi qui choisis. Celui qui se défait de toutes ses cartes est près de gagner.
lesson-draw = Cleo a crié « monte » depuis le 18, et tu n’as rien de plus haut. Pioche une carte ; elle reste cachée.
lesson-draw-done = Ben n’a pas pu non plus. Un ordre que personne ne suit retombe : Cleo a reçu vos deux cartes.
lesson-out = La pioche est vide : phase 2. Seul le 20 dépasse ton 19. Pose le 19 et crie « monte ».
lesson-out-done = Ben a dû passer, Cleo a obéi : Ben sort. Si personne n’avait pu, c’est toi qui sortais.
lesson-win = Ta dernière carte ! Pose le 17 et crie « descends ». Tu gagnes dès que quelqu’un obéit.
lesson-win-done = Ben a obéi avec le 12, et tu as réussi. Celui qui reste seul dans l’escalier gagne aussi.
