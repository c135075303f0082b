# Raufer: Namen, Ansagen, Sätze des Protokolls und Ablehnungen.
game = Raufer
tagline = Scheuche die anderen treppauf und treppab.
about = Jede Karte ist ein Befehl: rauf! oder runter! Leg deine letzte Karte, oder bleib als Letzter im Treppenhaus.

option-duel = Wenn zwei übrig sind und einer nicht kann
option-duel-responder = Wer nicht kann, ist raus
option-duel-commander = Wer befohlen hat, ist raus
option-dry = Wenn der Stapel ausgeht und einer nicht kann
option-dry-safe = Es passiert nichts
option-dry-out = Raus, wenn danach jemand gehorcht
option-start = Wer eröffnet
option-start-first = Platz A
option-start-lot = Los
option-hand = Karten je Hand

card = Karte { $card }
sign-back = verdeckte Karte
sign-commands = hat zuletzt befohlen
sign-out = ist raus
pile = { $count ->
    [one] Nachziehstapel, 1 Karte
   *[other] Nachziehstapel, { $count } Karten
}
backs = { $count ->
    [one] 1 Karte von { $seat }
   *[other] { $count } Karten von { $seat }
}
face-down = { $count ->
    [one] verdeckte Karte vor { $seat }
   *[other] { $count } verdeckte Karten vor { $seat }
}
hand = Hand von { $seat }
place-up = Rauf befehlen
place-down = Runter befehlen
place-pile = Nachziehstapel
layer-memory = Gelegte und freie Stockwerke zeigen
layer-bounds = Fremde Karten eingrenzen
description-laid = Gelegt von { $seat }: { $cards }.
description-left = Noch nicht gesehene Karten über deiner { $card }: { $above }, darunter: { $below }.
description-bounds = { $count ->
    [one] Eine Karte von { $seat } liegt im Bereich { $lowest } bis { $highest }: { $left }.
   *[other] { $count } Karten von { $seat } liegen im Bereich { $lowest } bis { $highest }: { $left }.
}
button-pass = Passen
button-draw = Karte ziehen
choice-lay = { $direction ->
    [up] { $card } legen: rauf!
   *[down] { $card } legen: runter!
}
fact-cards = { $count ->
    [one] 1 Karte
   *[other] { $count } Karten
}
fact-drew = hat gezogen
fact-passed = hat gepasst
fact-commands = { $direction ->
    [up] { $last }: rauf!
   *[down] { $last }: runter!
}
drawn-command = { $direction ->
    [up] ▲ rauf!
   *[down] ▼ runter!
}

prompt-lot = Das Los entscheidet, wer eröffnet.
prompt-deal = Die Karten werden verteilt.
prompt-taking = { $seat } nimmt Karten auf.
prompt-open = Du eröffnest: Wähl eine Karte, dann rauf oder runter.
prompt-obey = { $direction ->
    [up] { $seat } befiehlt: rauf! Leg eine Karte über { $last }, dann wähl rauf oder runter.
   *[down] { $seat } befiehlt: runter! Leg eine Karte unter { $last }, dann wähl rauf oder runter.
}
prompt-draw = { $direction ->
    [up] Keine deiner Karten liegt über { $last }: Zieh eine Karte.
   *[down] Keine deiner Karten liegt unter { $last }: Zieh eine Karte.
}
prompt-pass = { $direction ->
    [up] Keine deiner Karten liegt über { $last }: Passe.
   *[down] Keine deiner Karten liegt unter { $last }: Passe.
}
prompt-direction = Und wer als Nächstes dran ist: rauf oder runter?
prompt-card = Und welche Karte legst du dazu?
prompt-wait = { $direction ->
    [up] Warten auf { $seat }: rauf von { $last }.
   *[down] Warten auf { $seat }: runter von { $last }.
}
prompt-wait-open = Warten, bis { $seat } eröffnet.
prompt-won = { $seat } gewinnt.

result-laid = Gelegte Karten
result-left = Auf der Hand

