# Qwantum. Places are headings of the Italian rulebook; "rulings" are those of the rules page.

== The faces of the six dice
at I dadi
game qwantum 4
roll 1:r1,r2,r1,r5,r3,r6
move -
move -
move - - - -
roll 2:r4,r6,r3,y6,y4,y1
move -
move -
move - - - -
roll 3:y5,y1,y2,b2,b2,y5
move -
move -
move - - - -
roll 4:b1,y3,y4,b4,b6,b3
move -
move -
move - - - -
roll 5:b5,b5,b4,p1,p2,p2
move -
move -
move - - - -
roll 6:p6,p4,p3,p3,p5,p6
move -
move -
move - - - -
score -3 -3 -1 -1

== Faces that a die does not have
at I dadi
game qwantum 2
refuse roll 1:r2,r2,r1,r5,r3,r6
refuse roll 1:r1,r1,r1,r5,r3,r6
refuse roll 1:r1,r2,b2,r5,r3,r6
refuse roll 1:r1,r2,r1,p2,r3,r6
refuse roll 1:r1,r2,r1,r5,y5,r6
refuse roll 1:r1,r2,r1,r5,r3,b6
refuse roll 0:r1,r2,r1,r5,r3,r6
refuse roll 7:r1,r2,r1,r5,r3,r6
refuse roll -:r1,r2,r1,r5,r3,r6
refuse roll 1:r1,r2,r1,r5,r3
refuse roll 1:r1,r2,r1,r5,r3,r6,r6
refuse roll 1:r1,r2,r1,r5,r3,-

== The highest value of every colour is 33
at Cosa succede se il dado di un colore non è stato lanciato?, nota
position qwantum seats=1 turn=0 active=0 phase=b dice=6:r4,r6,r3,r5,r3,r6 used=- p/b/r/y/m0
moves 0 - b6 p6 r33 y6
position qwantum seats=1 turn=0 active=0 phase=b dice=6:y5,y3,y4,y6,y4,y5 used=- p/b/r/y/m0
moves 0 - b6 p6 r6 y33
position qwantum seats=1 turn=0 active=0 phase=b dice=6:b5,b5,b4,b4,b6,b3 used=- p/b/r/y/m0
moves 0 - b33 p6 r6 y6
position qwantum seats=1 turn=0 active=0 phase=b dice=6:p6,p4,p3,p3,p5,p6 used=- p/b/r/y/m0
moves 0 - b6 p33 r6 y6

== The active seat keeps the first roll or rolls any dice again
at Svolgimento del gioco, A)
game qwantum 2
roll 3:b1,b5,b4,r5,y4,p6
phase keep
movers 0
refuse 0 w0
refuse 0 1w
refuse 0 21
refuse 0 7
refuse 0 11
refuse 1 -
move -
phase b
movers 0

== Four dice stay and three are rolled again
at Svolgimento del gioco, A), esempio
game qwantum 2
roll 3:b1,b5,b4,r5,y4,p6
move 456
chance
phase reroll
state qwantum seats=2 turn=0 active=0 phase=reroll dice=3:b1,b5,b4,-,-,- used=- p/b/r/y/m0 p/b/r/y/m0
refuse roll 4:b1,b5,b4,p3,r3,y5
refuse roll 3:b5,b5,b4,p3,r3,y5
refuse roll 3:b1,b5,p3,p3,r3,y5
refuse roll 3:b1,b5,b4,-,-,-
roll 3:b1,b5,b4,p3,r3,y5
phase b

== The white die alone may be rolled again
at rulings
game qwantum 2
roll 3:b1,b5,b4,r5,y4,p6
move w
refuse roll 5:b1,b5,b4,r5,y4,p2
roll 5:b1,b5,b4,r5,y4,p6
phase b
moves 0 - b15 p11 r10 y9

== A die rolled again may show the same face
at Svolgimento del gioco, A)
game qwantum 1
roll 3:b1,b5,b4,r5,y4,p6
move w13
roll 3:b1,b5,b4,r5,y4,p6
phase b

== All seven dice may be rolled again, but only once
at Svolgimento del gioco, A)
game qwantum 2
roll 3:b1,b5,b4,r5,y4,p6
move w123456
state qwantum seats=2 turn=0 active=0 phase=reroll dice=- used=- p/b/r/y/m0 p/b/r/y/m0
roll 1:r1,r2,r1,r5,r3,r6
phase b

