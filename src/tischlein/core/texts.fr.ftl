# Les mots dont chaque jeu et chaque interface a besoin.
seat-name = Place { $letter }
chance = Hasard
spectator = Spectateur
level-weak = Faible
level-medium = Moyen
level-strong = Fort
