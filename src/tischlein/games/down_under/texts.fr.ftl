# Down Under : noms, invites, phrases du journal et refus.
game = Down Under
tagline = Le plus long chemin gagne, par-dessus et par-dessous les autres.
about = Chacun bâtit un chemin sur une plaine dont le bord n’apparaît que peu à peu. Prends les chemins gris et mène tes rivaux au bord du vide.

option-area = Surface
option-area-hint = Son bord n’apparaît qu’au fil des cartes ; seules les fins peuvent le dépasser.
option-area-own-hint = Petit côté par grand côté en cartes, par exemple 7x9. Le bord n’apparaît qu’au fil des cartes.
option-area-recommended = Conseillée
option-area-long = Longue
option-area-easy = Facile
option-area-hard = Difficile
option-area-none = Sans bord
option-area-none-hint = La plaine n’a pas de fin.
option-scoring = Décompte
option-scoring-length = Longueur
option-scoring-length-hint = Le plus long chemin gagne ; les animaux décorent.
option-scoring-animals = Longueur et animaux
option-scoring-animals-hint = Kangourou, émeu et ornithorynque rapportent ensemble, les lapins sans dingo coûtent.
option-start = Départ
option-start-free = Deux bouts ouverts
option-start-free-hint = Chaque chemin pousse à ses deux bouts.
option-start-entry = Un seul bout ouvert
option-start-entry-hint = Chaque chemin part d’une fin et ne pousse que d’un côté.
option-paths = Chemins
option-paths-one = Un par joueur
option-paths-both = Deux par joueur, deux cartes par tour
option-paths-either = Deux par joueur, une carte par tour
option-layout = Disposition
option-layout-open = Plaine ouverte
option-layout-open-hint = La table est vide avant la première carte.
option-layout-divider = Chemin de partage
option-layout-divider-hint = Un chemin terminé, qui n’est à personne, traverse la surface.
option-layout-frame = Cadre
option-layout-frame-hint = Des cartes qui ne sont à personne entourent la surface ; leurs tronçons gris sont à prendre.
option-layout-partial = Demi-cadre
option-layout-partial-hint = Comme le cadre, mais sans ses deux petits côtés.

path-of = chemin de { $seat }
path-pattern = { $pattern ->
    [plain] chemin uni de { $seat }
    [dash] chemin tireté de { $seat }
    [dot] chemin pointillé de { $seat }
   *[wave] chemin ondulé de { $seat }
}
path-wall = chemin maçonné
the-path-of = Le chemin de { $seat }
the-path-pattern = { $pattern ->
    [plain] Le chemin uni de { $seat }
    [dash] Le chemin tireté de { $seat }
    [dot] Le chemin pointillé de { $seat }
   *[wave] Le chemin ondulé de { $seat }
}
the-path-wall = Le chemin maçonné
sign-free = tronçon gris, encore libre
sign-taken = tronçon gris pris par ce chemin
cell = case { $cell }
side = { $side ->
    [ns] du nord au sud
    [ew] d’est en ouest
    [ne] du nord à l’est
    [se] du sud à l’est
    [sw] du sud à l’ouest
    [nw] du nord à l’ouest
    [n] vers le nord
    [e] vers l’est
    [s] vers le sud
   *[w] vers l’ouest
}
card = { $kind ->
    [straight] ligne droite { side }, { $path }
    [curve] courbe { side }, { $path }
   *[end] fin { side }, { $path }
}
card-kind = { $kind ->
    [straight] ligne droite
    [curve] courbe
   *[end] fin
}
card-animal = { $kind ->
    [straight] ligne droite, { $animal }
   *[curve] courbe, { $animal }
}
card-side = { $kind ->
    [straight] ligne droite { side }
    [curve] courbe { side }
   *[end] fin { side }
}
run = tronçon gris pris : { $path }
tip = bout ouvert, { $path }
billabong = billabong
billabongs = Billabongs
ways = Comment la poser
stock = Cartes, { $path }
animal-kangaroo = kangourou
animal-emu = émeu
animal-platypus = ornithorynque
animal-rabbit = lapin
animal-dingo = dingo
layer-animals = Montrer les animaux
button-billabong = Poser le billabong
button-pass = Passer
preview = { $changes }
preview-change = { $seat } : { $before } → { $after }
table-mark-gain = Ton chemin prendrait le tronçon gris : { $thing }.
table-mark-info = Un autre chemin prendrait le tronçon gris : { $thing }.
table-mark-warn = Ton chemin n’irait pas plus loin : { $thing }.
table-mark-loss = Un autre chemin deviendrait une boucle : { $thing }.
confirm-end = Fermer ce bout pour de bon ?

