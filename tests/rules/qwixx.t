# Qwixx. Places are headings of the rulebook; "rulings" are those of the rules page.

== The sheet runs up in red and yellow, down in green and blue
at Segnare i numeri
game qwixx 1
roll 11:1111
moves 0 - r2 y2
refuse 0 r3
refuse 0 g2
position qwixx seats=1 turn=1 active=0 phase=roll closed=- dice=- crossed=0 r3/y3/g11/b11/m0
roll 11:1111
moves 0 -
position qwixx seats=1 turn=1 active=0 phase=roll closed=- dice=- crossed=0 r3/y3/g11/b11/m0
roll 66:6666
moves 0 -

== Rows and numbers are offered in both steps
at Svolgimento della partita
game qwixx 2
chance
active 0
roll 36:1452
phase white
movers 0 1
moves 0 - b9 g9 r9 y9
moves 1 - b9 g9 r9 y9
move r9 -
phase colour
movers 0
moves 0 - b5 b8 g11 g8 y10 y7
moves 1
move b8
chance
active 1
turn 1
score 2 0

== Red 5, then red 7: the numbers skipped are gone
at Segnare i numeri, esempio
position qwixx seats=1 turn=4 active=0 phase=roll closed=- dice=- crossed=0 r5,7/y10/g6/b10/m0
roll 24:1111
moves 0 - b6
position qwixx seats=1 turn=4 active=0 phase=roll closed=- dice=- crossed=0 r5,7/y10/g6/b10/m0
roll 26:1111
moves 0 - b8 r8
position qwixx seats=1 turn=4 active=0 phase=roll closed=- dice=- crossed=0 r5,7/y10/g6/b10/m0
roll 23:1111
moves 0 - b5 g5
position qwixx seats=1 turn=4 active=0 phase=roll closed=- dice=- crossed=0 r5,7/y10/g6/b10/m0
roll 56:1111
moves 0 - r11 y11

== White 1 and 4: every seat may cross a 5
at Svolgimento della partita, 1), esempio
game qwixx 4
roll 14:2356
moves 3 - b5 g5 r5 y5
move r5 y5 - -
state qwixx seats=4 turn=0 active=0 phase=colour closed=- dice=14:2356 crossed=1 r5/y/g/b/m0 r/y5/g/b/m0 r/y/g/b/m0 r/y/g/b/m0

== White 4 and blue 6: a blue 10, for the active seat only
at Svolgimento della partita, 2), esempio
game qwixx 4
roll 14:2356
move r5 y5 - -
movers 0
moves 0 - b10 b7 g6 g9 r6 y4 y7
move b10
score 2 1 0 0
active 1

== One white die, not both, goes with the coloured die
at Svolgimento della partita, 2)
game qwixx 1
roll 25:1234
move -
moves 0 - b6 b9 g5 g8 r3 r6 y4 y7

== Equal white dice give each colour one sum
at Svolgimento della partita, 2)
game qwixx 1
roll 33:1234
move -
moves 0 - b7 g6 r4 y5

== Crossing in neither step is a misthrow
at Svolgimento della partita, Importante
game qwixx 2
roll 36:1452
move - r9
move -
score -5 1
parts 0 0 0 0 0 -5
active 1
turn 1

== A cross in one step is enough
at Svolgimento della partita, Importante
game qwixx 1
roll 36:1452
move y9
move -
score 1
roll 36:1452
move -
move b5
score 2

== A seat that is not active never marks a misthrow
at Svolgimento della partita, Importante
game qwixx 3
roll 36:1452
move r9 - -
move -
score 1 0 0

== A red 12 needs five crosses
at Completare una riga di numeri
position qwixx seats=1 turn=9 active=0 phase=roll closed=- dice=- crossed=0 r2,3,4,5/y/g/b/m0
roll 66:1111
moves 0 - b12 g12
position qwixx seats=1 turn=9 active=0 phase=roll closed=- dice=- crossed=0 r2,3,4,5,6/y/g/b/m0
roll 66:1111
moves 0 - b12 g12 r12

== A green 2 takes the lock with it and removes the die
at Completare una riga di numeri, esempio
position qwixx seats=2 turn=12 active=0 phase=roll closed=- dice=- crossed=0 r/y/g12,11,10,9,8/b/m0 r/y/g12,7/b/m0
roll 11:3456
moves 0 - g2 r2 y2
moves 1 - r2 y2
move g2 -
parts 0 0 0 28 0 0
state qwixx seats=2 turn=12 active=0 phase=colour closed=g dice=11:34-6 crossed=1 r/y/g12,11,10,9,8,2/b/m0 r/y/g12,7/b/m0
moves 0 - b7 r4 y5
move -
refuse roll 11:3456
roll 11:34-6
moves 1 - r2 y2

== A locked row has at least seven crosses
at Completare una riga di numeri
position qwixx seats=1 turn=12 active=0 phase=roll closed=- dice=- crossed=0 r/y2,3,4,5,6/g/b/m0
roll 66:1111
move y12
score 28

