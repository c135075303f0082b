# Misd : noms, consignes, phrases du journal et refus.
game = Misd
tagline = Il manque toujours quelque chose. Qui le voit en premier ?
about = Dix formes en dix couleurs, et à chaque carte il en manque une de chaque. Vois-le avant les autres, mais réfléchis bien : une erreur coûte deux jetons.

option-variant = Variante
option-variant-a = A : dire ce qui manque à une carte
option-variant-b = B : trouver un symbole sur les cartes étalées
option-cards = Cartes étalées
option-chips = Jetons dans la réserve
option-wrong = Après une mauvaise réponse
option-wrong-ends = la question est finie
option-wrong-out = les autres peuvent continuer
option-relay = Étaler de nouveau après tant de questions (0 : jamais)
option-limit = Questions au plus
option-limit-30 = 30
option-limit-100 = 100
option-marks = Marques sur les couleurs
option-marks-hint = Pour distinguer les couleurs sans les voir.
option-marks-patterns = Motifs
option-marks-letters = Lettres
option-marks-none = Aucune
option-think = Secondes par question (0 : sans limite)

colour = { $colour ->
    [white] blanc
    [black] noir
    [yellow] jaune
    [green] vert
    [blue] bleu
    [violet] violet
    [red] rouge
    [orange] orange
    [brown] marron
   *[grey] gris
}
    .feminine = { $colour ->
        [white] blanche
        [black] noire
        [green] verte
        [blue] bleue
        [violet] violette
        [grey] grise
        [yellow] jaune
        [red] rouge
        [orange] orange
       *[brown] marron
    }
letter = { $colour ->
    [white] Bc
    [black] N
    [yellow] J
    [green] Ve
    [blue] Bu
    [violet] Vi
    [red] R
    [orange] O
    [brown] M
   *[grey] G
}
shape = { $shape ->
    [triangle] triangle
    [square] carré
    [diamond] losange
    [pentagon] pentagone
    [hexagon] hexagone
    [circle] cercle
    [star] étoile
    [arrow] flèche
    [heart] cœur
   *[cross] croix
}
symbol = { $shape ->
    [star] { shape } { colour.feminine }
    [arrow] { shape } { colour.feminine }
    [cross] { shape } { colour.feminine }
   *[other] { shape } { colour }
}
missing = Absent !
claim-missing = Absent
passes = passe
card-name = carte { $card }
seconds = { $whole },{ $rest } s
face = carte ouverte : { $symbols }
layout-card = carte { $card } : { $symbols }
pile = pile de cartes
shape-pile = pile des formes
colour-pile = pile des couleurs
chip = jeton
sign-stock = jetons dans la réserve
stock = { $count ->
    [0] plus de jeton dans la réserve
    [one] { $count } jeton dans la réserve
   *[other] { $count } jetons dans la réserve
}
chips-of = { $count ->
    [0] aucun jeton de { $seat }
    [one] { $count } jeton de { $seat }
   *[other] { $count } jetons de { $seat }
}
button-turn = Retourner une carte
button-pass = Passer
row-claim = { $seat } : { $claim }
row-seat = { $seat }
row-time = { $words } ({ $time })

fact-turns = retourne
fact-ready = se prépare
fact-looks = cherche
fact-passed = a passé
fact-right = juste
fact-right-timed = juste : { $time }
fact-wrong = faux
fact-wrong-timed = faux : { $time }

prompt-lot = Le sort décide qui retourne en premier.
prompt-lay = On étale les cartes.
prompt-turn = Tout le monde est prêt ? Retourne la carte suivante.
prompt-turn-b = Tout le monde est prêt ? Retourne la question suivante.
prompt-wait-turn = { $seat } va retourner la carte suivante.
prompt-wait-turn-b = { $seat } va retourner la question suivante.
prompt-ready = Attention…
prompt-shape = Et quelle forme ?
prompt-colour = Et quelle couleur ?
prompt-missing = Que manque-t-il ? Choisis couleur et forme.
prompt-find = On cherche : { $symbol }. Choisis la carte, ou « Absent ! ».
prompt-watch-missing = Que manque-t-il ?
prompt-watch-find = On cherche : { $symbol }.
prompt-silent = Cette question est finie pour toi. Attends les autres.
prompt-won = { $count ->
    [one] { $seats } gagne.
   *[other] { $seats } gagnent ensemble.
}