== Red 6, yellow 8, purple 6 and blue 13 are on offer; B takes the purple 6
at Svolgimento del gioco, B), esempio
game qwantum 4
roll 3:b1,b5,b4,p3,r3,y5
move -
moves 0 - b13 p6 r6 y8
moves 1
move p6
phase c
movers 0 1 2 3
state qwantum seats=4 turn=0 active=0 phase=c dice=3:b1,b5,b4,p3,r3,y5 used=p p6/b/r/y/m0 p/b/r/y/m0 p/b/r/y/m0 p/b/r/y/m0

== C offers the three colours left, to all seats
at Svolgimento del gioco, C), esempio
game qwantum 4
roll 3:b1,b5,b4,p3,r3,y5
move -
move p6
moves 0 - b13 r6 y8
moves 1 - b13 r6 y8
moves 3 - b13 r6 y8
move y8 r6 r6 b13
state qwantum seats=4 turn=1 active=1 phase=roll dice=- used=- p6/b/r/y8/m0 p/b/r6/y/m0 p/b/r6/y/m0 p/b13/r/y/m0

== With B passed all four colours are open in C
at Svolgimento del gioco, C), Fai attenzione
game qwantum 2
roll 3:b1,b5,b4,p3,r3,y5
move -
move -
moves 0 - b13 p6 r6 y8
moves 1 - b13 p6 r6 y8
move p6 p6
score 0 0
active 1

== A colour that did not fall has the white die's value
at Cosa succede se il dado di un colore non è stato lanciato?, esempio
game qwantum 2
roll 3:b1,b5,b4,b4,b2,y5
move -
moves 0 - b19 p3 r3 y8
move p3
moves 0 - b19 r3 y8
moves 1 - b19 r3 y8

== Numbers rise strictly up to the thick line
at Inserire i numeri
position qwantum seats=1 turn=2 active=0 phase=b dice=3:b1,b5,b4,p3,r3,y5 used=- p6/b12/r/y9/m0
moves 0 - b13 r6

== Tim's five numbers
at Inserire i numeri, esempio
position qwantum seats=1 turn=4 active=0 phase=b dice=3:b1,b5,b4,p3,r3,y5 used=- p4/b9/r2,5/y7/m0
moves 0 - b13 p6 r6 y8

== The next box is written, there are no gaps
at Inserire i numeri
position qwantum seats=1 turn=4 active=0 phase=b dice=3:b1,b5,b4,p3,r3,y5 used=- p4/b9/r2,5/y7/m0
move r6
state qwantum seats=1 turn=4 active=0 phase=c dice=3:b1,b5,b4,p3,r3,y5 used=r p4/b9/r2,5,6/y7/m0

== Numbers fall strictly behind the thick line
at Inserire i numeri
position qwantum seats=1 turn=15 active=0 phase=b dice=3:b1,b5,b4,p3,r3,y5 used=- p1,2,3,7/b1,2,3,13/r1,2,3,7,6/y1,2,3,20,9/m0
moves 0 - p6 y8
move p6
moves 0 - y8

== Box 4 still rises
at Inserire i numeri
position qwantum seats=1 turn=6 active=0 phase=b dice=3:b1,b5,b4,p3,r3,y5 used=- p1,2,5/b1,2,13/r1,2,7/y1,2,3/m0
moves 0 - p6 y8

== A full row takes no more
at Inserire i numeri
position qwantum seats=1 turn=6 active=0 phase=b dice=3:b1,b5,b4,p3,r3,y5 used=- p1,2,3,9,8,7/b1/r1/y1/m0
moves 0 - b13 r6 y8

== A full column scores its second-lowest number: 4, and 10
at Inserire i numeri, esempio
position qwantum seats=1 turn=12 active=0 phase=roll dice=- used=- p4,10,12,14,9/b7,11/r3,8,13,18,12/y6,12,15/m0
parts 0 4 10 0 0 0 0 0
score 14

== Four equal numbers score that number
at Inserire i numeri, caso particolare raro
position qwantum seats=1 turn=4 active=0 phase=roll dice=- used=- p6/b6/r6/y6/m0
score 6

