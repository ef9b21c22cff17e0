# Qwinto with dice. "Inserire i numeri" and "Fine del gioco e conta" are headings of the card game's
# rulebook, which holds for both; "Qwinto (dice)" is the section of the rules page.

== Any one, two or three dice are picked
at Qwinto (dice)
game qwinto 2
phase pick
movers 0
moves 0 o op oy oyp p y yp
moves 1
refuse 0 -
refuse 0 yo

== One digit for each die picked, in the order orange, yellow, purple
at Qwinto (dice)
game qwinto 2
move op
chance
refuse roll 4
refuse roll 463
refuse roll 47
refuse roll 4-6
roll 46
state qwinto seats=2 turn=0 active=0 phase=again dice=op:46 o/y/p/m0 o/y/p/m0

== The active seat may roll all the picked dice once more
at Qwinto (dice)
game qwinto 2
move oy
roll 11
movers 0
moves 0 - again
move again
refuse roll 1
state qwinto seats=2 turn=0 active=0 phase=reroll dice=oy o/y/p/m0 o/y/p/m0
roll 65
phase write
movers 0 1
moves 1 - o1=11 o2=11 o3=11 o4=11 o5=11 o6=11 o7=11 o8=11 o9=11 y1=11 y2=11 y3=11 y4=11 y5=11 y6=11 y7=11 y8=11 y9=11

== Only rows whose die was rolled
at Qwinto (dice)
game qwinto 2
move p
roll 3
move -
moves 0 - p1=3 p2=3 p3=3 p4=3 p5=3 p6=3 p7=3 p8=3 p9=3

== All seats write at once, each where it likes
at Qwinto (dice)
game qwinto 3
move oyp
roll 132
move -
move y2=6 p4=6 -
phase pick
active 1
turn 1
score 1 1 0
state qwinto seats=3 turn=1 active=1 phase=pick dice=- o/y2=6/p/m0 o/y/p4=6/m0 o/y/p/m0

== Only the active seat marks a misthrow
at Attenzione, lancio a vuoto
game qwinto 2
move oyp
roll 132
move -
move - -
score -5 0
parts 0 0 0 0 0 -5

== Numbers rise strictly from left to right over all written boxes; gaps are filled later
at Inserire i numeri
position qwinto seats=1 turn=3 active=0 phase=write dice=o:6 o2=4,6=8,9=18/y/p/m0
moves 0 - o3=6 o4=6 o5=6
refuse 0 o1=6
refuse 0 o7=6

== Below the lowest and above the highest number
at Inserire i numeri
position qwinto seats=1 turn=2 active=0 phase=write dice=o:1 o3=4,6=8/y/p/m0
moves 0 - o1=1 o2=1
position qwinto seats=1 turn=2 active=0 phase=write dice=oyp:333 o3=4,6=8/y/p/m0
moves 0 - o7=9 o8=9 o9=9 p1=9 p2=9 p3=9 p4=9 p5=9 p6=9 p7=9 p8=9 p9=9 y1=9 y2=9 y3=9 y4=9 y5=9 y6=9 y7=9 y8=9 y9=9

== No number twice in a row
at Inserire i numeri
position qwinto seats=1 turn=1 active=0 phase=write dice=y:6 o/y5=6/p/m0
moves 0 -

== No room between two neighbours
at Inserire i numeri
position qwinto seats=1 turn=2 active=0 phase=write dice=y:6 o/y5=5,6=7/p/m0
moves 0 -

== No number twice in a column of three
at Inserire i numeri
# c7 is the fifth box of orange, the sixth of yellow, the seventh of purple
position qwinto seats=1 turn=1 active=0 phase=write dice=yp:34 o5=7/y/p/m0
moves 0 - p1=7 p2=7 p3=7 p4=7 p5=7 p6=7 p8=7 p9=7 y1=7 y2=7 y3=7 y4=7 y5=7 y7=7 y8=7 y9=7

== A number may stand in two rows, and both its columns are closed to the third
at Inserire i numeri
position qwinto seats=1 turn=2 active=0 phase=write dice=y:5 o1=5/y/p4=5/m0
moves 0 - y1=5 y4=5 y5=5 y6=5 y7=5 y8=5 y9=5

== The columns of two: c1 and c5 of yellow and purple, c4 and c10 of orange and yellow
at Inserire i numeri
position qwinto seats=1 turn=1 active=0 phase=write dice=p:2 o/y1=2/p/m0
refuse 0 p2=2
position qwinto seats=1 turn=1 active=0 phase=write dice=p:2 o/y5=2/p/m0
refuse 0 p5=2
position qwinto seats=1 turn=1 active=0 phase=write dice=y:2 o3=2/y/p/m0
refuse 0 y4=2
position qwinto seats=1 turn=1 active=0 phase=write dice=y:2 o8=2/y/p/m0
refuse 0 y9=2

== c6 is a column of two across the gap of yellow
at Inserire i numeri
# the fourth box of orange and the sixth of purple
position qwinto seats=1 turn=1 active=0 phase=write dice=p:6 o4=6/y/p/m0
moves 0 - p1=6 p2=6 p3=6 p4=6 p5=6 p7=6 p8=6 p9=6
position qwinto seats=1 turn=1 active=0 phase=write dice=o:6 o/y/p6=6/m0
moves 0 - o1=6 o2=6 o3=6 o5=6 o6=6 o7=6 o8=6 o9=6

== The outer columns c0 and c11 have one box
at Inserire i numeri
position qwinto seats=1 turn=2 active=0 phase=write dice=o:4 o/y9=4/p1=4/m0
moves 0 - o1=4 o2=4 o3=4 o4=4 o5=4 o6=4 o7=4 o9=4

