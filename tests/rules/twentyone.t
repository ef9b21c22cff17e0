# Twenty One. Places are headings of the rulebook; "rulings" are those of the rules page.

== The colours of the six sheets
at Idea del gioco e preparazione
game twentyone 6
roll 111111
phase write
move y1,w1,b1,k1,g1,r1 b1,k1,w1,y1,r1,g1 w1,b1,r1,g1,k1,y1 g1,r1,k1,w1,y1,b1 r1,y1,g1,b1,w1,k1 k1,g1,y1,r1,b1,w1
roll 111111
move w1,k1,b1,r1,y1,g1 k1,b1,r1,y1,g1,w1 b1,w1,y1,g1,k1,r1 r1,y1,g1,b1,w1,k1 y1,g1,w1,k1,r1,b1 g1,r1,k1,w1,b1,y1
roll 111111
move g1,y1,r1,b1,k1,w1 w1,g1,y1,r1,b1,k1 r1,k1,g1,y1,w1,b1 k1,w1,b1,g1,y1,r1 b1,r1,k1,w1,g1,y1 y1,b1,w1,k1,r1,g1
roll 111111
move w1,k1,r1,b1,g1,y1 g1,r1,w1,k1,y1,b1 y1,g1,b1,r1,k1,w1 k1,b1,y1,w1,r1,g1 b1,y1,k1,g1,w1,r1 r1,w1,g1,y1,b1,k1
roll 111111
move r1,g1,y1,k1,b1,w1 k1,r1,b1,g1,w1,y1 w1,b1,r1,y1,g1,k1 y1,k1,g1,w1,r1,b1 b1,y1,w1,r1,k1,g1 g1,w1,k1,b1,y1,r1
over
score 35 35 35 35 35 35

== The numbers of the five rows: all hits make 200 points
at Idea del gioco e preparazione
game twentyone 1
roll 531462
move -
refuse 0 w5,y6
move y6,w5,b4,k3,g2,r1
parts 0 42 0 0 0 0
roll 543431
move -
move w5,k4,b4,r3,y3,g1
roll 123256
move -
move g6,y5,r3,b2,k2,w1
roll 544212
move -
move w5,k4,r4,b2,g2,y1
roll 134234
move -
move r4,g4,y3,k3,b2,w1
over
parts 0 42 41 40 39 38
score 200

== A die higher than its box does not fit: the first two rows, box by box
at Svolgimento del gioco
game twentyone 1
roll 642563
move -
moves 0 x y6
move y6
roll 642563
move -
moves 0 x
position twentyone seats=1 turn=6 active=0 phase=roll dice=- xxxxxx/....../....../....../......
roll 654542
move -
moves 0 x

== A die higher than its box does not fit: the other rows, box by box
at Svolgimento del gioco
position twentyone seats=1 turn=12 active=0 phase=roll dice=- xxxxxx/xxxxxx/....../....../......
roll 234366
move -
moves 0 g6 x
position twentyone seats=1 turn=18 active=0 phase=roll dice=- xxxxxx/xxxxxx/xxxxxx/....../......
roll 655323
move -
moves 0 x
position twentyone seats=1 turn=24 active=0 phase=roll dice=- xxxxxx/xxxxxx/xxxxxx/xxxxxx/......
roll 245345
move -
moves 0 x

== Each seat has the sheet of its letter
at Idea del gioco e preparazione
game twentyone 3 sheets=CAD
state twentyone seats=3 sheets=CAD turn=0 active=0 phase=roll dice=- ....../....../....../....../...... ....../....../....../....../...... ....../....../....../....../......
roll 666666
move -
moves 0 w6 x
moves 1 x y6
moves 2 g6 x

== Without the option the sheets go by seat from A
at Idea del gioco e preparazione
game twentyone 2
roll 666666
move -
moves 0 x y6
moves 1 b6 x

== The sheets in seat order are the same game as without the option
at rules page, notation
game twentyone 2 sheets=AB
state twentyone seats=2 turn=0 active=0 phase=roll dice=- ....../....../....../....../...... ....../....../....../....../......
refuse position twentyone seats=2 sheets=AB turn=0 active=0 phase=roll dice=- ....../....../....../....../...... ....../....../....../....../......

== A sheet for each seat, all different
at Idea del gioco e preparazione
refuse position twentyone seats=2 sheets=C turn=0 active=0 phase=roll dice=- ....../....../....../....../...... ....../....../....../....../......
refuse position twentyone seats=2 sheets=CAD turn=0 active=0 phase=roll dice=- ....../....../....../....../...... ....../....../....../....../......
refuse position twentyone seats=2 sheets=CC turn=0 active=0 phase=roll dice=- ....../....../....../....../...... ....../....../....../....../......
refuse position twentyone seats=2 sheets=CG turn=0 active=0 phase=roll dice=- ....../....../....../....../...... ....../....../....../....../......
refuse position twentyone seats=2 sheets=ca turn=0 active=0 phase=roll dice=- ....../....../....../....../...... ....../....../....../....../......

