# Les mots dont chaque jeu et chaque interface a besoin.
seat-name = Place { $letter }
chance = Hasard
spectator = Spectateur
level-random = Au hasard
level-weak = Faible
level-medium = Moyen
level-strong = Fort
level-matched = À ta mesure

# --- derived ---
# Ce que l’on dit d’un jeu qui le laisse déduire, et pourquoi personne n’agit hors de son tour.
derived-your-turn = C’est à toi de jouer.
derived-wait = On attend { $seats }.
derived-chance = Le hasard décide.
derived-over = La partie est finie.
derived-action = { $action }
derived-score = Points
derived-cell = case { $cell }
derived-mark = marque de { $seat }
derived-say-seat = { $seat } : { $action }
derived-say-seat-hidden = { $seat } agit en secret.
derived-say-chance = Hasard : { $action }
derived-say-chance-hidden = Le hasard décide en secret.

refused-turn = C’est à { $seat } de jouer.
refused-chance = Attends que le hasard ait décidé.
refused-now = Rien n’est laissé au hasard pour l’instant.
refused-not-possible = Ce n’est pas possible pour l’instant.
refused-over = La partie est finie.
# --- end of derived ---

# --- shell ---
# Les pages autour de la table : en-tête, étagère, nouvelles tables, salle d’attente, règles.
language = Langue
theme = Thème
theme-system = Comme le système
theme-light = Clair
theme-dark = Sombre
sound-off = Couper le son
sound-on = Remettre le son
settings = Réglages
setting-confirm = Demander avant de jouer un coup
setting-confirm-hint = Un second appui confirme chaque coup ; rien ne part par mégarde.
setting-forced = Jouer d’office les coups forcés
setting-forced-hint = S’il n’y a qu’un coup possible, il se joue après un instant, sans appui.
setting-sound = Son
setting-sound-hint = De petits bruits de bois et de papier.
setting-vibration = Vibration
setting-vibration-hint = Le téléphone vibre quand c’est à toi.
setting-bots = Les coups des robots
setting-bots-calm = montrés lentement
setting-bots-fast = montrés vite
setting-bots-skip = passés
to-the-shelf = Tischlein : retour à l’étagère
skip-to-content = Aller au contenu

what-to-play = À quoi jouons-nous ?
your-name = Ton nom
your-name-hint = Comment t’appelles-tu ?
guest = Invité
bot-level = Force des robots
on-level = { $level ->
    [weak] faible
    [medium] moyen
    [strong] fort
    [matched] à ta mesure
   *[other] { $level }
}
bot-name = { $level ->
    [random] Robot au hasard
    [weak] Robot faible
    [medium] Robot moyen
    [strong] Robot fort
    [matched] Robot à ta mesure
   *[other] Robot { $level }
}
play-now = Jouer tout de suite
invite-friend = Inviter quelqu’un
one-device = Sur un seul appareil
set-table = Mettre la table
read-rules = Lire les règles
seats-from-to = De { $low } à { $high } personnes
seats-exactly = { $seats ->
    [one] { $seats } personne
   *[other] { $seats } personnes
}
minutes = { $minutes } min
all-open = Tout est visible
has-secrets = Avec des secrets
calm = Calme
quick = Rapide

your-matches = Tes parties
more-matches = { $count ->
    [one] Encore une partie
   *[other] Encore { $count } parties
}{ $turns ->
    [0] { "" }
   *[other]  ; à toi de jouer dans { $turns }
}
your-turn = À toi de jouer
waiting-for-people = En attente de joueurs
in-progress = En cours
match-over = Terminée
match-abandoned = Annulée
open-tables = Tables ouvertes
finished-matches = Parties terminées
match-waits = Ta partie t’attend sur l’étagère.
match-bot-plays = Un robot joue pour toi jusqu’à ton retour.
match-back = Y retourner
preparing = On met la table
preparing-hint = { $ready ->
    [one] { $ready } jeu sur { $games } est prêt.
   *[other] { $ready } jeux sur { $games } sont prêts.
} Seul le premier démarrage est aussi long.
preparing-game = Le jeu se prépare : cela ne prend quelques secondes que la première fois.
documentation = Documentation (en anglais)
licences = Licences des composants
chairs-free = { $count ->
    [0] aucune chaise libre
    [one] une chaise libre
   *[other] { $count } chaises libres
}
just-now = à l’instant

label = { $name } : { $what }
new-table = Mettre la table
chairs = Chaises
chair-number = Chaise { $number }
chair-kind = Qui s’assoit ici
chair-me = Toi
chair-here = Quelqu’un sur cet appareil
chair-open = La personne qui ouvrira le lien
chair-name = Nom
chairs-no-chair = Sans chaise : { $names }
seat-count = Combien de joueurs
seat-order = Ordre des places
seat-order-lot = Par tirage au sort
seat-order-fixed = Comme dans cette liste
options = Options
teams-none = Chacun pour soi
teams-lot = Deux équipes par tirage au sort
teams-chosen = Deux équipes à ton gré
team = Équipe { $team }
team-change = { $name } : vers l’équipe { $team }
teams-hint = Touche ou glisse quelqu’un vers l’autre équipe. Tous s’assoient dans l’ordre de la liste.
order-forward = { $thing }, place { $place } : avancer d’une place
own-value = Autre…
own-value-label = { $option } : ta propre valeur
list-table = Montrer cette table à tout le monde sur ce serveur
open-table = Ouvrir la table
start-match = Commencer la partie
private-link-code = En code à scanner avec un téléphone
screen-open = La table sur un grand écran
screen-sit-down = { $count ->
    [0] Toutes les places sont prises.
    [one] Une place est libre. Prends-la avec ton téléphone :
   *[other] { $count } places sont libres. Prenez-les avec vos téléphones :
}
screen-fill = Plein écran
screen-window = Revenir à la fenêtre
screen-leave = Retour à la table
becomes-screen = Cet appareil devient le grand écran pour tous ; on joue sur les téléphones.
need-yourself = Garde une chaise pour toi sur cet appareil.
number-between = De { $low } à { $high }

waiting-room = On met la table
waiting-room-hint = Envoie ce lien à tes amis. Dès que toutes les chaises sont prises, la partie commence.
waiting-rated = Cette partie comptera pour la cote : tout le monde ici a une carte de joueur.
waiting-rated-if = Si les autres s’assoient aussi avec une carte de joueur, cette partie comptera pour la cote.
waiting-rated-leave = Qui s’en va ensuite en laissant jouer un robot garde le résultat de sa place.
waiting-room-kept = À la dernière table, un bouton mène les autres ici. Dès que toutes les chaises sont prises, la partie commence.
waiting-room-guest = Dès que toutes les chaises sont prises, la partie commence.
invitation-link = Lien pour tes amis
link-only-here = Ce lien ne s’ouvre que sur cet ordinateur. Pour le partager sur ton réseau, lance Tischlein avec { $option }.
copy-link = Copier le lien
copied = Copié
share-link = Envoyer le lien
qr-code = Le lien en image, pour l’appareil photo d’un téléphone
chair-free = Chaise libre
chair-you = toi
chair-rename = Changer de nom
chair-renamed = Prendre ce nom
chair-away = pas là
chair-another = Quelqu’un d’autre sur cet appareil
chair-another-name = Qui d’autre ?
sit-down = S’asseoir
sit-down-together = S’asseoir ensemble : { $names }
let-bot-play = Laisser jouer un robot ici
watch-hint = Tu ne joues pas ? Reste et regarde.
waiting-chance = Les appareils de cette table ajoutent leur part au hasard ; ensuite la partie commence.
waiting-chance-for = On attend encore, quelques secondes au plus : { $names }.
leave-table = Quitter la table

