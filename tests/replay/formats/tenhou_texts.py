"""Parts of small Tenhou logs. Tile ids: kind = id / 4; reds 16, 52, 88."""

DIGEST = "0123456789abcdef" * 4
HEAD = '<mjloggm ver="2.3">'

INIT3 = (
    '<INIT seed="0,0,0,1,4,130" ten="350,350,350,0" oya="0"'
    ' hai0="37,38,39,68,72,76,80,84,89,92,96,100,120"'
    ' hai1="32,33,34,36,40,44,48,52,53,56,60,124,125"'
    ' hai2="35,70,71,73,74,77,78,81,82,108,112,116,122" hai3=""/>'
)
"""Three players, East 1, the dealer is seat 0."""

INIT4 = (
    '<INIT seed="6,2,1,1,4,130" ten="250,240,263,247" oya="2"'
    ' hai0="0,4,8,12,16,20,24,28,32,36,40,44,48"'
    ' hai1="1,5,9,13,17,21,25,29,33,37,41,45,49"'
    ' hai2="2,6,10,14,18,22,26,30,34,38,42,46,50"'
    ' hai3="3,7,11,15,19,23,27,31,35,39,43,47,51"/>'
)
"""Four players, South 3, two honba, one deposit, the dealer is seat 2. Each seat has one of each of 1m-9m and 1p-4p."""

HEAD3 = f'{HEAD}<GO type="185"/>{INIT3}'
HEAD4 = f'{HEAD}<GO type="9"/>{INIT4}'

WIN4 = (
    '<AGARI ba="2,1" hai="1,5,9" machi="9" ten="40,2600,0" yaku="8,1,52,1" doraHai="130" who="1" fromWho="0"'
    ' sc="250,-32,240,42,263,0,247,0" />'
)
"""A win of seat 1 from seat 0. Readers of Tenhou logs do not look into shown hands."""

GOOD3 = (
    f'{HEAD3}<T123/><N who="0" m="31520" /><T69/><D69/><U64/><REACH who="1" step="1"/><E124/>'
    '<REACH who="1" ten="350,340,350,0" step="2"/><V62/><F116/><T54/><D120/><U126/>'
    '<AGARI ba="0,1" hai="32,33,34,36,40,44,48,52,53,56,60,64,125,126" machi="126" ten="30,4000,0"'
    ' yaku="1,1,0,1,7,1,53,0" doraHai="130" doraHaiUra="131" who="1" fromWho="1"'
    ' sc="350,-20,340,50,350,-20,0,0" owari="330,-7.0,390,49.5,330,-42,0,0.0" /></mjloggm>'
)
"""A whole three-player game."""