== Roll 6 4 3 3 1 1: the second roll takes four dice
at Svolgimento del gioco, esempio
game twentyone 2
roll 643311
phase keep
movers 0
moves 0 - again
moves 1
move again
chance
state twentyone seats=2 turn=0 active=0 phase=reroll dice=----11 ....../....../....../....../...... ....../....../....../....../......
refuse roll 643312
refuse roll 643321
refuse roll 64331
refuse roll 6433--
roll 121511
phase write
movers 0 1

== There is no third roll
at Svolgimento del gioco
game twentyone 1
roll 222222
move again
roll 333333
phase write

== A second roll may bring more ones; all dice but the ones are taken
at Svolgimento del gioco
game twentyone 1
roll 213456
move again
refuse roll 221111
roll 111111
phase write

== Six ones: no second roll
at rules page, a turn
game twentyone 2
roll 111111
phase write
movers 0 1
refuse 0 again
refuse 0 -

== Sara has two hits and three more dice to choose from
at Svolgimento del gioco, Attenzione, colpo vincente, esempio
game twentyone 1 sheets=E
roll 411342
move -
refuse 0 w4
moves 0 b3 b3,k1 g2 g2,b3 g2,b3,k1 g2,k1 k1 r1 r1,b3 r1,b3,k1 r1,g2 r1,g2,b3 r1,g2,b3,k1 r1,g2,k1 r1,k1 r1,y4 r1,y4,b3 r1,y4,b3,k1 r1,y4,g2 r1,y4,g2,b3 r1,y4,g2,b3,k1 r1,y4,g2,k1 r1,y4,k1 x y4 y4,b3 y4,b3,k1 y4,g2 y4,g2,b3 y4,g2,b3,k1 y4,g2,k1 y4,k1
move y4,b3,k1
parts 0 11 0 0 0 0
state twentyone seats=1 sheets=E turn=1 active=0 phase=roll dice=- .4.3.1/....../....../....../......

== Emma can write nothing and must cross out the white 5
at Svolgimento del gioco, Cancellare una casella, esempio
position twentyone seats=1 turn=4 active=0 phase=roll dice=- 5.42.1/....../....../....../......
roll 611115
move -
moves 0 x
move x
state twentyone seats=1 turn=5 active=0 phase=roll dice=- 5x42.1/....../....../....../......

== Emma's first row: 14 and three hits make 20
at Riga piena (Conta), esempio
position twentyone seats=1 turn=5 active=0 phase=roll dice=- 5x42.1/....../....../....../......
roll 666662
move -
moves 0 g2 x
move g2
parts 0 20 0 0 0 0
score 20

== Crossing out takes the leftmost free box, though something could be written
at Svolgimento del gioco, Cancellare una casella
game twentyone 1
roll 531462
move -
move x
state twentyone seats=1 turn=1 active=0 phase=roll dice=- x...../....../....../....../......
roll 531462
move -
move w5,k3
roll 531462
move -
move x
state twentyone seats=1 turn=3 active=0 phase=roll dice=- x5x3../....../....../....../......

== A box that is filled, or crossed out, takes no more
at Svolgimento del gioco
position twentyone seats=1 turn=3 active=0 phase=roll dice=- x5x3../....../....../....../......
roll 111111
moves 0 g1 g1,r1 r1 x

== One writes or crosses out: passing is not possible
at Svolgimento del gioco, Cancellare una casella
game twentyone 1
roll 666661
move -
refuse 0 -
moves 0 g1 x y6 y6,g1

== Every seat chooses in its own row
at Svolgimento del gioco
position twentyone seats=2 turn=4 active=0 phase=roll dice=- 111111/....../....../....../...... 11111./....../....../....../......
roll 656161
move -
moves 0 b1 b1,g1 g1 x
moves 1 g1 x

== The next row starts in the next turn, never two rows in one
at Riga piena (Conta), Attenzione
position twentyone seats=1 turn=5 active=0 phase=roll dice=- 54321./....../....../....../......
roll 111111
moves 0 r1 x
move r1
state twentyone seats=1 turn=6 active=0 phase=roll dice=- 543211/....../....../....../......
roll 111111
refuse 0 y1,w1
move w1,k1,b1,r1,y1,g1
state twentyone seats=1 turn=7 active=0 phase=roll dice=- 543211/111111/....../....../......