leave-table-ask = Quitter la table ?
leave-table-hint = Ta place t’est gardée : la partie attend sur l’étagère. Ou bien un robot joue jusqu’à ton retour.
leave-stay = Rester ici
leave-to-shelf = À l’étagère
leave-waiting = À l’étagère ; je reviens
table-links = Liens de cette table
link-to-join = Pour jouer ou regarder
link-to-watch = Pour regarder
put-away = Terminé
private-link = Continuer sur un autre appareil
private-link-hint = { $count ->
    [one] Avec ce lien, on joue à ta place. Garde-le pour toi.
   *[other] Avec un de ces liens, on joue aux places qu’il ouvre. Gardez-les pour vous.
}
private-link-of = Lien de la place de { $name }
private-links = Toutes les places de cet appareil ensemble
private-links-of = Lien des places : { $names }
copy-private-link = Copier le lien de ta place
copy-private-link-of = Copier le lien de la place de { $name }
copy-private-links = Copier le lien privé de toutes ces places
renew-link = Faire un nouveau lien
renew-link-hint = L’ancien lien et tous les autres appareils n’ouvriront alors plus ta place, sauf ceux qui ont ta carte de joueur.
renewed-link = Voici le nouveau lien. L’ancien n’ouvre plus rien.
forget-device = Déconnecter cet appareil
forget-device-hint = Il perd aussitôt toutes ses places ; leurs liens privés les rouvrent. La personne qui s’en sert après toi ne voit rien de toi.
forget-device-sure = Déconnecter
claiming = Tu t’installes…
seat-to-table = À la table
seats-lacking = { $count ->
    [one] Une des places de ce lien n’est pas à toi sur cet appareil : sa partie du lien n’ouvre plus de place.
   *[other] { $count } des places de ce lien ne sont pas à toi sur cet appareil : leurs parties du lien n’ouvrent plus de place.
} Peut-être y a-t-il un nouveau lien : la personne qui tient la place peut te le montrer.

rules-of = Règles de { $game }
rules-contents = Sur cette page
rules-by = Tiré de la boîte de { $credits }

trouble-unreachable = Le serveur ne répond pas. Est-il encore en marche ? Réessaie.
trouble-unanswered = Aucune réponse du serveur n’est arrivée. C’est peut-être fait malgré tout : regarde avant de réessayer.
trouble-not-found = Il n’y a rien ici : le lien est faux, ou la table est déjà débarrassée.
trouble-unexpected = Quelque chose n’a pas marché (erreur { $status }). Réessaie.
trouble-no-cookies = Ce navigateur ne garde pas de cookies, et c’est par un cookie qu’une place te reconnaît. Autorise-les pour cette page, puis réessaie.
try-again = Réessayer
lost = Rien sur cette étagère
lost-hint = Il y a peut-être une faute de frappe dans l’adresse.
lost-way = Retour aux jeux
leave-to-bot = Je m’absente : un robot joue jusqu’à mon retour
leave-to-other = Quelqu’un d’autre continue à ma place
leave-to-other-hint = Envoie ce lien avant de te lever. Qui l’ouvre regarde, puis continue à ta place dès que tous ceux qui jouent encore acceptent, avec tout ce qui est secret à ta place. Si tu reviens avant, la place reste à toi.
leave-to-other-link = Pour la personne qui continue
leave-to-other-go = Me lever
# --- end of shell ---

# --- jouer dans le terminal ---
terminal-welcome = { $game } : écris ce que tu veux faire, ou « help ».
terminal-help =
    Une action s’écrit comme dans une feuille de partie, par exemple : { $example }
    « legal » montre tout ce qui est possible, « rules » les règles, « rules { $rule } » l’une d’elles, « quit » arrête.
terminal-not-understood = Ce n’est pas une action de ce jeu. En voici une : { $example }
terminal-more = { $count ->
    [one] … et une autre.
   *[other] … et { $count } autres.
} « legal { $beginning } » ne montre que ce qui commence ainsi.
terminal-no-rule = Il n’y a pas de règle { $rule }.
terminal-thinking = { $name } réfléchit…
terminal-place = { $place }. { $seat } : { $score }
terminal-left = À la prochaine.
# --- fin du terminal ---

# --- invités qui jouent par écrit ---
guest-actions = Ce que tu peux faire, une action par ligne :
guest-more = { $count ->
    [one] … et une autre.
   *[other] … et { $count } autres.
}
# --- fin des invités ---

# --- table ---
# La page de la table : plateau, places, journal, règles, relecture, résultat.
table-board = Plateau
table-board-told = Le plateau en mots
table-seats = Places
table-column = Journal et règles
table-log = Journal
table-rules = Règles
table-result = Résultat
table-connecting = On met la table…
table-reconnecting = La connexion est perdue. Elle revient d’elle-même…
table-overdue = Pas encore de réponse…
table-awaits-absent = { $names } { $count ->
    [one] n’est pas là
   *[other] ne sont pas là
} en ce moment.{ $soon ->
    [yes] { " " }Au bout d’une minute, un robot peut prendre le relais.
   *[no] { "" }
}
table-abandoned = Cette partie a été annulée
table-abandoned-hint = Tous ceux qui étaient à la table se sont levés avant le début.
table-gone = Cette table n’existe pas
table-gone-hint = La partie n’existe pas, ou elle a été rangée depuis longtemps.
table-loading = Un instant…

# Cela suit le nom d’une chose, quel que soit son genre.
table-choosable = au choix
table-picked = c’est choisi
table-stack = { $count } × { $thing }
table-thing-there = { $thing } ({ $place })
table-confirm = Jouer ainsi
table-skip = Aller à mon tour
table-back = Annuler
table-choose-what = Que poser ici ?
table-mark-loss = Serait perdu : { $thing }.
table-mark-gain = Serait gagné : { $thing }.
table-mark-warn = Attention : { $thing }.
table-mark-info = Cela concerne : { $thing }.
table-open-rule = Ouvrir la règle{ " " }
table-close = Fermer

