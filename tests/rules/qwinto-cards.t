# Qwinto, the card game. Places are headings of its rulebook, or "Rulings" of the rules page.

== Four cards for the grid, then three for each seat in order
at Preparazione del gioco
game qwinto-cards 2
phase deal
draw g3
refuse draw g3
refuse draw ?
refuse draw o7
refuse draw o-1
draw y3
draw o2
draw p5
state qwinto-cards seats=2 turn=0 active=0 phase=deal grid=g3,y3,o2,p5 last=- pile=o-2,o0,o1,o3,o4,o5,o6,y-2,y0,y1,y2,y4,y5,y6,p-2,p0,p1,p2,p3,p4,p6,g-2,g0,g1,g2,g4,g5,g6 old=- hands=-,-,-;-,-,- o/y/p/m0 o/y/p/m0
draw o4
draw p1
draw o1
draw y-2
draw y1
chance
draw y2
movers 0
phase lay
state qwinto-cards seats=2 turn=0 active=0 phase=lay grid=g3,y3,o2,p5 last=- pile=o-2,o0,o3,o5,o6,y0,y4,y5,y6,p-2,p0,p2,p3,p4,p6,g-2,g0,g1,g2,g4,g5,g6 old=- hands=o1,o4,p1;y-2,y1,y2 o/y/p/m0 o/y/p/m0

== One card on any of the four
at Svolgimento del gioco
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=g3,y3,o2,p5 last=- pile=o-2,o0,o3,o5,o6,y-2,y4,y5,y6,p-2,p0,p1,p3,p4,p6,g-2,g0,g1,g2,g4,g5,g6 old=- hands=o1,o4,p2;y0,y1,y2 o/y/p/m0 o/y/p/m0
moves 0 o1@bl o1@br o1@tl o1@tr o4@bl o4@br o4@tl o4@tr p2@bl p2@br p2@tl p2@tr
moves 1
refuse 0 -
refuse 0 y0@tl

== The card laid and its two neighbours: a 10 in orange or yellow
at Svolgimento del gioco
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=o-2,o0,o1,o2,o3,o5,y-2,y4,y5,y6,p-2,p2,p3,p4,p6,g-2,g0,g1,g2,g4,g5,g6 old=- hands=o4,p0,p1;y0,y1,y2 o/y/p/m0 o/y/p/m0
move o4@br
phase write
movers 0 1
moves 0 - o1=10 o2=10 o3=10 o4=10 o5=10 o6=10 o7=10 o8=10 o9=10 y1=10 y2=10 y3=10 y4=10 y5=10 y6=10 y7=10 y8=10 y9=10
moves 1 - o1=10 o2=10 o3=10 o4=10 o5=10 o6=10 o7=10 o8=10 o9=10 y1=10 y2=10 y3=10 y4=10 y5=10 y6=10 y7=10 y8=10 y9=10

== The diagonal card does not count
at Svolgimento del gioco
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=p6,g1,g2,o1 last=- pile=o-2,o0,o2,o4,o5,o6,y-2,y2,y3,y4,y5,y6,p-2,p3,p4,p5,g-2,g0,g3,g4,g5,g6 old=- hands=o3,y0,y1;p0,p1,p2 o/y/p/m0 o/y/p/m0
move o3@br
moves 0 - o1=6 o2=6 o3=6 o4=6 o5=6 o6=6 o7=6 o8=6 o9=6

== Two ones: a 5 in orange, yellow or purple
at Posare due carte
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=o2,y3,g3,g6 last=- pile=o-2,o0,o3,o4,o5,o6,y-2,y4,y5,p-2,p0,p2,p3,p4,p5,p6,g-2,g0,g1,g2,g4,g5 old=- hands=o1,y6,p1;y0,y1,y2 o/y/p/m0 o/y/p/m0
move p1@bl+o1@tl
moves 0 - o1=5 o2=5 o3=5 o4=5 o5=5 o6=5 o7=5 o8=5 o9=5 p1=5 p2=5 p3=5 p4=5 p5=5 p6=5 p7=5 p8=5 p9=5 y1=5 y2=5 y3=5 y4=5 y5=5 y6=5 y7=5 y8=5 y9=5
state qwinto-cards seats=2 turn=0 active=0 phase=write grid=o1,y3,p1,g6 last=tl pile=o-2,o0,o3,o4,o5,o6,y-2,y4,y5,p-2,p0,p2,p3,p4,p5,p6,g-2,g0,g1,g2,g4,g5 old=- hands=y6,-,-;y0,y1,y2 o/y/p/m0 o/y/p/m0