fact-none = pas encore de chemin
fact-path = long. { $length }, { $status ->
    [open-1] 1 bout ouvert
    [open-2] 2 bouts ouverts
    [loop] une boucle
   *[done] terminé
}
fact-path-pattern = { $pattern ->
    [plain] uni
    [dash] tireté
    [dot] pointillé
   *[wave] ondulé
} : longueur { $length }, { $status ->
    [open-1] ouvert
    [open-2] deux bouts ouverts
    [loop] une boucle
   *[done] terminé
}
fact-animals = { $trios ->
    [one] { $trios } trio
   *[other] { $trios } trios
}, { $rabbits ->
    [0] pas de fléau
    [one] un lapin de trop
   *[other] { $rabbits } lapins de trop
}
fact-dingo = dingo pas encore posé

prompt-wait = On attend { $seat }.
prompt-first = Pose une ligne droite ou une courbe pour commencer.
prompt-first-inside = Pose une ligne droite ou une courbe où tu veux sur la surface.
prompt-next = Pose ta première carte à côté d’une carte de la table.
prompt-entry = Pose une fin : ton chemin partira de là.
prompt-entry-back = Pose ta fin au dos de la précédente.
prompt-entry-next = Pose ta fin à côté d’une carte de la table.
prompt-lay = Prolonge ton chemin à un bout ouvert : choisis une carte ou une case.
prompt-first-animal = Pose ta première carte : choisis une de tes cartes, une case, puis son orientation.
prompt-lay-animal = Prolonge ton chemin à un bout ouvert : choisis une carte, une case, puis son orientation.
prompt-lone = Pose une ligne droite ou une courbe à l’une de tes entrées.
prompt-lay-both = Pose deux cartes, une au bout de chacun de tes chemins.
prompt-lay-either = Pose une carte au bout de l’un de tes chemins.
prompt-lay-pattern = Maintenant une carte pour ton chemin { $pattern ->
    [plain] uni
    [dash] tireté
    [dot] pointillé
   *[wave] ondulé
}.
prompt-turn = Ton chemin forme une boucle : tourne une de tes courbes pour l’ouvrir.
prompt-water = { $count ->
    [3] Trois chemins mènent à une case : poses-y un billabong.
   *[other] Quatre chemins mènent à une case : poses-y un billabong.
}
prompt-exit = Ton chemin traverse l’eau : pose la troisième carte à la quatrième sortie.
prompt-case-3 = Seule une courbe irait, et tu n’en as plus : pose un billabong à sa place, ou passe.
prompt-won = { $count ->
    [one] { $seats } a bâti le plus long chemin.
   *[other] { $seats } se partagent la victoire.
}
prompt-won-points = { $count ->
    [one] { $seats } a gagné.
   *[other] { $seats } se partagent la victoire.
}

result-length = Tronçons
result-trios = Trios d’animaux
result-rabbits = Lapins sans dingo
result-dingo = Dingo posé

say-lay = { $kind ->
    [straight] { $seat } pose une ligne droite { side } en { $cell }.
    [curve] { $seat } pose une courbe { side } en { $cell }.
   *[end] { $seat } pose une fin { side } en { $cell }.
}
say-lay-animal = { $kind ->
    [straight] { $seat } pose une ligne droite ({ $animal }) { side } en { $cell }.
   *[curve] { $seat } pose une courbe ({ $animal }) { side } en { $cell }.
}
say-turn = { $seat } tourne la courbe en { $cell } : elle va { side }.
say-billabong = { $seat } pose un billabong en { $cell }.
say-pass = { $seat } passe.
say-takes = { $count ->
    [one] { $path } prend un tronçon de plus ({ $length }).
   *[other] { $path } prend { $count } tronçons de plus ({ $length }).
}
say-carries = { $count ->
    [one] { $path } est prolongé d’un tronçon ({ $length }).
   *[other] { $path } est prolongé de { $count } tronçons ({ $length }).
}
say-drowns = { $path } finit dans l’eau ({ $length }).
say-loop = { $path } forme maintenant une boucle.
say-done = { $path } est terminé : il a la longueur { $length }.
say-meet = { $count ->
    [3] Trois chemins se rencontrent : { $seat } doit poser un billabong.
   *[other] Quatre chemins se rencontrent : { $seat } doit poser un billabong.
}