table-draft = { $count ->
    [one] À l’essai, pas encore joué
   *[other] { $count } étapes à l’essai, pas encore jouées
}
table-draft-start-over = Tout recommencer
table-talk = Discuter
talk-unread = { $count ->
    [one] une nouvelle remarque
   *[other] { $count } nouvelles remarques
}
talk-nothing = Personne n’a encore rien dit.
talk-hushed = Tu n’entends personne à cette table.
talk-reactions = Réagir
talk-say = Dis quelque chose
talk-send = Dire
talk-settings = Qui se fait entendre
talk-hush = Couper la discussion à cette table
talk-mute = Ne plus entendre { $name }
talk-rule = À cette table
talk-rule-off = on ne discute pas
talk-rule-friends = les joueurs discutent entre eux
talk-rule-open = tout le monde discute, les spectateurs aussi
talk-ruled-off = L’hôte a coupé la discussion.
talk-ruled-friends = Seuls les joueurs de cette table lisent ce qui s’y dit.
talk-ruled-open = Les spectateurs peuvent discuter aussi.
talk-asks-advice = a demandé ce que ferait un bon joueur
talk-asks-advice-at-seat = { $name } demande ce que ferait un bon joueur
talk-refused = { $what ->
    [back] ne veut pas qu’on reprenne un coup
    [pause] ne veut pas de pause
    [end] ne veut pas terminer la partie sans résultat
    [time] ne veut pas donner plus de temps
    [take-over] préfère ne donner la place à personne
   *[stand-in] ne veut pas qu’un robot joue
}
talk-lapsed = { $what ->
    [back] On ne reprend rien : la partie a déjà continué.
    [stand-in] Plus besoin de décider si un robot joue.
    [take-over] Il n’y a plus à décider qui continue à cette place.
    [time] Le temps demandé n’est plus nécessaire, ou viendrait trop tard.
   *[other] Le souhait reste sans suite : ce n’est plus possible.
}
reaction-luck = Bonne chance !
reaction-bravo = Bravo !
reaction-thanks = Merci !
reaction-laugh = Haha !
reaction-wow = Oh !
reaction-ouch = Aïe !
reaction-hmm = Hum…
reaction-tea = Je reviens
talk-rule-new = Discussion
advice = Ce que ferait un bon joueur
advice-ask = Que ferait un bon joueur ?
advice-short = Conseil
advice-told = Toute la table apprend que tu demandes.
advice-thinks = Un bon joueur réfléchit…
advice-waits = Il attendrait.
advice-share = Part de la réflexion consacrée à ce coup
advice-value = Tes chances : { $percent } %.
advice-wins = C’est gagné à coup sûr.
advice-loses = C’est perdu, quoi que l’on joue.
advice-draws = Si personne ne se trompe, la partie sera nulle.
advice-no-estimate = C’est le coup choisi ; il n’y a pas d’estimation.
advice-then = Ensuite, on peut s’attendre à :
advice-aimed = là où c’est dessiné
advice-allow = On peut demander ce que ferait un bon joueur
advice-allow-hint = Toute la table l’apprend à chaque fois.
programs-allow = Des programmes peuvent s’asseoir sans invitation
programs-allow-hint = Ceux que tu invites le peuvent toujours ; tous sont signalés comme programmes.
program-chair = { $name } (programme de { $owner })
program-named = { $name } (programme)
program-mark = Programme
table-send-ask = On le joue ainsi ?
table-send = Jouer ce tour
table-draft-void = Il s’est passé quelque chose entre-temps : ton essai est annulé.

table-buzzers = Buzzers
table-buzz-first = Appuie d’abord sur ton buzzer.
table-idle-target = Il n’y a rien à faire ici pour l’instant.
table-buzz-hint = Le premier qui sait appuie.
table-buzz = Buzzer de { $name }
table-buzz-claims = { $name } : { NUMBER($seconds, minimumFractionDigits: 2, maximumFractionDigits: 2) } s. Alors ?
table-buzz-release = Laisser continuer les autres
table-race-over = Trop tard : c’est déjà décidé.
table-claimed = Annoncé après { NUMBER($seconds, minimumFractionDigits: 2, maximumFractionDigits: 2) } s
table-time-left = Temps de réflexion
table-seconds = { $seconds } s

table-thinks = réfléchit
table-warms-up = s’échauffe
table-bot-waits = attend un serveur
table-to-move = doit jouer
table-you = toi
table-same-device = sur cet appareil
table-here-too = ici aussi
table-present = à table
table-away = n’est pas là
table-away-brief = pas là
table-out = hors jeu
table-watching = Tu regardes la partie.
table-bot = robot · { $level }
table-stand-in = un robot joue à sa place
table-released = un robot, jusqu’à ce que quelqu’un vienne
table-released-empty = place pour quelqu’un d’autre
table-stand-in-brief = un robot
table-bot-takes-over = { $why ->
    [resigned] { $name } a abandonné ; un robot continue.
    [time] Le temps de { $name } est écoulé ; un robot continue.
   *[away] Un robot remplace { $name }.
}
table-score = Points :{ " " }
table-let-bot-play = Laisser jouer un robot
table-take-back = Rejouer moi-même
table-let-bot-play-for = Laisser un robot jouer pour { $name }
table-take-back-as = Rejouer pour { $name }
table-holdings = Ce que possède { $name }
table-tray-hand = Réserve
table-tray-stock = Pioche
table-tray-captured = Gagné
table-tray-table = Sur la table
table-tray-empty = plus rien

table-log-empty = Il ne s’est encore rien passé.
table-show-position = Montrer la position après ce coup
table-replay = Relecture
table-replay-at = Coup { $number } sur { $last }
table-replay-back = Un coup en arrière
table-replay-forward = Un coup en avant
table-replay-play = Lecture automatique
table-replay-pause = Pause
table-replay-position = Coup montré
table-replay-live = Retour à la partie
table-replay-end = À la fin

table-won = { $name } gagne !
table-you-won = Tu gagnes !
table-you-shared = Vous gagnez ensemble !
table-you-lost = Tu as perdu
table-you-lost-by = { $points ->
    [one] Perdu d’un point
   *[other] Perdu de { $points } points
}
table-you-lost-tie = Perdu au départage
table-last-word = Le dernier coup
table-lay = Poser ici
table-next-place = À quel endroit ?
table-next-piece = Avec quelle pièce ?
table-shared = { $names } gagnent ensemble !
table-drawn = Partie nulle !
table-alone = Terminé !
table-total = Total
table-standing = Classement
table-rematch = Rejouer
table-to-rematch = Vers la partie suivante
table-next = Jouer ensemble à autre chose
table-no-rematch = Cela n’a pas marché. Essaie encore une fois.
table-replay-match = Revoir la partie
table-record = Feuille de partie
table-fair = Hasard équitable : vérifié sur cet appareil
table-fair-record = Les tirages sont exacts : recalculés sur cet appareil
table-unfair = La preuve du hasard est fausse
table-fair-how = Avant que quiconque ait contribué, le serveur a fixé son secret par cette empreinte. Chaque appareil a ensuite fixé de même des octets aléatoires à lui, et ne les a montrés qu’une fois tous fixés. Chaque mélange et chaque lancer découle de ces octets et du secret. Quels résultats étaient possibles, c’est le serveur qui le dit ; « tischlein verify » vérifie aussi cela d’après la feuille de partie.
table-fair-commitment = Empreinte publiée au début
table-fair-secret = Secret, maintenant révélé
table-fair-contributions = Octets aléatoires des joueurs
table-fair-unknown = La preuve du hasard n’est pas disponible pour l’instant.
table-fair-checking = Le hasard est en train d’être recalculé…
table-fair-counted = Cet appareil avait noté les empreintes avant le début, ses propres octets aléatoires comptent, et il a recalculé chaque tirage.
table-fair-left-out = Cet appareil avait noté l’empreinte avant le début, mais n’a pas montré ses octets aléatoires à temps : le hasard s’est fait sans eux. Il ne peut donc pas dire si le serveur connaissait d’avance tous les autres.
table-fair-noted = Cet appareil avait noté l’empreinte avant le début, mais n’a lui-même rien ajouté au hasard : qui se fie aux tirages se fie à l’un de ceux qui l’ont fait.
table-fair-unnoted = Cet appareil n’avait rien noté avant le début. Il peut dire que la feuille de partie est cohérente, non qu’elle est celle du commencement.
table-fair-openly = Cette partie a commencé selon l’ancien protocole, où les contributions arrivaient à découvert.
table-fair-draws = Tirages recalculés
table-part-left-out = laissés de côté, pas montrés à temps
table-part-none = rien
table-left-out = Le hasard s’est fait sans l’apport de qui n’a pas répondu à temps : { $names }
table-put-out = { $count ->
    [one] Cet appareil ne tient plus la place de { $names }.
   *[other] Cet appareil ne tient plus ces places : { $names }.
} Sur un autre appareil, un nouveau lien privé a été fait ou la carte de joueur déconnectée.
table-unfair-commitment = L’empreinte n’est pas celle que cet appareil avait notée avant le début.
table-unfair-secret = Le secret ne correspond pas à l’empreinte.
table-unfair-hash = Les octets aléatoires de { $name } ne sont pas ceux qui avaient été fixés avant le début.
table-unfair-hashes = Avant le début, d’autres octets aléatoires avaient été fixés que ceux de cette feuille de partie.
table-unfair-own = Les octets aléatoires de cet appareil manquent, ou ont changé.
table-unfair-lot = Les places ne sont pas celles que le sort a attribuées.
table-unfair-draw = L’événement { $number } n’est pas ce qui a été tiré.
table-unfair-seen = La liste des tirages n’est pas celle de la partie vue ici.
table-unfair-form = La preuve n’a pas la forme attendue.