== A pair in either order, the second card next to the first
at Posare due carte
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=o2,y3,g3,g6 last=- pile=o-2,o0,o3,o4,o5,o6,y-2,y4,y5,p-2,p0,p2,p3,p4,p5,p6,g-2,g0,g1,g2,g4,g5 old=- hands=o1,y6,p1;y0,y1,y2 o/y/p/m0 o/y/p/m0
moves 0 o1@bl o1@bl+p1@br o1@bl+p1@tl o1@br o1@br+p1@bl o1@br+p1@tr o1@tl o1@tl+p1@bl o1@tl+p1@tr o1@tr o1@tr+p1@br o1@tr+p1@tl p1@bl p1@bl+o1@br p1@bl+o1@tl p1@br p1@br+o1@bl p1@br+o1@tr p1@tl p1@tl+o1@bl p1@tl+o1@tr p1@tr p1@tr+o1@br p1@tr+o1@tl y6@bl y6@br y6@tl y6@tr
refuse 0 o1@tl+p1@br
refuse 0 o1@tl+p1@tl
refuse 0 o1@tl+y6@tr

== Never more than two cards
at Posare due carte
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=o2,y3,g3,g6 last=- pile=o-2,o0,o3,o4,o5,o6,y-2,y4,y5,y6,p-2,p0,p2,p3,p4,p5,p6,g-2,g0,g2,g4,g5 old=- hands=o1,p1,g1;y0,y1,y2 o/y/p/m0 o/y/p/m0
refuse 0 o1@tl+p1@tr+g1@br
move o1@tl+p1@tr
moves 0 - o1=8 o2=8 o3=8 o4=8 o5=8 o6=8 o7=8 o8=8 o9=8 p1=8 p2=8 p3=8 p4=8 p5=8 p6=8 p7=8 p8=8 p9=8

== Equal colours are no pair
at Posare due carte
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=o2,y3,g3,g6 last=- pile=o-2,o0,o5,o6,y-2,y4,y5,y6,p-2,p0,p1,p2,p3,p4,p5,p6,g-2,g0,g1,g2,g4,g5 old=- hands=o1,o3,o4;y0,y1,y2 o/y/p/m0 o/y/p/m0
refuse 0 o1@tl+o3@tr

== All write at once; a seat that is not active passes freely
at Svolgimento del gioco
position qwinto-cards seats=3 turn=0 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=o-2,o0,o1,o2,o3,o5,y-2,y4,y5,y6,p-2,p2,p3,p4,p6,g-2,g4,g5,g6 old=- hands=o4,p0,p1;y0,y1,y2;g0,g1,g2 o/y/p/m0 o/y/p/m0 o/y/p/m0
move o4@br
move o9=10 y1=10 -
score 1 1 0
phase draw

== The active seat that does not write marks a misthrow
at Attenzione, lancio a vuoto
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=o-2,o0,o1,o2,o3,o5,y-2,y4,y5,y6,p-2,p2,p3,p4,p6,g-2,g0,g1,g2,g4,g5,g6 old=- hands=o4,p0,p1;y0,y1,y2 o/y/p/m0 o/y/p/m0
move o4@br
move - o1=10
score -5 1
parts 0 0 0 0 0 -5

== Three grey cards: nobody can write
at Attenzione, lancio a vuoto
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=o6,g3,g4,p5 last=- pile=o-2,o0,o1,o2,o3,o5,y-2,y3,y4,y5,y6,p-2,p1,p2,p3,p4,p6,g-2,g0,g1,g2,g5 old=- hands=o4,p0,g6;y0,y1,y2 o/y/p/m0 o/y/p/m0
move g6@tl
movers 0 1
moves 0 -
moves 1 -
move - -
score -5 0
phase draw

== One colour between two grey cards
at Svolgimento del gioco
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=o6,g3,g4,p5 last=- pile=o-2,o0,o1,o2,o3,o5,y-2,y3,y4,y5,p-2,p1,p2,p3,p4,p6,g-2,g0,g1,g2,g5,g6 old=- hands=o4,y6,p0;y0,y1,y2 o/y/p/m0 o/y/p/m0
move y6@tl
moves 0 - y1=13 y2=13 y3=13 y4=13 y5=13 y6=13 y7=13 y8=13 y9=13

