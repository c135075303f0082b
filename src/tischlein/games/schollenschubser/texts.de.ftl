# Schollenschubser: Namen, Ansagen, Sätze des Protokolls und Ablehnungen.
game = Schollenschubser
tagline = Hüpf übers Eis, ehe es davontreibt.
about = Das Eis bricht auf, und drüben wartet der Eisbrecher. Hüpf von Scholle zu Scholle und sorg dafür, dass die anderen abtreiben.

option-largest = Größte Scholle
option-push = Schollen schieben einander
option-push-off = Nein
option-push-off-hint = Eine Scholle treibt nur, wenn das Feld südlich frei ist.
option-push-on = Ja
option-push-on-hint = Eine treibende Scholle schiebt die weiter, die dicht vor ihr liegen.
option-melt = Eine Sechs muss befolgt werden
option-melt-must = Ja
option-melt-may = Nein
option-stride = Ein Schritt führt
option-stride-one = auf die nächste Scholle
option-stride-line = geradeaus über Schollen

bank = linkes Ufer
ship = Eisbrecher
square = Feld { $square }
floe = { $size }er-Scholle
sign-water = offenes Wasser
researcher = Forscher von { $seat }
die = Würfel mit einer { $face }
die-any = egal
die-melt = taut
stock-big = Große Karten im Vorrat, { $largest ->
    [3] je eine 3
   *[4] je eine 4 oder 3
}
stock-small = Kleine Karten im Vorrat, je eine 2 oder 1
button-drift = Treiben lassen
button-melt = Tauen lassen
button-skip = Sechs verfallen lassen
button-done = Zug beenden
button-fall = { $seat } fällt hinein
on-bank = { $count } am Ufer

table-mark-info = Das Eis treibt bis hierhin: { $thing }.
table-mark-loss = { $thing } fiele ins Wasser.
table-mark-warn = { $thing } triebe hinaus und käme in den Vorrat.
prompt-setting-up = Die letzten Schollen werden gelegt.
prompt-roll = { $seat } würfelt.
prompt-drift = { $first ->
    [6] Zwei Sechsen: Wähl die Scholle, die taut.
   *[other] { $second ->
        [6] Du hast { $first } und 6: Beweg das Eis in { $first ->
            [5] einer beliebigen Spalte
           *[other] Spalte { $first }
        } oder lass eine Scholle tauen.
       *[other] Du hast { $first } und { $second }: Lass in { $second ->
            [1] Spalte 1
            [2] { $first ->
                [2] Spalte 2
               *[other] Spalte 1 oder 2
            }
            [3] { $first ->
                [3] Spalte 3
               *[other] Spalte { $first } oder 3
            }
            [4] { $first ->
                [4] Spalte 4
               *[other] Spalte { $first } oder 4
            }
           *[other] einer beliebigen Spalte
        } eine Scholle treiben oder setz eine neue ein.
    }
}
prompt-move = { $steps ->
    [0] { $board ->
        [0] Niemand kann weiter: Beende den Zug.
       *[other] Einer darf vom Ufer aufs Eis.
    }
    [one] { $board ->
        [0] Ein Forscher auf dem Eis darf noch gehen.
       *[other] Einer auf dem Eis darf gehen, einer vom Ufer aufs Eis.
    }
   *[other] { $board ->
        [0] { $steps } Forscher auf dem Eis dürfen noch gehen.
       *[other] { $steps } auf dem Eis dürfen gehen, einer vom Ufer aufs Eis.
    }
}
prompt-save = { $steps ->
    [one] Das Schiff ist zum Greifen nah! Einer darf noch gehen.
   *[other] Das Schiff ist zum Greifen nah! { $steps } dürfen noch gehen.
}
prompt-drift-or-melt = Treiben oder tauen lassen?
prompt-size = Welche Scholle kommt hierhin?
prompt-faller = Wer fällt hinein?
prompt-whither = Wohin?
button-new = Hierhin setzen
button-board = Aufs Eis
button-step = Dorthin gehen
button-land = Zurück ans Ufer
button-save = An Bord gehen
prompt-wait = Warten auf { $seat }.
prompt-won = Alle Forscher von { $seat } sind an Bord: { $seat } gewinnt.

drawn-dice = Würfel: { $dice }
result-saved = Auf dem Eisbrecher
result-not-saved = Noch nicht an Bord
result-afloat = Auf dem Eis
result-bank = Am Ufer

say-lay = Auf { $square } liegt eine { $size }er-Scholle.
say-start = Das Los bestimmt: { $seat } beginnt.
say-roll-first = { $seat } würfelt eine { $face } …
say-roll-second = … und eine { $face }.
say-nothing-possible = { $seat } kann gar nichts tun.
say-no-ice = Keiner der Würfel bewegt das Eis.
say-drift = { $pushed ->
    [0] { $seat } lässt die Scholle auf { $square } nach Süden { drift-far } treiben.
    [one] { $seat } lässt die Scholle auf { $square } nach Süden bis { $to } treiben; sie schiebt eine weitere { drift-far }.
   *[other] { $seat } lässt die Scholle auf { $square } nach Süden bis { $to } treiben; sie schiebt { $pushed } weitere an, die letzte { drift-far }.
}
drift-far = { $far ->
    [out] aus der Rinne
   *[other] bis { $far }
}
say-new = { $seat } setzt eine { $size }er-Scholle auf { $square } ein.
say-melt = { $size ->
    [0] { $seat } lässt die Scholle auf { $square } ganz wegtauen.
   *[other] { $seat } lässt die Scholle auf { $square } zu einer { $size }er-Scholle tauen.
}
say-gone = Die Scholle von { $square } treibt hinaus und kommt in den Vorrat.
say-wet = { $count ->
    [one] Ein Forscher von { $seat } fällt bei { $square } ins Wasser und schwimmt zurück ans Ufer.
   *[other] { $count } Forscher von { $seat } fallen bei { $square } ins Wasser und schwimmen zurück ans Ufer.
}
say-skip = { $seat } lässt die Sechs verfallen.
say-board = { $seat } geht vom Ufer nach { $square }.
say-step = { $seat } geht von { $from } nach { $to }.
say-land = { $seat } geht von { $square } zurück ans Ufer.
say-save = { $seat } erreicht von { $square } aus den Eisbrecher.
say-done = { $seat } beendet den Zug.