table-hand-over = Passe l’appareil à { $name }
table-hand-over-hint = Les autres détournent les yeux.
table-i-am = C’est moi, { $name } : montre ma main
table-meanwhile = Entre-temps :
table-take-over = Jouer pour { $name }
table-take-over-here = Jouer
table-give-back = Revenir à { $name }

table-keys = Jouer au clavier
table-keys-short = Touches
table-keys-tab = De groupe en groupe : boutons, plateau, main, journal
table-keys-arrows = De cible en cible
table-keys-page = À ce qui peut être choisi maintenant
table-keys-enter = Choisir ; encore une fois pour confirmer
table-keys-escape = Annuler, fermer
table-keys-undo = Annuler ce qui est à l’essai
table-keys-buzzers = Dans une course sur un appareil : les buzzers
table-keys-race = Dans une course : ce qui peut être choisi, dans l’ordre
table-keys-main = Dans une course : le bouton principal, sinon le dernier choix
table-keys-board = Au plateau
table-keys-hand = À ta main
table-keys-aim = En visant : déplacer ; avec Maj, de dix pas
table-keys-turn = En visant : tourner ; lettres avec Maj, dix fois plus
table-keys-zoom = Plus grand, plus petit, tout le plateau
table-keys-help = Cette feuille

table-aim-at = Position { $place } sur { $places }
table-aim-turned = Position { $place } sur { $places }, tournée de { $angle }°
table-aim-beneath = { $position }. En dessous, depuis la gauche : { $things }.
table-aim-release = Lâcher
table-aim-left = Tourner vers la gauche
table-aim-right = Tourner vers la droite
table-zoom = Taille du plateau
table-zoom-in = Plus grand
table-zoom-out = Plus petit
table-zoom-fit = Tout le plateau
# --- end of table ---

# --- lessons ---
# Premières parties : ce qui entoure les phrases des jeux.
lesson-of = Première partie : { $game }
lesson-start = Première partie
lesson-go-on-at = Première partie, étape { $step } sur { $steps }
lesson-offer = C’est la première fois ? Une première partie te montre en trois minutes comment on joue.
lesson-offer-take = Apprendre { $game }
lesson-offer-decline = Non merci
lesson-step = Étape { $step } sur { $steps }
lesson-next-target = À toi : { $thing }.
lesson-next = Continuer
lesson-again = Encore une fois
lesson-skip = Passer
lesson-finish = Terminer
lesson-over = Il n’en faut pas plus. Le reste vient en jouant ; les règles sont à côté de chaque table.
lesson-from-start = Depuis le début
lesson-shelf = Retour à l’étagère
lesson-otherwise = Ce serait permis aussi. Ici, il s’agit de ce qui est marqué.
lesson-go-on = Cette étape est faite : la suite est en haut.
lesson-no-past = On ne peut pas revenir en arrière dans une première partie. Recommence plutôt l’étape.
lesson-none = Pas de première partie
lesson-none-hint = Ce jeu n’a pas de première partie interactive. Ses règles sont à côté de chaque table.
# --- end of lessons ---

# --- decisions ---
match-ended = Arrêtée avant la fin
chair-kept = Gardée pour { $name }
chair-free-it = Libérer cette chaise
chair-open-to-all = Ouvrir à tous
chair-freed = { $count ->
    [one] La chaise de { $names } a été libérée.
   *[other] Ces chaises ont été libérées : { $names }.
}
decide = Décider ensemble
decide-hint = Les autres sont consultés, et cela se fait s’ils sont d’accord.
decide-hint-alone = Tu ne joues qu’avec des robots : cela se fait tout de suite.
decide-hint-here = Tous les joueurs humains jouent sur cet appareil : cela se fait tout de suite.
decide-back = Reprendre mon dernier tour
decide-back-here = Reprendre le dernier tour joué sur cet appareil
decide-pause = Mettre en pause
decide-resume = Reprendre la partie
decide-end = Arrêter la partie sans résultat
decide-resign = Abandonner
decide-resign-for = Abandonner pour { $name }
decide-resign-ask = Tu abandonnes ? S’il ne reste qu’un camp, la partie est finie ; sinon un robot continue à ta place.
decide-resign-ask-alone = Tu abandonnes ? La partie sera finie.
decide-play-on = Non, continuer
decide-nothing = Il n’y a rien à décider pour l’instant.
decision-end = { $name } voudrait arrêter la partie sans résultat.
decision-back = { $name } voudrait reprendre son dernier tour.
decision-pause = { $name } voudrait faire une pause.
decision-resume = { $name } voudrait reprendre la partie.
decision-stand-in = { $about } n’est pas là. { $name } voudrait laisser jouer un robot jusqu’au retour de { $about }.
decision-take-over = { $whose ->
    [bot] { $name } voudrait continuer à la place du robot { $about }.
   *[person] { $name } voudrait continuer à la place de { $about }.
}
decision-time = { $name } demande plus de temps : { $time }.
decision-waits = On attend { $names }.
decision-agree = D’accord
decision-refuse = Refuser
decision-withdraw = Retirer
decision-refused = { $name } { talk-refused }.
decision-lapsed = { talk-lapsed }
decision-paused = La partie est en pause.
decision-unattended = La table attend un serveur qui calcule pour elle. Dès qu’il y en a un, la partie continue d’elle-même.
table-resigned = a abandonné ; un robot continue
table-gave-up = a abandonné
table-resigned-brief = abandon
table-ended-resigned = { $count ->
    [one] { $names } a abandonné. La partie est finie.
   *[other] { $names } ont abandonné. La partie est finie.
}
table-decided-resigned = { $count ->
    [one] { $names } a abandonné.
   *[other] { $names } ont abandonné.
} { $won ->
    [one] { $winners } gagne.
   *[other] { $winners } gagnent.
}
table-ended-agreed = La partie a été arrêtée sans résultat, d’un commun accord.
table-ended-rules = La partie a été arrêtée : les règles ont changé depuis.
# Whoever comes in the middle of a match, and plays on for a bot.
late-open = { $whose ->
    [bot] Continuer pour un robot
    [person] Continuer pour { $name }
   *[some] Continuer pour quelqu’un
}
late-hint = On demande à ceux qui jouent. Si tous acceptent, tu as ce qu’a cette place et tu continues à partir de là. La partie ne compte pas dans tes statistiques.
late-hint-beside = On demande aux autres qui jouent, s’il y en a. Ton invité a ensuite ce qu’a cette place et continue à partir de là.
late-for = Pour qui
late-ask = Demander
late-watch = Continuer à regarder
late-beside = Quelqu’un d’autre ici se joint à la partie
late-came = { $whose ->
    [bot] { $name } continue pour le robot.
   *[person] { $name } continue pour { $about }.
}
late-stays = Le robot continue.
late-back = { $name } est de retour.
late-log = { $level ->
    [none] { $name } continue à partir d’ici.
   *[other] { $name } continue à partir d’ici. Avant : { bot-name }.
}
late-result = { $level ->
    [none] { $name } joue depuis le coup { $number }.
   *[other] { $name } joue depuis le coup { $number }. Avant : { bot-name }.
}
# --- end of decisions ---