== Two or three equal lowest numbers: the next higher one scores
at Inserire i numeri, Fai attenzione
position qwantum seats=3 turn=4 active=1 phase=roll dice=- used=- p5/b5/r9/y7/m0 p5/b5/r9/y5/m0 p5/b9/r9/y9/m0
score 7 9 9

== A column that is not full scores nothing
at Fine del gioco e classifica
position qwantum seats=1 turn=3 active=0 phase=roll dice=- used=- p6/b6/r6/y/m0
score 0

== Emma's sheet: 57 for the columns, 51 in all
at Fine del gioco e classifica, esempio
position qwantum seats=1 turn=18 active=0 phase=over dice=- used=- p5,7,11,15,10,3/b6,8,12,16,11,4/r7,9,13,17,12,5/y8,10,14,18,13,6/m3
parts 0 6 8 12 16 11 4 -6
score 51

== Writing in neither B nor C is a misthrow for the active seat only
at Svolgimento del gioco, Attenzione, tiro mancato
game qwantum 2
roll 3:b1,b5,b4,p3,r3,y5
move -
move -
move - -
score -1 0
active 1
turn 1

== Writing in B or in C alone is no misthrow
at Svolgimento del gioco, Attenzione, tiro mancato; rulings
game qwantum 1
roll 3:b1,b5,b4,p3,r3,y5
move -
move p6
move -
score 0
roll 3:b1,b5,b4,p3,r3,y5
move -
move -
move b13
score 0
state qwantum seats=1 turn=2 active=0 phase=roll dice=- used=- p6/b13/r/y/m0

== The k-th misthrow costs k
at Svolgimento del gioco, Attenzione, tiro mancato
position qwantum seats=4 turn=16 active=0 phase=roll dice=- used=- p/b/r/y/m4 p1/b/r/y/m3 p1/b2/r/y/m2 p1/b2/r3/y/m1
score -10 -6 -3 -1

== A seat that has nothing to write still passes
at Svolgimento del gioco, B)
position qwantum seats=1 turn=6 active=0 phase=b dice=3:b1,b5,b4,p3,r3,y5 used=- p9/b20/r9/y9/m2
moves 0 -
move -
moves 0 -

== The last number in B ends the game at once, without C
at Fine del gioco e classifica
position qwantum seats=2 turn=20 active=0 phase=b dice=3:b1,b5,b4,p3,r3,y5 used=- p1,2,3,9,7/b1,2,3,9,8,7/r1,2,3,9,8,7/y1,2,3,9,8,7/m0 p1,2,3,9,7/b1,2,3,9,8,7/r1,2,3,9,8,7/y/m0
move p6
over
turn 20
active 0
score 30 0

== The last number in C ends the game after C
at Fine del gioco e classifica
position qwantum seats=2 turn=20 active=0 phase=b dice=3:b1,b5,b4,p3,r3,y5 used=- p1,2,3,9,7/b1,2,3,9,8,7/r1,2,3,9,8,7/y1,2,3,9,8,7/m0 p1,2,3,9,7/b1,2,3,9,8/r1,2,3,9/y1,2/m0
move -
move p6 r6
over
score 30 3

== Two seats may fill their sheets in the same C
at Fine del gioco e classifica
position qwantum seats=2 turn=20 active=0 phase=c dice=3:b1,b5,b4,p3,r3,y5 used=- p1,2,3,9,7/b1,2,3,9,8,7/r1,2,3,9,8,7/y1,2,3,9,8,7/m0 p1,2,3,9,7/b1,2,3,9,8,7/r1,2,3,9,8,7/y1,2,3,9,8,7/m0
move p6 p6
over
score 30 30

== The misthrow of a turn that another seat ends in C is still marked
at rulings
position qwantum seats=2 turn=20 active=0 phase=c dice=3:b1,b5,b4,p3,r3,y5 used=- p1,2,3,9/b1,2,3,9/r1,2,3,9/y1,2,3,9/m1 p1,2,3,9,7/b1,2,3,9,8,7/r1,2,3,9,8,7/y1,2,3,9,8,7/m0
move - p6
over
parts 0 1 2 3 9 0 0 -3

== The fifth misthrow ends the game after C, in which the others still write
at Fine del gioco e classifica
position qwantum seats=2 turn=20 active=0 phase=roll dice=- used=- p9/b30/r9,10/y9,10,11/m4 p/b1/r1/y1,2,3,4/m4
roll 3:b1,b5,b4,p3,r3,y5
move -
move -
move - p6
over
turn 20
score 15 -4