== A whole row is twelve crosses
at Punteggio
position qwixx seats=1 turn=12 active=0 phase=roll closed=y dice=- crossed=0 r/y2,3,4,5,6,7,8,9,10,11,12/g/b/m0
score 78

== Several seats lock the same row in one white step
at Completare una riga di numeri, Avvertenza; rulings
position qwixx seats=3 turn=12 active=0 phase=roll closed=- dice=- crossed=0 r2,3,4,5,6/y/g/b/m0 r2,3,4,5,7/y/g/b/m0 r2,3,4,7/y/g/b/m0
roll 66:1111
refuse 2 r12
move r12 r12 -
score 28 28 10
phase colour
move -
chance
refuse roll 12:3456
roll 12:-456

== A seat with fewer than five crosses keeps them when the row closes
at Completare una riga di numeri, Avvertenza; rulings
position qwixx seats=2 turn=20 active=0 phase=roll closed=r dice=- crossed=0 r2,3,4,5,6,12/y/g/b/m0 r2,5,9/y/g/b/m0
score 28 6
roll 55:-111
moves 1 - b10 g10 y10

== The last number can be crossed in the colour step
at Completare una riga di numeri
position qwixx seats=2 turn=12 active=0 phase=roll closed=- dice=- crossed=0 r/y/g/b12,11,10,9,8/m0 r/y/g/b12,11,10,9,8/m0
roll 16:3331
move - -
moves 0 - b2 b7 g4 g9 r4 r9 y4 y9
move b2
score 28 15
chance
roll 16:333-

== A cross of the white step counts toward the five
at rulings
position qwixx seats=1 turn=12 active=0 phase=roll closed=- dice=- crossed=0 r2,3,4,5/y/g/b/m0
roll 36:6111
move r9
moves 0 - b4 b7 g4 g7 r12 y4 y7
move r12
score 28

== A row closed in the white step is closed in the colour step
at Completare una riga di numeri; rulings
position qwixx seats=2 turn=12 active=0 phase=roll closed=- dice=- crossed=0 r2,3/y/g/b/m0 r2,3,4,5,6/y/g/b/m0
roll 66:5111
move - r12
moves 0 - b7 g7 y7
move -
score -2 28

== lock=end-of-turn keeps the die for that colour step
at rulings
position qwixx seats=2 lock=end-of-turn turn=12 active=0 phase=roll closed=- dice=- crossed=0 r2,3/y/g/b/m0 r2,3,4,5,6/y/g/b/m0
roll 66:5111
move - r12
moves 0 - b7 g7 r11 y7
move r11
score 6 28
chance
refuse roll 12:3456
roll 12:-456

== lock=end-of-turn lets the active seat cross the last number too
at rulings
position qwixx seats=2 lock=end-of-turn turn=12 active=0 phase=roll closed=- dice=- crossed=0 r2,3,4,5,6/y/g/b/m0 r2,3,4,5,6/y/g/b/m0
roll 66:6111
move - r12
moves 0 - b7 g7 r12 y7
move r12
score 28 28
chance
turn 13

== lock=end-of-turn: five crosses are needed all the same
at rulings
position qwixx seats=2 lock=end-of-turn turn=12 active=0 phase=roll closed=- dice=- crossed=0 r2,3,4,5/y/g/b/m0 r2,3,4,5,6/y/g/b/m0
roll 66:6111
move - r12
moves 0 - b7 g7 y7

== lock=end-of-turn: a seat that locked the row has no more to cross there
at rulings
position qwixx seats=1 lock=end-of-turn turn=12 active=0 phase=roll closed=- dice=- crossed=0 r2,3,4,5,6/y/g/b/m0
roll 66:6111
move r12
moves 0 - b7 g7 y7

== lock=end-of-turn: the second closed row ends the game in the white step
at rulings
position qwixx seats=2 lock=end-of-turn turn=20 active=0 phase=roll closed=b dice=- crossed=0 r2,3/y/g/b12,11,10,9,8,2/m0 r2,3,4,5,6/y/g/b/m0
roll 66:551-
move - r12
over
score 31 28

== The fourth misthrow ends the game at once
at Fine della partita e punteggio
position qwixx seats=2 turn=20 active=0 phase=roll closed=- dice=- crossed=0 r7/y/g/b/m3 r7/y/g/b/m3
roll 12:1111
move - -
move -
over
active 0
turn 20
score -19 -14

== The second closed row ends the game in the colour step
at Fine della partita e punteggio
position qwixx seats=2 turn=20 active=0 phase=roll closed=b dice=- crossed=0 r2,3,4,5,6/y/g/b/m0 r/y/g/b12,11,10,9,8,2/m0
roll 16:655-
move - -
move r12
over
score 28 28

== Two rows closed by two seats end the game
at Fine della partita e punteggio; rulings
position qwixx seats=3 turn=19 active=1 phase=roll closed=y dice=- crossed=0 r/y2,3,4,5,6,12/g/b/m0 r/y/g12,11,10,9,8/b/m0 r/y/g/b/m0
roll 11:3-33
move - g2 -
over
score 28 28 0