# --- time ---
# Combien de temps chacun a, et ce qu’il en reste.
time-none = sans limite
time-each-move = Un délai pour chaque coup
time-whole-match = Une pendule pour la partie
time-move = { $time } par coup
time-match = { $time }, plus { $increment } par tour
time-match-alone = { $time } pour toute la partie
time-days = { $count ->
    [one] un jour
   *[other] { $count } jours
  }
time-hours = { $count ->
    [one] une heure
   *[other] { $count } heures
  }
time-minutes = { $count ->
    [one] une minute
   *[other] { $count } minutes
  }
time-seconds = { $count ->
    [0] 0 seconde
    [one] une seconde
   *[other] { $count } secondes
  }
time-short-days = { $days } j { $hours } h
time-short-hours = { $hours } h { $minutes } min
time-then = Quand le temps est écoulé
time-then-lose = on perd la partie
time-then-bot = { $bot } continue
time-left = encore { $time }
time-of = { $name } : encore { $time }
time-near = Le temps presse pour { $name } : encore { $time }.
time-near-you = Le temps presse pour toi : encore { $time }.
time-over = temps écoulé ; un robot continue
time-over-brief = hors délai
time-lost = a perdu au temps
time-give = Donner { $time } aux autres
time-ask = Demander { $time } aux autres
time-given = a donné { $time } aux autres
time-starts-within = La partie commence de toute façon dans { $time } au plus tard.
table-decided-overdue = Le temps est écoulé pour { $names }. { $won ->
    [one] { $winners } gagne.
   *[other] { $winners } gagnent.
}
table-ended-overdue = Le temps est écoulé pour { $names }. La partie est finie.
# --- end of time ---

# --- server ---
problem-card-already = Cet appareil est déjà connecté à une carte de joueur. Déconnecte-le d’abord.
problem-no-card = Cet appareil n’est connecté à aucune carte de joueur.
problem-no-passkeys-here = Les clés d’accès ne marchent pas à cette adresse. Prends le code de secours.
problem-passkey = Cette clé d’accès n’ouvre aucune carte de joueur ici. Réessaie, ou prends le code de secours.
problem-passkeys-full = Une carte de joueur a { $most } clés d’accès au plus. Retires-en une d’abord.
problem-recovery-code = Ce code n’ouvre aucune carte de joueur. Chaque lettre est-elle juste ?
problem-remark = Ce que tu dis a de 1 à { $longest } caractères visibles.
problem-reaction = Il y a ces réactions : { $reactions }.
problem-no-talk = À cette table, l’hôte a coupé la discussion.
problem-talk-too-fast = Tu viens de dire beaucoup de choses. Attends un instant.
problem-no-advice = À cette table, il n’y a pas de conseil.
problem-nothing-to-advise = Tu n’as rien à décider pour l’instant.
problem-abandoned = Cette partie a été annulée. Personne ne peut la continuer.
problem-address-connections = { $seconds ->
    [one] Trop de fenêtres sont ouvertes en même temps sur ton réseau. Fermes-en quelques-unes et réessaie dans 1 seconde.
   *[other] Trop de fenêtres sont ouvertes en même temps sur ton réseau. Fermes-en quelques-unes et réessaie dans { $seconds } secondes.
}
problem-again-elsewhere = Qui s’assoit comme à la partie d’avant retrouve sa chaise. Ne choisis ni chaise, ni personne avec qui t’asseoir.
problem-already-seated = Tu es déjà à cette table.
problem-bots-alone = À { $most } de tes tables, des robots jouent encore entre eux. Attends que l’une d’elles ait fini.
problem-bots-alone-of-network = Depuis ton réseau, des robots jouent entre eux à beaucoup de tables. Attends que l’une d’elles ait fini.
problem-busy = { $seconds ->
    [one] Beaucoup de monde revoit ses parties en ce moment. Réessaie dans 1 seconde.
   *[other] Beaucoup de monde revoit ses parties en ce moment. Réessaie dans { $seconds } secondes.
}
problem-chair-not-free = Cette chaise n’est pas libre pour toi. Prends-en une autre.
problem-chair-taken = Quelqu’un est déjà assis sur cette chaise.
problem-chairs-kept = Les chaises libres sont gardées pour les personnes qui y étaient assises.
problem-claim-pending = Ta réponse est déjà annoncée ; la table compare les temps.
problem-command-id = Un coup a besoin d’un identifiant de 1 à { $longest } caractères imprimables.
problem-connections = Trop de fenêtres regardent cette table. Fermes-en quelques-unes et réessaie.
problem-contribution = Une contribution au hasard compte 16 à 64 octets, écrits en chiffres hexadécimaux.
problem-contribution-bound = Ta contribution au hasard est déjà fixée, ou il est trop tard pour en ajouter une.
problem-contribution-copied = Deux contributions au hasard ne peuvent pas être identiques.
problem-contribution-early = Les contributions au hasard sont montrées quand toutes sont fixées par leurs empreintes, pas avant.
problem-contribution-hash = L’empreinte d’une contribution au hasard s’écrit en 64 chiffres hexadécimaux.
problem-contribution-unbound = Ce n’est pas la contribution au hasard qui avait été fixée par son empreinte.
problem-draft-complete = Ton tour se termine avant cette étape.
problem-ended = Cette partie est terminée. Personne ne peut la continuer.
problem-game = Il n’y a pas de jeu { $game } sur l’étagère.
problem-game-gone = Le jeu { $game } n’est plus sur ce serveur.
problem-gone-on = La partie a continué entre-temps. Regarde à nouveau avant de choisir.
problem-host = Ceci est un serveur Tischlein, et { $name } n’est pas son nom. Sur sa propre machine, il s’appelle localhost ; la personne qui le gère peut lui indiquer un autre nom avec --public-url.
problem-host-only = Seule la personne qui a ouvert la table peut faire cela.
problem-language = Il y a ces langues : { $languages }.
problem-lesson-step = La première partie a les étapes 1 à { $steps }.
problem-level = Les robots de ce jeu ont l’une de ces forces : { $levels }.
problem-link-expired = Ce lien privé a plus de { $days } jours. Fais-en un nouveau sur un appareil qui tient encore la place.
problem-kept-too-fast = Depuis ton réseau, énormément de choses ont été commencées ces derniers jours. Réessaie dans { $seconds ->
        [one] une seconde
       *[other] { $seconds } secondes
    }.
problem-listed-too-fast = Depuis ton réseau, beaucoup de tables ouvertes à tous ont été créées ces derniers temps. Ouvre celle-ci pour qui a le lien, ou réessaie dans { $seconds ->
        [one] une seconde
       *[other] { $seconds } secondes
    }.