DOW-5 = La toute première carte va sur la case 0,0.
DOW-6 = Une première carte va à côté d’une carte de la table, par un côté ou un coin.
DOW-7 = Dans cette partie, aucun chemin ne commence par une fin.
DOW-9 = { $kind ->
    [straight] Tu n’as plus de ligne droite.
    [curve] Tu n’as plus de courbe.
   *[end] Tu n’as plus de fin.
}
DOW-9-animal = { $kind ->
    [straight] Tu n’as plus cette ligne droite ({ $animal }).
   *[curve] Tu n’as plus cette courbe ({ $animal }).
}
DOW-9-foreign = Cette carte n’est pas de ton jeu.
DOW-10 = Le tronçon coloré de la carte doit toucher un bout ouvert de ton chemin.
DOW-11 = Cela relierait deux chemins.
DOW-12 = Il y a déjà une carte en { $cell }.
DOW-16 = Tu peux agir, tu ne peux donc pas passer.
DOW-18 = La case { $cell } est hors de la surface : seule une fin y va.
DOW-18-first = La case { $cell } est hors de la surface : les chemins partent de l’intérieur.
DOW-25 = Dans la moitié libre de la case { $cell } ne va qu’une fin, dos à dos.
DOW-30 = Ton chemin forme une boucle : tourne plutôt une de tes courbes.
DOW-30-open = Tu ne tournes une carte que si ton chemin forme une boucle au début de ton tour.
DOW-31 = Il n’y a pas de courbe à toi en { $cell }.
DOW-31-quarter = Une courbe se tourne d’un quart, à gauche ou à droite.
DOW-32 = Si tu tournais la courbe en { $cell }, ton chemin n’aurait pas deux bouts ouverts, ou en toucherait un autre.
DOW-34 = Aucun billabong ne peut aller là maintenant.
DOW-35 = D’abord un billabong, là où les chemins se rencontrent.
DOW-36 = La troisième carte va maintenant à la quatrième sortie, ta couleur vers l’eau.
DOW-54 = Les animaux ne comptent pas dans cette partie.
DOW-60 = Dans cette partie, chaque chemin commence par une fin.
DOW-61 = Ta fin va au dos de la précédente.
DOW-62 = La troisième fin va à côté d’une carte de la table.
DOW-62-outside = La troisième fin va sur la surface.
DOW-62-back = On ne pourrait alors plus poser de fin à son dos.
DOW-65 = Cette carte isolée est une ligne droite ou une courbe.
DOW-66 = Cette couleur a déjà eu sa carte dans ce tour.
DOW-66-entry = Les entrées se posent dans l’ordre des jeux de cartes.

area-unreadable = écris une taille comme 7x9, les deux côtés de { $low } à { $high }, le plus court d’abord (DOW-3)
area-for-more = avec { $sets } jeux de cartes, il n’y a pas de surface longue (DOW-3)
paths-for-two = deux chemins chacun se jouent à deux sur la plaine ouverte (DOW-64)
layout-for-fewer = cette disposition demande des jeux de cartes inutilisés : { $most } joueurs au plus ({ $rule })
layout-without-plan = cette disposition n’existe que pour les surfaces { $sizes } ({ $rule })

# La première partie.
lesson-lay = Chaque carte porte un tronçon de ta couleur et un gris qui n’est encore à personne. Pose la première, une ligne droite, au milieu.
lesson-lay-done = Ton chemin a deux bouts ouverts. Ben a commencé à côté.
lesson-on = Prolonge ton chemin à un bout ouvert. Les chemins de deux joueurs ne se rejoignent jamais.
lesson-on-done = Le tronçon gris de ta carte peut prolonger le chemin d’un autre, où tu veux.
lesson-grey = Les tronçons gris libres que ton chemin rencontre sont à toi. Pose la courbe ici et regarde tes points.
lesson-grey-done = Deux tronçons d’un coup : ton arc et le gris derrière. Tu continues à son autre bout.
lesson-cap = Quand ça se resserre, une fin aide : une demi-carte qui ferme ton chemin ici pour toujours. Elle peut dépasser le bord.
lesson-cap-done = Lignes droites et courbes doivent tenir dans la surface, pas les fins. L’autre bout de ton chemin est encore ouvert.
lesson-over = Ferme aussi l’autre bout. Plus personne ne peut alors poser.
lesson-over-done = Chaque tronçon de ton chemin compte, en couleur ou gris. Le plus long gagne.