result-right = Bonnes réponses
result-besides = Hors compte
result-wrong = Mauvaises réponses
result-back = Jetons rendus

say-lot = Le sort désigne { $seat }, qui retourne en premier.
say-lay = { $again ->
    [0] { $count } cartes sont étalées.
   *[other] Les { $count } cartes sont mélangées et étalées de nouveau.
}
say-turn = { $seat } : « À vos marques… »
say-card = Question { $number }, { $face }.
say-shape = La forme : { shape }.
say-question = Question { $number }, on cherche : { $symbol }.
say-claim = { $seat } : « { $claim } ! »
say-claim-timed = { $seat }, après { $time } : « { $claim } ! »
say-pass = { $seat } passe.
say-pass-timed = { $seat } passe après { $time }.
say-right = Juste ! Un jeton pour { $seat }.
say-wrong = { $paid ->
    [0] Faux. Avec si peu de jetons, cela ne coûte rien.
   *[other] Faux. { $seat } rend { $paid } jetons.
}
say-answer = Il manquait : { $symbol }.
say-answer-card = Sur la carte { $card } : { $symbol }.
say-answer-missing = Sur aucune carte : { $symbol }.
say-stock-empty = Le dernier jeton est parti, la partie est finie.
say-limit = C’était la dernière question, la partie est finie.

MIS-2 = Il n’y a pas de carte { $card } : les cartes sont c0 à c9.
MIS-3 = Les cartes de définition ne servent que dans la variante B.
MIS-5 = Le sort désigne une des places, une fois et avant toute chose.
MIS-6 = Seul celui dont c’est le tour retourne une carte, et seulement entre deux questions.
MIS-6-open = Une question est ouverte : rien n’est retourné avant sa fin.
MIS-6-wait = Qui retourne dit aussi quand.
MIS-7 = Cette carte ne peut pas être retournée maintenant.
MIS-8 = Cette carte ne peut pas être étalée maintenant.
MIS-9 = Cette carte de définition ne peut pas être retournée maintenant.
MIS-9-card = Dans la variante B on retourne des cartes de définition, pas des cartes à symboles.
MIS-11 = On étale de nouveau les mêmes cartes, chacune une fois.
MIS-12 = Aucune question n’est ouverte : attends qu’on en retourne une.
MIS-13 = Dans la variante A une réponse nomme une couleur et une forme.
MIS-13-unknown = Une réponse nomme une des dix couleurs, puis une des dix formes.
MIS-14 = La carte { $card } n’est pas parmi les cartes étalées.
MIS-14-form = Dans la variante B tu désignes une carte ou tu dis « Absent ! ».
MIS-20 = Tu as passé ou tu t’es trompé : attends la prochaine question.
MIS-25 = La partie est finie.

# La première partie.
lesson-turn = Sur chaque carte manquent une forme et une couleur. Retourne la première ; ici, rien ne presse.
lesson-turn-done = Neuf formes, neuf couleurs, toutes différentes. Quelle dixième forme et quelle dixième couleur manquent ?
lesson-claim = Il manque l’étoile et le jaune. Choisis les deux, dans l’ordre que tu veux.
lesson-claim-done = Juste : un jeton pour toi. À table, la réponse la plus rapide compte. Ben a déjà retourné la carte suivante.
lesson-pass = Tu ne vois pas ? Passer ne coûte rien. Une mauvaise réponse coûte deux jetons si tu les as.
lesson-pass-done = Ben s’est trompé, et la question est finie. Il n’avait pas deux jetons, donc il ne paie rien.
lesson-end = Il reste un jeton. Il manque le cœur et le vert : prends-le.
lesson-end-done = Le dernier jeton termine la partie. Celui qui en a le plus gagne.