== A result of 0 cannot be written
at Attenzione, lancio a vuoto
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=o6,g0,o2,p5 last=- pile=o-2,o0,o1,o3,o5,y3,y4,y5,y6,p-2,p1,p2,p3,p4,p6,g-2,g1,g2,g3,g4,g5,g6 old=- hands=o4,y-2,p0;y0,y1,y2 o/y/p/m0 o/y/p/m0
move y-2@tl
moves 0 -
moves 1 -
move - -
score -5 0

== A negative result cannot be written
at Attenzione, lancio a vuoto
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=o6,g-2,o-2,p5 last=- pile=o0,o1,o2,o3,o5,y3,y4,y5,y6,p-2,p1,p2,p3,p4,p6,g0,g1,g2,g3,g4,g5,g6 old=- hands=o4,y-2,p0;y0,y1,y2 o/y/p/m0 o/y/p/m0
move y-2@tl
moves 0 -
moves 1 -

== 1 and 18 are the lowest and the highest result
at Inserire i numeri
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=g6,o0,y-2,p5 last=- pile=o-2,o1,o2,o3,o4,o5,o6,y3,y4,y5,y6,p-2,p0,p1,p2,g-2,g0,g1,g2,g3,g4,g5 old=- hands=p3,p4,p6;y0,y1,y2 o/y/p/m0 o/y/p/m0
move p3@tl
moves 0 - o1=1 o2=1 o3=1 o4=1 o5=1 o6=1 o7=1 o8=1 o9=1 p1=1 p2=1 p3=1 p4=1 p5=1 p6=1 p7=1 p8=1 p9=1 y1=1 y2=1 y3=1 y4=1 y5=1 y6=1 y7=1 y8=1 y9=1

== Three sixes
at Inserire i numeri
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=g5,o6,y6,p5 last=- pile=o-2,o0,o1,o2,o3,o4,o5,y-2,y3,y4,y5,p-2,p0,p1,p2,g-2,g0,g1,g2,g3,g4,g6 old=- hands=p3,p4,p6;y0,y1,y2 o/y/p/m0 o/y/p/m0
move p6@tl
moves 0 - o1=18 o2=18 o3=18 o4=18 o5=18 o6=18 o7=18 o8=18 o9=18 p1=18 p2=18 p3=18 p4=18 p5=18 p6=18 p7=18 p8=18 p9=18 y1=18 y2=18 y3=18 y4=18 y5=18 y6=18 y7=18 y8=18 y9=18

== One card is drawn after the writing, then the next seat is active
at Svolgimento del gioco
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=o-2,o0,o1,o2,o3,o5,y-2,y4,y5,y6,p-2,p2,p3,p4,p6,g-2,g0,g1,g2,g4,g5,g6 old=- hands=o4,p0,p1;y0,y1,y2 o/y/p/m0 o/y/p/m0
move o4@br
move - -
chance
active 0
turn 0
refuse draw p5
refuse draw o4
refuse draw p1
refuse draw y0
draw o1
phase lay
active 1
turn 1
movers 1

== Two cards are drawn after a pair
at Svolgimento del gioco
position qwinto-cards seats=2 turn=0 active=0 phase=lay grid=o2,y3,g3,g6 last=- pile=o-2,o0,o3,o4,o5,o6,y-2,y4,y5,p-2,p0,p2,p3,p4,p5,p6,g-2,g0,g1,g2,g4,g5 old=- hands=o1,y6,p1;y0,y1,y2 o/y/p/m0 o/y/p/m0
move p1@bl+o1@tl
move - -
draw p6
phase draw
draw p0
phase lay
active 1
state qwinto-cards seats=2 turn=1 active=1 phase=lay grid=o1,y3,p1,g6 last=- pile=o-2,o0,o3,o4,o5,o6,y-2,y4,y5,p-2,p2,p3,p4,p5,g-2,g0,g1,g2,g4,g5 old=- hands=y6,p0,p6;y0,y1,y2 o/y/p/m1 o/y/p/m0

== A pile that runs out waits until a card is needed
at Nota: il mazzo di pesca
position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
move o4@br
move - -
refuse draw p5
draw g6
phase lay
active 1
state qwinto-cards seats=2 turn=13 active=1 phase=lay grid=o6,y3,g3,o4 last=- pile=- old=y0,y1,y2,p0,p1,g6 hands=p0,p1,g6;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m1 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0