problem-match = Cette partie n’existe pas. Le lien est faux, ou la table a été débarrassée.
problem-match-broken = Ce qui est enregistré de cette partie ne peut pas être lu. Toutes les autres parties sont intactes.
problem-message = Le serveur n’a pas compris ce message.
problem-method = Cette adresse ne s’utilise pas ainsi.
problem-name = Un nom compte 1 à { $longest } caractères, dont au moins une lettre ou un chiffre, et aucun qui soit invisible.
problem-name-taken = Quelqu’un s’appelle déjà { $name } à cette table, ou porte un nom d’apparence identique. Choisis un autre nom.
problem-no-bot = Personne ne cède cette place pour le moment.
problem-no-drafts = On ne peut rien essayer ici.
problem-no-lesson = Ce jeu n’a pas de première partie.
problem-no-proof = Cette partie vient d’une feuille qui ne prouve pas son hasard.
problem-no-proposal = Il n’y a plus rien à décider.
problem-no-stand-in = Aucun robot ne peut jouer à cette place.
problem-stand-in-clocks = À cette table, le temps est compté : qui est absent a celui que montrent les pendules.
problem-no-taking-back = Dans ce jeu, c’est la rapidité qui compte ; rien ne se reprend.
problem-nobody-agrees = Personne ici ne peut accepter. Seule la personne qui a ouvert la table peut prendre la place.
problem-nobody-to-dismiss = Personne ne peut être retiré de cette chaise.
problem-not-allowed = Tu ne peux pas faire cela.
problem-not-an-action = Ce n’est pas un coup de ce jeu.
problem-not-found = Il n’y a rien à cette adresse.
problem-not-over = La partie n’est pas encore finie.
problem-not-running = La partie n’est pas en cours.
problem-not-started = La partie n’a pas encore commencé.
problem-not-your-seat = Tu regardes ; cette place n’est pas la tienne.
problem-nothing-to-take-back = Tu n’as encore rien fait qui puisse être repris.
problem-options = Ces options sont impossibles : { $reason }.
problem-origin = La demande vient d’une page d’un autre site.
problem-other-seat = Quelqu’un d’autre est assis là ; tu pourras voir par ces yeux après la fin.
problem-other-version = Cette partie suit une autre édition des règles, qui n’est pas installée ici. Ses coups sont conservés, mais ne peuvent pas être montrés.
problem-paused = La partie est en pause.
problem-players-only = Seuls les joueurs de cette partie peuvent faire cela.
problem-proposal-pending = Autre chose est en train d’être décidé. Il faut d’abord que ce soit réglé ou retiré.
problem-no-programs = À cette table, on ne veut pas de programmes.
problem-not-invited = Aucune chaise ne t’est réservée à cette table.
problem-program = Ce serveur ne connaît pas ce programme.
problem-program-busy = Ce programme est occupé : il joue déjà à trop de tables, ou y est attendu. Réessaie plus tard.
problem-program-game = { $name } ne connaît pas ce jeu.
problem-program-here = { $name } est déjà à cette table.
problem-program-owner = Dis en 1 à { $longest } caractères qui répond du programme.
problem-program-token = Cette clé n’ouvre rien : elle est fausse, ou a été retirée.
problem-range = La partie compte { $last ->
    [one] { $last } événement
   *[other] { $last } événements
  } jusqu’ici, et un intervalle commence avant sa fin.
problem-record-broken = Cette feuille de partie ne suit pas les règles de son jeu.
problem-record-day = Le jour de cette feuille de partie, { $day }, n’est pas encore venu.
problem-record-line = Ligne { $line } : { $why }
problem-record-name = Le nom de la place { $seat }, à la ligne « seats: … », ne peut être montré ici : un nom compte 1 à { $longest } caractères, dont au moins une lettre ou un chiffre, et aucun qui soit invisible.
problem-record-not-over = Cette feuille s’arrête avant la fin de la partie. On n’ouvre que des parties finies.
problem-record-other-match = Il y a déjà ici une autre partie avec l’identifiant de cette feuille : { $id }.
problem-record-proof = La preuve du hasard de cette feuille ne tient pas : { $why }
problem-record-too-long = { $what ->
    [lines] Une feuille ouverte ici a { $most } lignes au plus.
    [events] Une partie ouverte ici a { $most } événements au plus.
    [rulings] Une partie ouverte ici a { $most } décisions de table au plus.
   *[options] Les options d’une partie ouverte ici ont { $most } caractères au plus.
}
problem-records-too-fast = Beaucoup de feuilles de partie ont été ouvertes depuis ton réseau ces derniers temps. Réessaie dans { $seconds ->
        [one] une seconde
       *[other] { $seconds } secondes
    }.
problem-request = Le serveur n’a pas compris cette demande.
problem-resigned = Tu as déjà abandonné à cette place.
problem-running-matches = { $most } de tes parties sont encore en cours. Termines-en ou quittes-en une d’abord.
problem-seat = Cette place n’existe pas.
problem-seat-present = Cette personne est là et joue elle-même.
problem-seat-secret = Ce lien privé n’ouvre aucune place à cette table. Peut-être y en a-t-il un nouveau : la personne qui tient la place peut te le montrer.
problem-seat-stays = Un robot y joue seulement en attendant : la place reste à { $name }, et son lien privé l’ouvre sur n’importe quel appareil.
problem-seats = Nombres de places possibles dans ce jeu : { $counts }, pas { $seats }.
problem-server = Une erreur s’est produite sur le serveur. Réessaie.
problem-server-full = { $seconds ->
    [one] Tout est occupé sur ce serveur en ce moment. Réessaie dans 1 seconde.
   *[other] Tout est occupé sur ce serveur en ce moment. Réessaie dans { $seconds } secondes.
}
problem-stand-in-later = { $seconds ->
    [one] La connexion est peut-être seulement coupée. Dans 1 seconde, tu pourras laisser jouer un robot.
   *[other] La connexion est peut-être seulement coupée. Dans { $seconds } secondes, tu pourras laisser jouer un robot.
}
problem-starting = La partie commence à cet instant. Tu pourras la quitter ensuite.
problem-storage = Le serveur ne peut pas utiliser sa base de données en ce moment. Rien n’est perdu ; réessaie dans un instant.
problem-take-over-later = { $seconds ->
    [one] La place d’un robot vient d’être refusée à quelqu’un. Redemande dans 1 seconde.
   *[other] La place d’un robot vient d’être refusée à quelqu’un. Redemande dans { $seconds } secondes.
}
problem-table-busy = Il se passe trop de choses à cette table. Réessaie dans un instant.
problem-card-elsewhere = Une de tes parties se trouve en ce moment sur un autre de nos serveurs. Ferme-la sur tous les appareils et réessaie dans une minute ; si le temps y est compté, quand la partie sera finie.
problem-table-closed = On débarrasse la table. Réessaie.
problem-table-full = Toutes les chaises de cette table sont prises.
problem-table-started = La partie a déjà commencé.
problem-no-clocks = À cette table, le temps n’est pas limité.
problem-time-bot = Ce jeu n’a pas de robot qui puisse continuer quand le temps est écoulé.
problem-time-enough = Les autres ont autant de temps qu’une pendule peut en contenir.
problem-time-gift = On peut donner de 1 à { $most } secondes à la fois.
problem-time-increment = Une pendule pour la partie gagne jusqu’à { $most } secondes à chaque tour ; un délai pour chaque coup ne gagne rien.
problem-time-seconds = Un coup, ou une pendule au départ, a de { $least } à { $most } secondes.
problem-too-fast = C’était trop rapide. Réessaie dans { $seconds ->
        [one] une seconde
       *[other] { $seconds } secondes
    }.
problem-too-large = Cela fait trop de texte.
problem-too-late = Quelqu’un a été plus rapide de { $milliseconds } millisecondes.
problem-too-many-rulings = Trop de choses ont été décidées à cette table ; désormais, seuls les coups comptent.
problem-waiting-tables = { $most } de tes tables attendent déjà des joueurs. Complètes-en ou quittes-en une d’abord.
# --- end of server ---