== A seat that is not active does not end the game by passing
at Fine del gioco e classifica
position qwantum seats=2 turn=21 active=1 phase=roll dice=- used=- p9/b30/r9,10/y9,10,11/m4 p/b1/r1/y1,2,3,4/m4
roll 3:b1,b5,b4,p3,r3,y5
move -
move p6
move - -
chance
turn 22
active 0

== The misthrows and a full sheet can come together
at rulings
position qwantum seats=2 turn=20 active=0 phase=c dice=3:b1,b5,b4,p3,r3,y5 used=- p1,2,3,9/b1,2,3,9/r1,2,3/y1,2,3/m4 p1,2,3,9,7/b1,2,3,9,8,7/r1,2,3,9,8,7/y1,2,3,9,8,7/m0
move - p6
over
parts 0 1 2 3 0 0 0 -15

== One seat alone is active every turn
at rules page, seats
game qwantum 1
roll 3:b1,b5,b4,p3,r3,y5
move -
move p6
move b13
active 0
turn 1
chance

== What cannot be a position
at rulings
# a row that does not rise, one that does not fall, too high a number
refuse position qwantum seats=1 turn=4 active=0 phase=roll dice=- used=- p6,6/b/r/y3,4/m0
refuse position qwantum seats=1 turn=4 active=0 phase=roll dice=- used=- p1,2,3,4,5/b/r/y/m0
refuse position qwantum seats=1 turn=1 active=0 phase=roll dice=- used=- p34/b/r/y/m0
refuse position qwantum seats=1 turn=1 active=0 phase=roll dice=- used=- p6,/b/r/y/m0
# more or less than the turns allow
refuse position qwantum seats=1 turn=1 active=0 phase=roll dice=- used=- p6/b6/r6/y/m0
refuse position qwantum seats=2 turn=4 active=0 phase=roll dice=- used=- p6/b/r/y/m0 p1,2/b/r/y/m0
refuse position qwantum seats=2 turn=1 active=1 phase=roll dice=- used=- p/b/r/y/m1 p/b/r/y/m1
# the wrong seat
refuse position qwantum seats=2 turn=1 active=0 phase=roll dice=- used=- p6/b/r/y/m0 p/b/r/y/m0
# dice that do not fit the phase
refuse position qwantum seats=1 turn=0 active=0 phase=b dice=- used=- p/b/r/y/m0
refuse position qwantum seats=1 turn=0 active=0 phase=b dice=3:b1,b5,b4,p3,r3,- used=- p/b/r/y/m0
refuse position qwantum seats=1 turn=0 active=0 phase=roll dice=3:b1,b5,b4,p3,r3,y5 used=- p/b/r/y/m0
refuse position qwantum seats=1 turn=0 active=0 phase=reroll dice=3:b1,b5,b4,p3,r3,y5 used=- p/b/r/y/m0
refuse position qwantum seats=1 turn=0 active=0 phase=reroll dice=-:-,-,-,-,-,- used=- p/b/r/y/m0
refuse position qwantum seats=1 turn=0 active=0 phase=b dice=3:b2,b5,b4,p3,r3,y5 used=- p/b/r/y/m0
# a row used in B that was not written, or outside C
refuse position qwantum seats=1 turn=0 active=0 phase=c dice=3:b1,b5,b4,p3,r3,y5 used=p p/b/r/y/m0
refuse position qwantum seats=1 turn=0 active=0 phase=c dice=3:b1,b5,b4,p3,r3,y5 used=p p7/b/r/y/m0
refuse position qwantum seats=1 turn=1 active=0 phase=b dice=3:b1,b5,b4,p3,r3,y5 used=p p6/b/r/y/m0
# over, or not
refuse position qwantum seats=1 turn=3 active=0 phase=over dice=- used=- p/b/r/y/m4
refuse position qwantum seats=1 turn=4 active=0 phase=roll dice=- used=- p/b/r/y/m5
# too many seats
refuse position qwantum seats=5 turn=0 active=0 phase=roll dice=- used=- p/b/r/y/m0 p/b/r/y/m0 p/b/r/y/m0 p/b/r/y/m0 p/b/r/y/m0