== All covered cards become the new pile, those covered in this turn too; the four visible ones stay
at Nota: il mazzo di pesca
position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=- old=o4,y0,y1,y2,p0,p1 hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
move o4@br
move - -
phase draw
state qwinto-cards seats=2 turn=12 active=0 phase=draw grid=o6,y3,g3,o4 last=- pile=o-2,o0,o1,o2,o3,o5,y-2,y4,y5,y6,p-2,p2,p3,p4,p5,p6,g-2,g0,g1,g2,g4,g5,g6 old=y0,y1,y2,p0,p1 hands=p0,p1,-;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m1 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
refuse draw o4
refuse draw o6
draw p5

== A reshuffle between the two draws after a pair
at Rulings: the pile is looked at before each single card
position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o2,y3,g3,g6 last=- pile=o0 old=- hands=o1,y6,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
move p1@bl+o1@tl
move - -
refuse draw g3
draw o0
phase draw
refuse draw o0
refuse draw o1
state qwinto-cards seats=2 turn=12 active=0 phase=draw grid=o1,y3,p1,g6 last=- pile=o-2,o2,o3,o4,o5,o6,y-2,y4,y5,p-2,p0,p2,p3,p4,p5,p6,g-2,g0,g1,g2,g3,g4,g5 old=o0,y0,y1,y2,y6 hands=o0,y6,-;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m1 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
draw g3
phase lay
active 1

== What a seat knows: the other hand is hidden
at Rulings: a seat knows its own hand
position qwinto-cards seats=2 turn=12 active=0 viewer=0 phase=lay grid=o6,y3,g3,p5 last=- pile=o0,y0,y1,y2,g6 old=- hands=o4,p0,p1;?,?,? o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
move o4@br
move - -
refuse draw ?
draw g6
refuse 1 g6@tl
refuse 1 o5@tl
move y2@tl
move - -
draw ?
active 0

== What a seat knows: after a reshuffle the other hand is not in the new pile
at Rulings: a seat knows its own hand
position qwinto-cards seats=2 turn=13 active=1 viewer=0 phase=lay grid=o6,y3,g3,o4 last=- pile=- old=y0,y1,y2,p0,p1,g6 hands=p0,p1,g6;?1,?1,?1 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
move y2@tl
move - -
phase draw
draw ?
state qwinto-cards seats=2 turn=14 active=0 viewer=0 phase=lay grid=y2,y3,g3,o4 last=- pile=o-2,o0,o1,o2,o3,o5,o6,y-2,y4,y5,y6,p-2,p2,p3,p4,p5,p6,g-2,g0,g1,g2,g4,g5 old=y0,y1,p0,p1,g6 hands=p0,p1,g6;?,?1,?1 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m1

== A spectator sees no hand
at Rulings: a seat knows its own hand
position qwinto-cards seats=2 turn=12 active=0 viewer=none phase=lay grid=o6,y3,g3,p5 last=- pile=o0,o4,y0,y1,y2,p0,p1,g6 old=- hands=?,?,?;?,?,? o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
moves 0
refuse 0 o4@br
move o4@br
move - -
draw ?
state qwinto-cards seats=2 turn=13 active=1 viewer=none phase=lay grid=o6,y3,g3,o4 last=- pile=o0,y0,y1,y2,p0,p1,g6 old=- hands=?,?,?;?,?,? o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m1 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0

== One seat that holds all of two old batches: they are united
at Rulings: a seat knows its own hand
refuse position qwinto-cards seats=2 turn=14 active=0 phase=lay grid=y2,y3,g3,o4 last=- pile=o0 old=y0/y1 hands=o1,p1,g6;y0,y1,p0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
position qwinto-cards seats=2 turn=14 active=0 phase=lay grid=y2,y3,g3,o4 last=- pile=o0 old=y0,y1 hands=o1,p1,g6;y0,y1,p0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0

== The fourth misthrow ends the game; no card is drawn
at Fine del gioco e conta
position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3/y/p/m3 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
move o4@br
move - o9=10
over
score -17 14

== Two full rows end the game after all have written; no card is drawn
at Fine del gioco e conta
position qwinto-cards seats=2 turn=18 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8,9=9/y1=2,2=3,3=4,4=5,5=6,6=7,7=8,8=9/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2/p/m0
move o4@br
move y9=10 o9=10
over
score 19 11

== A seat that is not active can end the game
at Fine del gioco e conta
position qwinto-cards seats=2 turn=18 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8,9=9/y1=2,2=3,3=4,4=5,5=6,6=7,7=8,8=9/p/m0
move o4@br
move - y9=10
over
score 4 19