no-such-seat = Diesen Platz gibt es an diesem Tisch nicht.
no-such-size = Eine Scholle mit { $size } Plätzen gibt es nicht: Die Karten zeigen 1 bis 4.
SCH-2 = Ein Feld { $square } gibt es nicht: Die Rinne reicht von A1 bis E4.
SCH-6 = Der Zufall legt eine Scholle auf A3 und dann eine auf A4, aus den übrigen Karten.
SCH-7 = Die Seiten mit einer { $size } werden in dieser Partie nicht benutzt.
SCH-8-before = Die Partie hat noch nicht begonnen: Die letzten Schollen und der erste Zug kommen vom Los.
SCH-8-lot = Das Los bestimmt einmal, wer beginnt.
SCH-9-roll = Zuerst wird gewürfelt.
SCH-9-drift = Befolge erst einen deiner Würfel, dann dürfen deine Forscher laufen.
SCH-9-move = Das Eis hat sich schon bewegt; jetzt sind deine Forscher dran.
SCH-10 = Jetzt werden zwei Würfel geworfen, sonst nichts.
SCH-10-face = Ein Würfel zeigt 1 bis 6, nie { $face }.
SCH-12 = Keiner deiner Würfel erlaubt etwas in Spalte { $column }.
SCH-13 = Auf { $square } liegt keine Scholle.
SCH-14 = Die Scholle auf { $square } kann nicht treiben: Auf dem Feld südlich davon liegt schon eine.
SCH-17 = Eine neue Scholle braucht ein freies Feld: Auf { $square } liegt schon eine.
SCH-17-row = Eine neue Scholle kommt auf Zeile A, nicht auf { $square }.
SCH-17-stock = Im Vorrat ist keine Karte mehr für eine { $size }er-Scholle.
SCH-19 = Zum Tauen braucht es eine Sechs, und du hast keine.
SCH-19-water = Auf { $square } liegt keine Scholle, die tauen könnte.
SCH-20 = Diese Scholle kann nicht tauen: Im Vorrat ist keine kleine Karte für sie.
SCH-21 = Die Scholle ist voll: Sag, wessen Forscher ins Wasser fällt.
SCH-21-absent = Auf dieser Scholle steht kein Forscher von { $seat }.
SCH-21-room = Auf dieser Scholle behalten alle ihren Platz; niemand fällt.
SCH-22 = Einen deiner Würfel musst du befolgen: Mit ihm kann sich das Eis noch bewegen.
SCH-24 = Vom Ufer geht es nur auf eine Scholle in Spalte 1; { $square } liegt in einer anderen.
SCH-24-nobody = Am Ufer steht keiner deiner Forscher.
SCH-24-once = In einem Zug darf nur ein Forscher vom Ufer aufs Eis.
SCH-25 = Ein Schritt führt auf eine benachbarte Scholle, nicht von { $from } nach { $to }.
SCH-25-water = Auf { $square } ist nur Wasser.
SCH-25-nobody = Auf { $square } steht keiner deiner Forscher.
SCH-26 = Ein Schritt geht geradeaus von Scholle zu Scholle, nicht von { $from } nach { $to }.
SCH-27 = Zurück ans Ufer kommt ein Forscher von dir nur aus Spalte 1, nicht von { $square }.
SCH-28 = Auf den Eisbrecher kommt ein Forscher von dir nur aus Spalte 4, nicht von { $square }.
SCH-29 = Die Scholle auf { $square } ist voll.
SCH-30 = Dieser Forscher ist in diesem Zug schon gelaufen.

# Die erste Partie.
lesson-drift = Erst bewegt sich das Eis, und du befolgst einen Würfel. Die 3 lässt eine Scholle in Spalte 3 treiben.
lesson-drift-done = Sie ist ein Feld südwärts gerückt. Treibt eine unten hinaus, gehen alle darauf baden.
lesson-board = Dann laufen deine Forscher. Einer je Zug darf vom linken Ufer auf eine Scholle in Spalte 1.
lesson-board-done = Er steht. Die Zahl der Scholle sagt, wie viele Platz haben. Ben ist gefolgt, und du hast 2 und 5 geworfen.
lesson-new = Eine 5 gilt in jeder Spalte. Bau dir einen Weg: Setz oben in Spalte 3 eine neue 3er-Scholle ein.
lesson-new-done = Nun liegen drei Schollen in einer Reihe: eine Straße nach Osten.
lesson-step = Wer schon auf dem Eis ist, darf einen Schritt tun: von A1 nach A2. Dann hol den nächsten aufs Eis.
lesson-step-done = Jeder geht einmal im Zug, nie schräg und nur, wo Platz ist.
lesson-bathe = Eine 6 taut eine Scholle um eine Stufe. Die auf B2 ist voll: Lass sie tauen, und wer fällt, sagst du. Nimm Ben!
lesson-bathe-done = Ben schwimmt zurück ans linke Ufer und beginnt von vorn. Kein Mitleid am Pol.
lesson-save = Aus Spalte 4 geht es auf den Eisbrecher. Bring deinen vierten Forscher an Bord!
lesson-save-done = Alle vier an Bord: Du gewinnst auf der Stelle.