say-lot = Das Los bestimmt: { $seat } eröffnet.
say-dealt = { $pile ->
    [0] Alle haben { $count } Karten, einen Nachziehstapel gibt es nicht. { $seat } eröffnet.
    [one] Alle haben { $count } Karten, 1 liegt auf dem Stapel. { $seat } eröffnet.
   *[other] Alle haben { $count } Karten, { $pile } liegen auf dem Stapel. { $seat } eröffnet.
}
say-open = { $direction ->
    [up] { $seat } eröffnet mit { $card }: rauf!
   *[down] { $seat } eröffnet mit { $card }: runter!
}
say-lay = { $direction ->
    [up] { $seat } gehorcht mit { $card }: rauf!
   *[down] { $seat } gehorcht mit { $card }: runter!
}
say-draw = { $direction ->
    [up] { $seat } kann von { $last } nicht rauf und zieht eine Karte.
   *[down] { $seat } kann von { $last } nicht runter und zieht eine Karte.
}
say-pass = { $direction ->
    [up] { $seat } kann von { $last } nicht rauf und passt.
   *[down] { $seat } kann von { $last } nicht runter und passt.
}
say-take = { $seat } nimmt eine verdeckte Karte auf.
say-take-card = { $seat } nimmt die { $card } auf.
say-nobody-takes = { $direction ->
    [up] { $count ->
        [one] Niemand kann von { $last } rauf: { $seat } nimmt 1 Karte.
       *[other] Niemand kann von { $last } rauf: { $seat } nimmt { $count } Karten.
    }
   *[down] { $count ->
        [one] Niemand kann von { $last } runter: { $seat } nimmt 1 Karte.
       *[other] Niemand kann von { $last } runter: { $seat } nimmt { $count } Karten.
    }
}
say-nobody-out = { $direction ->
    [up] Niemand kann von { $last } rauf: { $seat } ist raus.
   *[down] Niemand kann von { $last } runter: { $seat } ist raus.
}
say-out = { $count ->
    [one] { $seats } ist raus.
   *[other] { $seats } sind raus.
}
say-phase-two = Der Stapel ist aufgebraucht: Wer jetzt nicht kann, dem droht das Aus.
say-won-last-card = Der letzte Befehl von { $seat } wird befolgt: { $seat } gewinnt.
say-won-duel = { $seat } gewinnt das Duell.
say-won-alone = { $seat } ist allein im Treppenhaus und gewinnt.

RAU-1 = Die Karten gehen von 1 bis 20; eine { $card } gibt es nicht.
RAU-1-known = Die { $card } ist auf einer Hand oder schon gelegt.
RAU-2 = Ausgeteilt wird nur am Anfang, Hand für Hand.
RAU-3-out = Du bist raus: Bis zum Ende der Partie schaust du nur noch zu.
RAU-3-lot = Wer beginnt, entscheidet allein das Los, einmal, vor dem Austeilen.
RAU-4 = { $direction ->
    [up] Die { $card } liegt nicht über { $last }.
   *[down] Die { $card } liegt nicht unter { $last }.
}
RAU-5 = { $direction ->
    [up] Du hast eine Karte über { $last }, also musst du eine legen.
   *[down] Du hast eine Karte unter { $last }, also musst du eine legen.
}
RAU-6 = Die { $card } hast du nicht auf der Hand.
RAU-7 = Sag zu deiner Karte rauf oder runter.
RAU-8 = Du eröffnest die Runde: Leg irgendeine Karte deiner Hand.
RAU-9 = Es ist noch eine Karte zum Ziehen da, also darfst du nicht passen.
RAU-11 = Verdeckte Karten werden erst aufgenommen, wenn der Befehl befolgt ist, und zwar reihum.
RAU-12 = Niemand konnte gehorchen: Die verdeckten Karten bekommt, wer befohlen hat.
RAU-14 = Der Stapel ist leer: Du kannst nur passen.
RAU-16 = Der Stapel ist weg, gezogen wird nicht mehr: Du kannst nur passen.

RAU-2-hand = mit { $count } Spielern hat eine Hand höchstens { $most } Karten (RAU-2)

# Die erste Partie.
lesson-open = Du eröffnest: Leg die 12 und befiehl „rauf“. Wer folgt, muss höher legen.
lesson-open-done = Ben legte die 14 und rief „runter“, Cleo die 6 und „rauf“. Jede Karte ist ein neuer Befehl.
lesson-obey = „Rauf“ von der 6: Jetzt musst du höher legen. Wer gehorchen kann, muss. Nimm die 9 und schick Ben hinunter.
lesson-obey-done = Welche Karte und welcher Befehl, ist deine Sache. Wer alle Karten los ist, ist nah am Sieg.
lesson-draw = Cleo rief „rauf“ von der 18, und nichts von dir ist höher. Zieh eine Karte; sie bleibt verdeckt.
lesson-draw-done = Ben konnte auch nicht. Ein Befehl, dem niemand folgt, fällt zurück: Cleo bekam eure beiden Karten.
lesson-out = Der Stapel ist leer: Phase 2. Nur die 20 ist höher als deine 19. Leg die 19 und ruf „rauf“.
lesson-out-done = Ben musste passen, Cleo gehorchte: Damit ist Ben raus. Hätte niemand gekonnt, wärst du es.
lesson-win = Deine letzte Karte! Leg die 17 und ruf „runter“. Du gewinnst, sobald jemand gehorcht.
lesson-win-done = Ben gehorchte mit der 12, und du bist am Ziel. Wer allein im Treppenhaus bleibt, gewinnt auch.