== The score of the rulebook: 4 + 16 + 6, bonus 5 + 10 + 12, two misthrows
at Fine del gioco e conta
position qwinto-cards seats=2 turn=22 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1;y0,y1,y2 o1=3,5=10,6=11,9=17/y1=1,2=2,3=4,4=6,5=7,6=9,7=12,8=14,9=16/p1=1,2=3,3=5,6=7,7=8,8=13/m2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
parts 0 4 16 6 27 -10
score 43 12

== The highest score: two full rows and eight numbers in the third
at Rulings: the highest score a seat can reach
position qwinto-cards seats=2 turn=26 active=0 phase=lay grid=g5,o6,y6,p5 last=- pile=g6 old=- hands=p3,p4,p6;y0,y1,y2 o1=11,2=12,3=13,5=14,6=15,7=16,8=17,9=18/y1=9,2=10,3=11,4=12,5=13,6=15,7=16,8=17/p1=10,2=11,3=12,4=13,5=14,6=15,7=16,8=17,9=18/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8,9=9/y1=2,2=3,3=4,4=5/p/m0
move p6@tl
moves 0 - y9=18
move y9=18 -
over
parts 0 8 18 18 72 0
score 116 13

== Alone: the last card of the pile is drawn, then the hand shrinks
at Variante a solo
position qwinto-cards seats=1 turn=13 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5,5=6/p/m0
move o4@br
move o9=10
draw g6
phase lay
turn 14
state qwinto-cards seats=1 turn=14 active=0 phase=lay grid=o6,y3,g3,o4 last=- pile=- old=p0,p1,g6 hands=p0,p1,g6 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8,9=10/y1=2,2=3,3=4,4=5,5=6/p/m0
move g6@tl
move -
phase lay
turn 15
state qwinto-cards seats=1 turn=15 active=0 phase=lay grid=g6,y3,g3,o4 last=- pile=- old=p0,p1 hands=p0,p1,- o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8,9=10/y1=2,2=3,3=4,4=5,5=6/p/m1

== Alone: a pair with one card left in the pile draws one
at Variante a solo
position qwinto-cards seats=1 turn=13 active=0 phase=lay grid=o2,y3,g3,g6 last=- pile=o0 old=- hands=o1,y6,p1 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5,5=6/p/m0
move p1@bl+o1@tl
move -
draw o0
phase lay
moves 0 o0@bl o0@br o0@tl o0@tr y6@bl y6@br y6@tl y6@tr

== Alone: the game ends when the last hand card was laid and its result used
at Variante a solo
position qwinto-cards seats=1 turn=14 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=- old=o4 hands=o4,-,- o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5,5=6/p/m1
move o4@br
phase write
moves 0 - o9=10 y6=10 y7=10 y8=10 y9=10
move o9=10
over
score 10

== Alone: a pair can be the last cards
at Variante a solo
position qwinto-cards seats=1 turn=14 active=0 phase=lay grid=o2,y3,g3,g6 last=- pile=- old=o1,p1 hands=o1,p1,- o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5,5=6/p/m1
move p1@bl+o1@tl
move -
over

== Alone: the game ends as usual too
at Variante a solo
position qwinto-cards seats=1 turn=13 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1 o1=1,2=2,3=3,4=4,5=5/y1=2,2=3,3=4,4=5,5=6/p/m3
move o4@br
move -
over
score -10

== What cannot be a position
at Materiale
position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
# a card in two places
refuse position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=p5 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
refuse position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=o4 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
refuse position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,y0;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
refuse position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=y3,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
# hands not in order, too small, hidden without a viewer
refuse position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=p0,o4,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
refuse position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,-;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
refuse position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1;?,?,? o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
# old cards that nobody holds, or a pile used up that is not old
refuse position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=g5 hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
refuse position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=- old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
# more covered than laid
refuse position qwinto-cards seats=2 turn=2 active=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
# nothing was laid
refuse position qwinto-cards seats=2 turn=12 active=0 phase=write grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
refuse position qwinto-cards seats=2 turn=12 active=0 phase=lay grid=o6,y3,g3,p5 last=br pile=g6 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
# nothing ended the game
refuse position qwinto-cards seats=2 turn=12 active=0 phase=over grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
# the viewer sees its own hand
refuse position qwinto-cards seats=2 turn=12 active=0 viewer=0 phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
refuse position qwinto-cards seats=2 turn=12 active=0 viewer=none phase=lay grid=o6,y3,g3,p5 last=- pile=g6 old=- hands=o4,p0,p1;y0,y1,y2 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y1=2,2=3,3=4,4=5/p/m0
