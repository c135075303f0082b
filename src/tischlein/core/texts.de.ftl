# Wörter, die jedes Spiel und jede Oberfläche braucht.
seat-name = Platz { $letter }
chance = Zufall
spectator = Zuschauer
level-weak = Schwach
level-medium = Mittel
level-strong = Stark
