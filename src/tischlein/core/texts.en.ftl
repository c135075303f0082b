# Words that every game and every interface needs.
seat-name = Seat { $letter }
chance = Chance
spectator = Spectator
level-weak = Weak
level-medium = Medium
level-strong = Strong