== The score of the rulebook: 4 + 16 + 6, bonus 5 + 10 + 12, two misthrows
at Fine del gioco e conta
position qwinto seats=1 turn=21 active=0 phase=pick dice=- o1=3,5=10,6=11,9=17/y1=1,2=2,3=4,4=6,5=7,6=9,7=12,8=14,9=16/p1=1,2=3,3=5,6=7,7=8,8=13/m2
parts 0 4 16 6 27 -10
score 43

== A column of three counts only when it is full
at Fine del gioco e conta
position qwinto seats=1 turn=2 active=0 phase=write dice=o:5 o/y2=4/p3=6/m0
score 2
move o1=5
parts 0 1 1 1 6 0

== The bonus boxes are purple's in c2 and c9, orange's in c3 and c7, yellow's in c8
at Fine del gioco e conta
position qwinto seats=1 turn=3 active=0 phase=pick dice=- o1=1/y2=2/p3=3/m0
parts 0 1 1 1 3 0
position qwinto seats=1 turn=3 active=0 phase=pick dice=- o2=1/y3=2/p4=3/m0
parts 0 1 1 1 1 0
position qwinto seats=1 turn=3 active=0 phase=pick dice=- o5=1/y6=2/p7=3/m0
parts 0 1 1 1 1 0
position qwinto seats=1 turn=3 active=0 phase=pick dice=- o6=1/y7=2/p8=3/m0
parts 0 1 1 1 2 0
position qwinto seats=1 turn=3 active=0 phase=pick dice=- o7=1/y8=2/p9=3/m0
parts 0 1 1 1 3 0

== A full row counts its rightmost number
at Fine del gioco e conta
position qwinto seats=1 turn=8 active=0 phase=write dice=o:1 o2=2,3=3,4=4,5=5,6=6,7=7,8=8,9=10/y/p/m0
score 8
move o1=1
score 10
phase pick

== The fourth misthrow ends the game
at Fine del gioco e conta
position qwinto seats=2 turn=6 active=0 phase=write dice=o:3 o/y/p/m3 o1=1,2=2/y/p/m1
move - o3=3
over
score -20 -2
state qwinto seats=2 turn=6 active=0 phase=over dice=- o/y/p/m4 o1=1,2=2,3=3/y/p/m1

== Two full rows end the game, after all have written
at Fine del gioco e conta
position qwinto seats=2 turn=18 active=0 phase=write dice=oyp:666 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8,9=9/y1=2,2=3,3=4,4=5,5=6,6=8,7=9,8=10/p/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y/p1=2/m0
moves 1 - o9=18 p2=18 p3=18 p4=18 p5=18 p6=18 p7=18 p8=18 p9=18 y1=18 y2=18 y3=18 y4=18 y5=18 y6=18 y7=18 y8=18 y9=18
move y9=18 o9=18
over
score 27 19

== A seat that is not active ends the game too, and the active seat still marks its misthrow
at Fine del gioco e conta
position qwinto seats=2 turn=18 active=0 phase=write dice=oyp:666 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8/y/p1=2/m0 o1=1,2=2,3=3,4=4,5=5,6=6,7=7,8=8,9=9/y1=2,2=3,3=4,4=5,5=6,6=8,7=9,8=10/p/m0
move - y9=18
over
score 4 27

== The highest score: two full rows and eight numbers in the third
at Qwinto cards, worked examples
position qwinto seats=1 turn=25 active=0 phase=write dice=oyp:666 o1=11,2=12,3=13,5=14,6=15,7=16,8=17,9=18/y1=9,2=10,3=11,4=12,5=13,6=15,7=16,8=17/p1=10,2=11,3=12,4=13,5=14,6=15,7=16,8=17,9=18/m0
moves 0 - y9=18
move y9=18
over
parts 0 8 18 18 72 0
score 116

== What cannot be a position
at Inserire i numeri
refuse position qwinto seats=1 turn=2 active=0 phase=pick dice=- o1=5,2=5/y/p/m0
refuse position qwinto seats=1 turn=2 active=0 phase=pick dice=- o2=5,1=3/y/p/m0
refuse position qwinto seats=1 turn=2 active=0 phase=pick dice=- o1=5/y2=5/p/m0
refuse position qwinto seats=1 turn=1 active=0 phase=pick dice=- o1=19/y/p/m0
refuse position qwinto seats=1 turn=1 active=0 phase=pick dice=- o10=5/y/p/m0
refuse position qwinto seats=1 turn=1 active=0 phase=pick dice=- o/y/p/m0
refuse position qwinto seats=2 turn=1 active=1 phase=pick dice=- o/y/p/m0 o/y/p/m0
refuse position qwinto seats=2 turn=1 active=0 phase=pick dice=- o/y/p/m1 o/y/p/m0
refuse position qwinto seats=2 turn=1 active=1 phase=pick dice=- o/y/p/m1 o/y/p/m1
refuse position qwinto seats=1 turn=0 active=0 phase=roll dice=- o/y/p/m0
refuse position qwinto seats=1 turn=0 active=0 phase=roll dice=o:1 o/y/p/m0
refuse position qwinto seats=1 turn=0 active=0 phase=write dice=yo:12 o/y/p/m0
refuse position qwinto seats=1 turn=4 active=0 phase=pick dice=- o/y/p/m4
refuse position qwinto seats=1 turn=3 active=0 phase=over dice=- o1=1/y/p/m3
refuse position qwinto seats=7 turn=0 active=0 phase=pick dice=- o/y/p/m0 o/y/p/m0 o/y/p/m0 o/y/p/m0 o/y/p/m0 o/y/p/m0 o/y/p/m0