== Crossing out the last free box fills the row too
at Riga piena (Conta)
position twentyone seats=1 turn=5 active=0 phase=roll dice=- 54321./....../....../....../......
roll 226222
move -
move x
state twentyone seats=1 turn=6 active=0 phase=roll dice=- 54321x/....../....../....../......
score 15

== The bonus for one to six hits
at Riga piena (Conta)
position twentyone seats=6 turn=5 active=5 phase=roll dice=- 61111x/....../....../....../...... 65111x/....../....../....../...... 65411x/....../....../....../...... 65431x/....../....../....../...... 65432x/....../....../....../...... 65432./....../....../....../......
score 11 17 23 29 35 35
roll 111111
move w1 k1 b1 r1 y1 w1
parts 5 42 0 0 0 0

== Lino's sheet makes 88
at Fine del gioco, esempio
position twentyone seats=1 sheets=C turn=20 active=0 phase=over dice=- 64131x/543121/322x2x/533221/43121x
parts 0 18 22 10 26 12
score 88

== The fifth full row ends the game; the others count the row they are in
at Fine del gioco
position twentyone seats=3 turn=21 active=0 phase=roll dice=- 64131x/543121/322x2x/533221/4312.. 64131x/543121/322x2x/533221/4..... 64131x/543121/322x2x/5..221/......
roll 111111
move b1,w1 x g1
over
turn 21
active 0
parts 0 18 22 10 26 15
parts 1 18 22 10 26 5
parts 2 18 22 10 21 0

== Several seats may fill their fifth row in the same turn
at Fine del gioco
position twentyone seats=2 turn=28 active=0 phase=roll dice=- 64131x/543121/322x2x/533221/4312x. 64131x/543121/322x2x/533221/4312x.
roll 111111
move w1 x
over
score 90 87

== A row that is not full counts with its hits at any time
at Fine del gioco
position twentyone seats=1 turn=2 active=0 phase=roll dice=- .54.../....../....../....../......
score 12

== The next seat is active
at Svolgimento del gioco
game twentyone 2
roll 666666
move -
move x x
active 1
turn 1
chance
roll 666665
movers 1
moves 0
moves 1 - again

== What cannot be a position
at rulings
# a number above its box's, a box crossed out right of a free one, a row out of turn
refuse position twentyone seats=1 turn=2 active=0 phase=roll dice=- .6.1../....../....../....../......
refuse position twentyone seats=1 turn=2 active=0 phase=roll dice=- .x1.../....../....../....../......
refuse position twentyone seats=1 turn=2 active=0 phase=roll dice=- 1...../1...../....../....../......
refuse position twentyone seats=1 turn=7 active=0 phase=roll dice=- 111111/....../1...../....../......
# fewer boxes than turns, more rows than turns, two crossings-out or one and a number in a turn
refuse position twentyone seats=1 turn=3 active=0 phase=roll dice=- 11..../....../....../....../......
refuse position twentyone seats=1 turn=1 active=0 phase=roll dice=- 111111/1...../....../....../......
refuse position twentyone seats=1 turn=1 active=0 phase=roll dice=- xx..../....../....../....../......
refuse position twentyone seats=1 turn=1 active=0 phase=roll dice=- x5..../....../....../....../......
# the wrong seat
refuse position twentyone seats=2 turn=1 active=0 phase=roll dice=- x...../....../....../....../...... x...../....../....../....../......
# dice that do not fit the phase
refuse position twentyone seats=1 turn=0 active=0 phase=roll dice=123456 ....../....../....../....../......
refuse position twentyone seats=1 turn=0 active=0 phase=write dice=- ....../....../....../....../......
refuse position twentyone seats=1 turn=0 active=0 phase=write dice=12345- ....../....../....../....../......
refuse position twentyone seats=1 turn=0 active=0 phase=keep dice=111111 ....../....../....../....../......
refuse position twentyone seats=1 turn=0 active=0 phase=reroll dice=1----2 ....../....../....../....../......
refuse position twentyone seats=1 turn=0 active=0 phase=reroll dice=------ ....../....../....../....../......
refuse position twentyone seats=1 turn=0 active=0 phase=reroll dice=111111 ....../....../....../....../......
# over, or not
refuse position twentyone seats=1 turn=4 active=0 phase=over dice=- 111111/111111/111111/111111/11111.
refuse position twentyone seats=1 turn=5 active=0 phase=roll dice=- 111111/111111/111111/111111/111111
# too many seats
refuse position twentyone seats=7 turn=0 active=0 phase=roll dice=- ....../....../....../....../......