# --- feuilles de partie ---
# Une partie que quelqu’un apporte sous forme de texte.
record-open = Ouvrir une feuille de partie…
record-hint = Une feuille de partie est une partie écrite, d’ici, d’un autre serveur ou d’un programme. Tu peux la revoir, l’analyser et essayer d’autres suites.
record-file = Choisir un fichier
record-drop = ou en déposer un ici, ou coller le texte
record-text = Texte de la feuille de partie
record-go = Ouvrir
record-opening = La partie est rejouée…
record-note = La partie est gardée ici, et qui a son lien peut la voir. Elle ne compte pour personne.
record-empty = Choisis d’abord un fichier, ou colle le texte d’une feuille de partie.
record-no-text = Ce fichier n’est pas un texte qui puisse être une feuille de partie.
from-record = D’après une feuille
from-record-note = Quelqu’un a ouvert cette partie d’après une feuille. Elle n’a pas été jouée ici : les noms, le jour et les coups sont ce que dit la feuille.
from-record-keep = Elle n’est pas dans ta liste. Garde son lien pour la retrouver.
from-record-fair = Les tirages vont avec la feuille : recalculés sur cet appareil
from-record-fair-note = Ils découlent du secret de la feuille. Ce serveur n’a pas accueilli la partie et n’avait rien fixé avant : qui a écrit la feuille peut avoir choisi le secret.
from-record-commitment = Empreinte dans la feuille
from-record-secret = Secret de la feuille
record-header-line = L’en-tête a des lignes comme « game: bauab », et une ligne vide le termine. Ici, il y a « { $text } ».
record-header-twice = L’en-tête a deux fois « { $key } ».
record-header-misspelt = Personne ne lit « { $key } » dans l’en-tête. Est-ce « { $meant } » ?
record-header-missing = L’en-tête n’a pas de ligne « { $key }: … ».
record-names = Chaque place a un nom en caractères visibles ; des virgules séparent les noms.
record-notation = « { $text } » n’est pas une ligne de ce jeu.
record-another = Une autre feuille de partie commence ici. Un fichier contient une partie : donne à chacune le sien.
record-refused = « { $text } » est impossible ici : { $why } ({ $rule })
record-expectation = « { $text } » n’est pas exact ici.
record-other-rules = { $why } La feuille suit d’autres règles que celles installées ici.
record-unreadable = Cela ne peut être lu : { $problem }
# --- fin des feuilles ---

# --- options ---
option-no-teams = { $option } : un 1 ou un 2 pour chacune des { $seats } places, et les deux y figurent
option-no-order = { $option } : { $things }, chacun une fois
option-not-offered = { $option } : une valeur parmi { $values }
option-not-in-range = { $option } : un nombre de { $low } à { $high }
option-other-digits = { $option } : les nombres s’écrivent avec les chiffres de 0 à 9
option-seats = nombres de joueurs possibles : { $counts }
# --- end of options ---

# --- analysis ---
# Revoir une partie finie : où elle en était, où l’avantage a changé, d’autres coups.
analysis = Analyse
analysis-curve = Où en était la partie
analysis-win-probability = Chances de gagner
analysis-points = Points après chaque coup
analysis-percent = { $value } %
analysis-progress = analyse faite à { $percent } %
analysis-turns = Où l’avantage a changé
analysis-turn = { $count ->
    [one] { $name } prend l’avantage
   *[other] { $name } prennent l’avantage
}
analysis-no-turns = Nulle part : qui a pris nettement la tête l’a gardée.
analysis-how = C’est l’estimation des robots : depuis chaque position, ils ont joué la suite mille fois, calculé les coups d’avance ou évalué les chances, avec toutes les cartes telles qu’elles étaient vraiment.
analysis-how-points = Les robots de ce jeu ne donnent pas d’estimation : voici les points au fil de la partie.
analysis-none = Les robots de ce jeu ne donnent pas d’estimation, et les points ne se comptent qu’à la fin. Il n’y a donc pas de courbe ici.
analysis-told = Ce que raconte la partie
analysis-eyes = Vu par
analysis-eyes-all = tous : secrets cachés
analysis-to-match = Retour à la partie
analysis-not-yet = Cette partie n’est pas finie
analysis-not-yet-hint = On n’analyse qu’une partie finie : pendant qu’on joue, personne n’est aidé.
analysis-try = Essayer une autre suite
analysis-trying = Autre suite, à partir du coup { $at }
analysis-back-to-match = Retour à la partie
analysis-undo = Un coup en arrière
analysis-bots = Qui joue ici
analysis-by-hand = à la main
analysis-by-bot = un robot
analysis-share = Partager la position
analysis-together = Ensemble
analysis-people = { $count ->
    [one] Il n’y a que toi ici.
   *[other] { $count } fenêtres regardent cette partie.
}
analysis-lead = Guider les autres
analysis-lead-end = Ne plus guider
analysis-leading = Tu guides : les autres voient ce que tu vois.
analysis-leads = { $name } guide.
analysis-somebody = Quelqu’un
analysis-follow = Suivre
analysis-unfollow = Regarder à part
my-matches = Tes parties
my-matches-hint = Gardées sur cet appareil, sans compte.
my-matches-of-card = Gardées avec la carte de { $name }, sur tous ses appareils.
my-matches-all = Toutes tes parties et leur bilan
my-matches-none = Rien encore. Les parties que tu joues apparaissent ensuite ici.
my-running = En cours
my-finished = Finies
statistics = En chiffres
statistics-matches = { $count ->
    [one] une partie
   *[other] { $count } parties
}
statistics-wins = { $count ->
    [one] { $wins } sur { $count } gagnée
   *[other] { $wins } sur { $count } gagnées
}
statistics-places = Places
statistics-place = { $place ->
    [1] 1re
   *[other] { $place }e
}
statistics-times = { $count } fois
statistics-points = Points
statistics-best = au plus
statistics-mean = en moyenne
statistics-length = Coups par partie
keepsake-picture = Envoyer l’image
keepsake-film = Envoyer le film
keepsake-drawing = Dessin en cours…
keepsake-film-hint = Un film demande un peu de temps. Tu peux continuer en attendant.
keepsake-trouble = Cela n’a pas marché. Réessaie.
problem-line = On ne peut pas continuer ainsi à partir de là.
problem-lines = On essaie trop d’autres coups en ce moment. Réessaie dans un instant.
problem-studio-busy = On dessine et on réfléchit trop en ce moment. Réessaie dans un instant.
# --- fin de l’analyse ---

# --- telling ---
# Ce qu’on apprend quand on n’est pas à la table.
tell-turn = { $game } : à toi de jouer
tell-turn-whole = { $game } : c’est à { $name } de jouer
tell-deadline = { $game } : ton temps s’écoule
tell-deadline-whole = { $game } : le temps s’écoule pour { $name }
tell-over = { $game } : la partie est finie
tell-over-whole = { $game } : la partie est finie
tell-invited = { $game } : une chaise t’est réservée
tell-invited-whole = { $game } : une chaise est réservée à { $name }
tell-invited-by = Invitation envoyée par { $others }.
tell-with = Avec { $others }.
tell-left = Il reste { $time }.
tell-minutes = { $count ->
    [one] une minute
   *[other] { $count } minutes
}
tell-hours = { $count } heures
tell-days = { $count } jours
tell-many-turns = { $count } parties t’attendent
tell-many = Du nouveau dans { $count } parties
tell-more = Et { $count } de plus
tell-stop-action = Ne plus me prévenir
tell-stop = Ne plus me prévenir
tell-why = Tu reçois ceci parce que tu as demandé à { $site } de te prévenir de tes parties.
tell-confirm-subject = Est-ce ton adresse ?
tell-confirm-text = Quelqu’un souhaite que { $site } écrive à cette adresse au sujet de parties. Si c’était toi, confirme-le.
tell-confirm-yes = Oui, me prévenir ici
tell-confirm-ignore = Sinon, ne fais rien : aucun autre courriel ne viendra.
tell-confirm-refuse = Que ce site n’écrive plus jamais à cette adresse