== Two rows closed in one white step end the game
at Fine della partita e punteggio; rulings
position qwixx seats=2 turn=20 active=0 phase=roll closed=- dice=- crossed=0 r2,3,4,5,6/y/g/b/m0 r/y2,3,4,5,6/g/b/m0
roll 66:1111
move r12 y12
over
score 28 28

== Three rows can be closed in the end
at Fine della partita e punteggio, esempio
position qwixx seats=3 turn=30 active=0 phase=roll closed=b dice=- crossed=0 r/y/g/b12,11,10,9,8,2/m0 r2,3,4,5,6/y/g/b/m0 r/y2,3,4,5,6/g/b/m0
roll 66:111-
move - r12 y12
over
score 28 28 28
state qwixx seats=3 turn=30 active=0 phase=over closed=ryb dice=- crossed=0 r/y/g/b12,11,10,9,8,2/m0 r2,3,4,5,6,12/y/g/b/m0 r/y2,3,4,5,6,12/g/b/m0

== The end in the white step: no colour step and no misthrow
at rulings
position qwixx seats=2 turn=30 active=0 phase=roll closed=b dice=- crossed=0 r7/y/g/b/m3 r2,3,4,5,6/y/g/b12,11,10,9,8,2/m0
roll 66:111-
move - r12
over
score -14 56

== Passing on purpose is always allowed
at rulings
game qwixx 1
roll 36:1452
move -
move -
score -5

== Points for the crosses in a row
at Punteggio
position qwixx seats=5 turn=40 active=0 phase=roll closed=- dice=- crossed=0 r2/y2,3/g/b/m0 r2,3,4/y2,3,4,5/g/b/m0 r2,3,4,5,6/y2,3,4,5,6,7/g/b/m0 r2,3,4,5,6,7,8/y2,3,4,5,6,7,8,9/g/b/m0 r2,3,4,5,6,7,8,9,10/y2,3,4,5,6,7,8,9,10,11/g/b/m0
parts 0 1 3 0 0 0
parts 1 6 10 0 0 0
parts 2 15 21 0 0 0
parts 3 28 36 0 0 0
parts 4 45 55 0 0 0

== Eleven crosses, the lock among them
at Punteggio
position qwixx seats=1 turn=40 active=0 phase=roll closed=r dice=- crossed=0 r2,3,4,5,6,7,8,9,10,12/y/g/b/m0
score 66

== Laura's sheet
at Punteggio, esempio
position qwixx seats=1 turn=40 active=0 phase=roll closed=- dice=- crossed=0 r2,4,6,8/y3,5,7/g12,11,10,9,8,7,6/b12,11,10,9,8,7,6,5/m2
parts 0 10 6 28 36 -10
score 70

== A turn passes on clockwise and begins again with seat 0
at Svolgimento della partita
game qwixx 2
roll 36:1452
move r9 -
move -
active 1
roll 36:1452
move - r9
move -
active 0
turn 2

== Dice that are not whole are no roll
at Svolgimento della partita
game qwixx 2
refuse roll 36:145
refuse roll 36:14521
refuse roll 07:1452
refuse roll 361452
refuse roll 36:14-2

== What cannot be a position
at rulings
refuse position qwixx seats=1 turn=9 active=0 phase=roll closed=- dice=- crossed=0 r7,5/y/g/b/m0
refuse position qwixx seats=1 turn=9 active=0 phase=roll closed=- dice=- crossed=0 r2,3,4,5,12/y/g/b/m0
refuse position qwixx seats=1 turn=9 active=0 phase=roll closed=r dice=- crossed=0 r2,3,4,5,6/y/g/b/m0
refuse position qwixx seats=1 turn=9 active=0 phase=roll closed=- dice=- crossed=0 r2,3,4,5,6,12/y/g/b/m0
refuse position qwixx seats=1 turn=9 active=0 phase=roll closed=- dice=36:1452 crossed=0 r/y/g/b/m0
refuse position qwixx seats=1 turn=9 active=0 phase=white closed=- dice=- crossed=0 r/y/g/b/m0
refuse position qwixx seats=1 turn=9 active=0 phase=white closed=- dice=36:1452 crossed=1 r/y/g/b/m0
refuse position qwixx seats=1 turn=9 active=0 phase=over closed=- dice=- crossed=0 r/y/g/b/m3
refuse position qwixx seats=1 turn=9 active=0 phase=roll closed=- dice=- crossed=0 r/y/g/b/m4
refuse position qwixx seats=6 turn=0 active=0 phase=roll closed=- dice=- crossed=0 r/y/g/b/m0 r/y/g/b/m0 r/y/g/b/m0 r/y/g/b/m0 r/y/g/b/m0 r/y/g/b/m0
refuse position qwixx seats=1 lock=at-once turn=0 active=0 phase=roll closed=- dice=- crossed=0 r/y/g/b/m0

== Five crosses in a row that is closed do not open its last number, not even after a pass
at Completare una riga di numeri
position qwixx seats=2 turn=20 active=0 phase=white closed=r dice=12:-345 crossed=0 r2,3,4,5,6/y/g/b/m0 r4,5,6,7,8,12/y/g/b/m0
move - -
move -
roll 66:-123
moves 0 - b12 g12
moves 1 - b12 g12
