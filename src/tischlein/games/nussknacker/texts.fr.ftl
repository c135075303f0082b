# Nussknacker : noms, annonces, phrases du journal et refus.
game = Nussknacker
tagline = Une réserve est oubliée. Retrouve-la en demandant.
about = Des écureuils ont perdu une réserve de noix. Demande des nombres, échange des cartes de cette somme et trouve avant les autres quelle carte est cachée.

option-cards = Cartes
option-cards-12 = 12, valeurs de 1 à 6
option-cards-16 = 16, valeurs de 1 à 8
option-goal = Jetons pour gagner
option-start = Première donne
option-start-lot = Tirage au sort
option-start-first = La place A commence
option-limit = Questions par donne, au plus

spot = { $seat }
key = { $value }
card = carte à { $value } noix
back = carte face cachée de { $seat }
sign-back = carte face cachée
hidden-card = la carte cachée
opened = Avant
pack = le paquet
offered = carte glissée face cachée par { $seat }
own-hand = Ta main
strip = Qui à qui : cartes données ⇄ rendues
strip-no = non
layer-memory = Aide-mémoire
description-hidden = Encore possible pour la carte cachée : { $values }.
description-known = { $seat } a certainement : { $values }.
fact-cards = { $count ->
    [one] { $count } carte
   *[other] { $count } cartes
}
button-no = Non, impossible
button-guess = Je sais !
choice-ask = Demander { $value } à { $seat }
choice-guess = La carte cachée est un { $value } !
choice-give = Glisser { $cards }
button-ask = Demander
button-guess-value = Oui, un { $value }
button-give = Glisser

prompt-lot = Le sort décide qui commence.
prompt-deal = Une carte est mise de côté, les autres sont distribuées.
prompt-ask = À qui demandes-tu quel nombre ? Tes cartes doivent aussi pouvoir le former.
prompt-ask-other = Quel nombre demandes-tu à { $seat } ? Tes cartes doivent aussi pouvoir le former.
prompt-number = Quel nombre demandes-tu à { $seat } ?
prompt-whom = À qui demandes-tu { $value } ?
prompt-name = Quelle est la carte cachée ? Si tu te trompes, les autres reçoivent un jeton.
prompt-right = { $seat } dit { $value }, et c’est la carte cachée : un jeton ! Il en faut { $goal } pour gagner.
prompt-wrong = { $seat } dit { $value }, mais c’est un { $opened } : un jeton pour tous les autres.
prompt-guess = Plus de questions dans cette donne : nomme la carte cachée.
prompt-give = { $seat } te demande { $value } : choisis des cartes qui font exactement cette somme.
prompt-no = { $seat } te demande { $value }, que tes cartes ne peuvent pas former : dis non.
prompt-return = { $count ->
    [one] { $seat } te glisse une carte. Rends des cartes dont la somme fait { $value }.
   *[other] { $seat } te glisse { $count } cartes. Rends des cartes dont la somme fait { $value }.
}
prompt-wait = On attend { $seat }. Si tu connais la carte cachée, dis-le !
prompt-watch = On attend { $seat }.
prompt-won = { $seat } gagne.

drawn-deal = Donne { $number } · cachée [{ $hidden }] · valeurs de 1 à { $top }
result-chips = Jetons

say-start = Le sort désigne { $seat }, qui commence.
say-hide = Donne { $number } : une carte est cachée.
say-dealt = Les cartes sont distribuées ; { $seat } commence.
say-ask = { $seat } demande { $value } à { $other }.
say-no = { $seat } dit non.
say-give = { $count ->
    [one] { $seat } glisse une carte à { $other }.
   *[other] { $seat } glisse { $count } cartes à { $other }.
}
say-return = { $count ->
    [one] { $seat } rend une carte à { $other }.
   *[other] { $seat } rend { $count } cartes à { $other }.
}
say-swapped = Tu as donné { $gave } ; tu as reçu { $got }.
say-right = { $seat } nomme { $value }, et c’est la carte cachée : un jeton pour { $seat } !
say-wrong = { $seat } nomme { $value }, mais la carte cachée est un { $opened }.
say-chips = { $count ->
    [one] Un jeton va à { $seats }.
   *[other] { $seats } reçoivent un jeton chacun.
}
say-level = { $seats } ont { $chips ->
    [one] un jeton
   *[other] { $chips } jetons
} chacun : on continue jusqu’à ce que quelqu’un soit devant.

NUS-1 = Il ne reste pas de carte { $value } : chaque valeur en jeu existe deux fois.
NUS-1-value = Les cartes en jeu vont de 1 à { $top } : il n’y a pas de { $value }.
NUS-3 = Les cartes ne sont pas encore toutes distribuées.
NUS-3-hidden = Une carte est d’abord mise de côté, une fois par donne.
NUS-4 = Les autres cartes sont distribuées main par main, en commençant par le premier joueur.
NUS-5 = Le sort désigne le premier joueur, une seule fois, parmi les places à la table.
NUS-6 = On ne tire au sort qu’une fois : { $seat } commence cette donne, à gauche de qui avait commencé la précédente.
NUS-7 = C’est à { $seat } de demander.
NUS-7-pending = La question de { $asker } à { $asked } passe d’abord.
NUS-7-not-asked = Pour l’instant, il n’y a que { $seat } qui puisse le faire.
NUS-7-ask = Personne ne t’a rien demandé. C’est à toi de demander.
NUS-8 = On ne peut demander qu’à quelqu’un d’autre.
NUS-8-nobody = Il n’y a personne à cette place.
NUS-9 = On peut demander de 1 à { $top }, pas { $value }.
NUS-10 = Tes propres cartes ne peuvent pas former { $value } : tu ne peux pas le demander.
NUS-11 = Donne des cartes de ta main dont la somme est exactement { $value }.
NUS-11-none = Tes cartes ne peuvent pas faire { $value } : dis non.
NUS-12 = Tu peux former { $value }, il faut donc donner : on ne ment pas.
NUS-13 = Rends de tes propres cartes, dont la somme est exactement { $value }.
NUS-18 = La carte cachée est entre 1 et { $top } : { $value } est impossible.
NUS-21 = La partie est finie.
NUS-25 = Les { $limit } questions de cette donne sont posées : nomme la carte cachée.

# La première partie.
lesson-ask = Une carte est cachée ; celui qui la nomme reçoit un jeton. Demande 5 à Ben, car tes cartes peuvent faire 5.
lesson-ask-done = Ben t’a glissé deux cartes qui font 5 ensemble. Tu les verras dès que tu auras rendu.
lesson-back = Rends des cartes de la même somme exactement : ton 5.
lesson-back-done = Tu as reçu 1 et 4. Tous ont vu combien de cartes passaient, vous deux seuls leurs valeurs. Ben demande maintenant 8.
lesson-answer = Si tu peux faire le nombre, tu dois donner ; dire non serait mentir. Donne le 8.
lesson-answer-done = Une carte contre une carte : c’étaient deux 8. De telles déductions mènent à la carte cachée.
lesson-no = Chaque valeur existe deux fois. Tu as un 2 et les deux 1. Demande 2 à Ben !
lesson-no-done = Non : Ben n’a pas de 2, et il ne peut le faire avec des 1. Où est donc l’autre 2 ?
lesson-guess = Tu peux deviner à tout moment, même hors de ton tour. Dis ce qui est caché : le 2.
lesson-guess-done = Juste, un jeton ! Une erreur en donne un à chacun des autres. Cinq jetons gagnent.