telling = Me prévenir
telling-hint = Quand c’est à toi et que tu n’es pas à la table. Plusieurs parties arrivent en un seul message ; tant que tu regardes la table, rien n’arrive.
telling-none = Ce serveur ne prévient personne : il n’a pas été réglé pour cela.
telling-about = Pour
telling-about-all = toutes mes parties
telling-about-match = cette partie
telling-about-kinds = { $about }. Quand : { $kinds }
telling-kinds = Quand
telling-kind-turn = c’est à moi
telling-kind-deadline = mon temps s’écoule
telling-kind-over = une partie est finie
telling-kind-invited = une chaise m’est réservée
telling-push = Une notification sur cet appareil
telling-push-hint = Même quand Tischlein est fermé.
telling-push-denied = Ce navigateur n’accepte aucune notification d’ici. Tu peux changer cela dans ses réglages pour cette page.
telling-push-failed = Le service de notifications du navigateur ne répond pas. Réessaie plus tard.
telling-push-cannot = Ce navigateur ne peut pas afficher de notifications d’ici. Sur iPhone et iPad, c’est possible une fois Tischlein sur l’écran d’accueil : ouvre-le de là.
telling-on = Activer
telling-change = Enregistrer
telling-off = Désactiver
telling-mail = Un courriel
telling-mail-address = Ton adresse
telling-mail-hint = Personne d’autre ne la voit. Un premier courriel demande si elle est à toi.
telling-mail-send = Envoyer la question
telling-mail-waits = Regarde ton courrier : on y demande si l’adresse est à toi.
telling-webhook = Un webhook, pour les programmes
telling-webhook-address = Adresse (https)
telling-webhook-hint = Des messages signés en JSON ; la documentation dit comment les vérifier.
telling-webhook-whole = Pour toute la table, pas seulement pour moi
telling-webhook-secret = Son secret
telling-add = Ajouter
telling-mine = Ce qui est activé
telling-device = Un appareil
telling-end = Arrêter
telling-done-confirm = C’est fait. C’est là qu’on te préviendra.
telling-done-stop = C’est fait. Plus rien n’y sera envoyé.
telling-done-refuse = C’est fait. Plus aucun courriel ne part d’ici vers cette adresse.
telling-link-broken = Ce lien n’est pas valable, ou ne l’est plus.

problem-no-telling = Ce serveur ne prévient personne.
problem-no-mail = Ce serveur n’envoie pas de courriel.
problem-mail-address = Ce n’est pas une adresse de courriel.
problem-mail-refused = La personne qui lit à cette adresse ne veut pas de courriel d’ici.
problem-mail-not-sent = La question n’a pas pu être envoyée à cette adresse. Est-elle juste ?
problem-mails-unconfirmed = { $most } de tes adresses n’ont pas encore répondu. Confirmes-en ou retires-en une d’abord.
problem-mails-asked = La question a déjà été assez posée à cette adresse aujourd’hui. Réessaie demain.
problem-subscriptions = On te prévient déjà de { $most } façons. Arrêtes-en une d’abord.
problem-subscription = Il n’y a rien à arrêter.
problem-push-endpoint = Ce n’est pas l’adresse d’un service de notifications.
problem-push-keys = Ce ne sont pas les clés d’un navigateur.
problem-webhook-address = Un webhook est une adresse https sur un hôte public.
problem-whole-table = Seul un webhook prévient pour toute une table, et seulement pour celle d’une partie donnée.
problem-telling-link = Ce lien n’est pas valable, ou ne l’est plus.
watched = D’autres peuvent regarder
watched-hint = Pendant la partie ; une fois finie, tous ceux qui ont le lien peuvent la voir.
problem-no-spectators = À cette table, seuls les joueurs peuvent regarder.
filters = Filtres
filter-game = Jeu
filter-all-games = Tous les jeux
filter-which = Lesquelles
filter-all = Toutes
filter-turn = À moi de jouer
filter-running = En cours
filter-finished = Finies
filter-free = Chaises libres
filter-free-least = { $free ->
    [1] peu importe
   *[other] au moins { $free }
}
filter-time = Temps
filter-time-any = peu importe
filter-time-none = sans limite
filter-time-limited = limité
filter-nothing = Rien de tel.
# --- end of telling ---

# Cartes de joueur.
card = Carte de joueur
card-lead = Ici, tout marche sans compte. Si tu veux qu’on te reconnaisse, crée une carte de joueur : tes parties sur tous tes appareils et une cote pour chaque jeu.
card-make = Créer une carte de joueur
card-make-hint = Les parties de cet appareil la rejoignent. Pas besoin d’adresse de courriel ni de mot de passe.
card-name = Nom sur la carte
card-made = Ta carte de joueur est créée.
card-open = Ouvrir ma carte sur cet appareil
card-open-hint = Les parties de cet appareil rejoignent ta carte.
card-open-passkey = Ouvrir avec une clé d’accès
card-open-code = Ouvrir avec le code de secours
card-code = Code de secours
card-code-keep = Note ce code et garde-le pour toi. Il ouvre ta carte quand aucune clé d’accès n’est à portée, et il n’est montré que maintenant.
card-code-copy = Copier le code
card-code-kept = Je l’ai noté
card-code-renew = Faire un nouveau code de secours
card-code-renew-hint = L’ancien n’ouvre alors plus rien.
card-passkeys = Clés d’accès
card-passkeys-none = Aucune encore. Avec une clé d’accès, tu ouvres ta carte par empreinte, visage ou code PIN.
card-passkey-add = Ajouter une clé d’accès de cet appareil
card-passkey-remove = Retirer
card-passkey-used = utilisée { $when }
card-passkey-stopped = Aucune clé d’accès n’a été créée ni utilisée. Tu peux réessayer.
card-passkeys-localhost = Une clé d’accès a besoin d’un nom, pas d’un numéro : ouvre ce serveur sur cet ordinateur à l’adresse
card-passkeys-tls = Les clés d’accès demandent une connexion chiffrée à un domaine (https). Ici, c’est le code de secours qui ouvre ta carte.
card-passkeys-elsewhere = Les clés d’accès marchent à l’adresse
card-devices = Appareils connectés
card-device-unnamed = Appareil
card-device-own = cet appareil
card-device-seen = vu { $when }
card-device-out = Déconnecter
card-others-out = Déconnecter tous les autres appareils
card-others-out-hint = Leurs places, fenêtres et sessions prennent fin aussitôt.
card-shows = Ce que les autres voient à la table
card-shows-rating = nom, signe et cote
card-shows-card = nom et signe
card-shows-nothing = rien
card-shows-hint = Le signe est dessiné par le serveur et ne se choisit pas : quelqu’un qui emprunte ton nom en a un autre, ou aucun.
card-save = Enregistrer
card-saved = C’est enregistré.
card-ratings = Cote
card-ratings-none = Aucune encore. Une partie compte si, à son début, chacun a sa propre carte de joueur et si rien n’est repris. Celui qui laisse sa place à un robot en garde le résultat.
card-rating = { $mean } ± { $by }
card-rating-hint = au moins { $least } · { $count ->
        [one] une partie
       *[other] { $count } parties
    }
card-rating-what = La force qu’on te prête, et à quel point c’est sûr : on commence à 25 ± 8,3. Le second nombre est atteint presque à coup sûr.
card-of = Carte de joueur : { $name }
card-of-rated = Carte de joueur : { $name }, { $mean } ± { $by }
card-export = Tout emporter
card-export-hint = Tout ce que l’on sait de ta carte, et les feuilles de tes parties, dans un fichier ZIP.
card-delete = Supprimer la carte
card-delete-hint = Clés d’accès, cotes et statistiques disparaissent pour toujours, et tous les autres appareils sont déconnectés. Les parties restent, avec « N. N. » à la place de ton nom ; celles en cours continuent sur cet appareil. Qui a partagé un appareil avec toi garde son nom. Seulement si personne n’y portait un nom qui est ou a été celui de ta carte, tous y deviennent « N. N. ».
card-delete-sure = Supprimer pour toujours
