# Liar's dice: names and refusals.
game = Liar's dice
tagline = One die each, and a straight face.
about = You know your own die. How far do you trust the other's word?

die = die, { $face }
die-hidden = a die under a cup

LIA-2 = Every bid is higher than the one before.
LIA-3 = There is no bid yet to doubt.
