/** Glyph names and their Unicode values (Adobe Glyph List), including Zapf Dingbats; single letters are their own names. */
const VALUES = `
ff:fb00 ffi:fb03 ffl:fb04 dotlessj:237 visiblespace:2423
AE:c6 AEsmall]:7d A]:420 Aacute:c1 Aacutesmall]:78 Abreve:102 Acircumflex:c2 Acircumflexsmall]:79 Acyrillic:410
Adblgrave]:2200 Adieresis:c4 Agrave:c0 Agravesmall]:77 Ainvertedbreve]:2202 Alpha:391 Alphatonos:386 Amacron:100 Aogonek:104
Aring:c5 Aringbelow]:43b Atilde:c3 Atildesmall]:7a Aybarmenian]:2d5 B]:421 Bdotaccent]:43d Bdotbelow]:43f Becyrillic:411
Benarmenian]:2d6 Beta:392 Blinebelow]:441 Brevesmall]:25c6 Cacute:106 Caronsmall]:25c7 Ccaron:10c Ccedilla:c7
Ccedillaacute]:443 Ccedillasmall]:7e Ccircumflex:108 Cdot:10a Cdotaccent:10a Cedillasmall]:42e Checyrillic:427 Chi:3a7
Circumflexsmall]:25c8 Daarmenian]:2d8 Dcaron:10e Dcedilla]:44b Dcircumflexbelow]:44d Dcroat:110 Ddotaccent]:445
Ddotbelow]:447 Decyrillic:414 Delta:394 Deltagreek:394 Dieresissmall]:41e Djecyrillic:402 Dlinebelow]:449
Dotaccentsmall]:25c9 Dslash:110 Dzecyrillic:405 Dzhecyrillic:40f E]:424 Eacute:c9 Ebreve:114 Ecaron:11a Ecedillabreve]:457
Echarmenian]:2d9 Ecircumflex:ca Ecircumflexbelow]:453 Ecyrillic:404 Edieresis:cb Edot:116 Edotaccent:116 Efcyrillic:424
Egrave:c8 Elcyrillic:41b Emacron:112 Emacronacute]:451 Emacrongrave]:44f Emcyrillic:41c Emcyrillic]:21c0 Emonospace]:2560
Encyrillic:41d Eng:14a Enghecyrillic]:2248 Eogonek:118 Epsilon:395 Epsilontonos:388 Ercyrillic:420 Ereversedcyrillic:42d
Escyrillic:421 Eta:397 Etatonos:389 Eth:d0 Etildebelow]:455 Euro:20ac Euro]:ac Fdotaccent]:459 Feharmenian]:2556
Fiveroman]:164 G]:426 Gamma:393 Gbreve:11e Gcedilla:122 Gcircumflex:11c Gcommaaccent:122 Gdot:120 Gdotaccent:120
Gecyrillic:413 Gimarmenian]:2d7 Gjecyrillic:403 Gmacron]:45b H18533:25cf H18543:25aa H18551:25ab H22073:25a1 H]:427
Haabkhasiancyrillic]:224c Hardsigncyrillic:42a Hbar:126 Hcircumflex:124 Hdotbelow]:45f Hsmall]:263a Hungarumlautsmall]:25ca
Hzsquare]:2262 IAcyrillic:42f IJ:132 IUcyrillic:42e I]:428 Iacute:cd Ibreve:12c Icircumflex:ce Icyrillic:406 Idblgrave]:2208
Idieresis:cf Idot:130 Idotaccent:130 Iecyrillic:415 Ifraktur:2111 Igrave:cc Iicyrillic:418 Iicyrillic]:21bc
Iishortcyrillic:419 Imacron:12a Imacroncyrillic]:2286 Iocyrillic:401 Iogonek:12e Iogonek]:212e Iota:399 Iotadieresis:3aa
Iotadieresis]:14e Iotatonos:38a Iotatonos]:12e Ismall]:263b Itilde:128 J]:429 Jcircumflex:134 Jecyrillic:408 Jsmall]:263c
Kacyrillic:41a Kappa:39a Kcedilla:136 Kcommaaccent:136 Keharmenian]:2554 Khacyrillic:425 Kjecyrillic:40c L]:42b Lacute:139
Lambda:39b Lcaron:13d Lcedilla:13b Lcommaaccent:13b Ldot:13f Ldotaccent:13f Liwnarmenian]:253c Ljecyrillic:409 Lslash:141
Lslashsmall]:25cb Macronsmall]:425 Mu:39c Nacute:143 Ncaron:147 Ncedilla:145 Ncommaaccent:145 Njecyrillic:40a Ntilde:d1
Nu:39d OE:152 OEsmall]:25cc Oacute:d3 Obreve:14e Ocaron]:21d1 Ocircumflex:d4 Ocyrillic:41e Odblacute:150 Odieresis:d6
Ograve:d2 Oharmenian]:2555 Ohm:2126 Ohungarumlaut:150 Omacron:14c Omega:3a9 Omegagreek:3a9 Omegatonos:38f Omicron:39f
Omicrontonos:38c Oneroman]:160 Oslash:d8 Otilde:d5 P]:42f Pecyrillic:41f Phi:3a6 Pi:3a0 Piwrarmenian]:2553 Psi:3a8 Q]:430
R]:431 Racute:154 Rcaron:158 Rcedilla:156 Rcommaaccent:156 Rfraktur:211c Rho:3a1 Ringsmall]:25ce Rinvertedbreve]:2212
SF010000:250c SF020000:2514 SF030000:2510 SF040000:2518 SF050000:253c SF060000:252c SF060000]:2d0 SF070000:2534
SF080000:251c SF090000:2524 SF100000:2500 SF110000:2502 SF190000:2561 SF200000:2562 SF210000:2556 SF220000:2555
SF230000:2563 SF240000:2551 SF250000:2557 SF260000:255d SF270000:255c SF280000:255b SF280000]:20a3 SF360000:255e
SF370000:255f SF380000:255a SF390000:2554 SF400000:2569 SF410000:2566 SF420000:2560 SF430000:2550 SF440000:256c
SF450000:2567 SF460000:2568 SF470000:2564 SF480000:2565 SF490000:2559 SF500000:2558 SF510000:2552 SF520000:2553
SF530000:256b SF540000:256a S]:432 Sacute:15a Scaron:160 Scaronsmall]:25cf Scedilla:15e Scircumflex:15c Shacyrillic:428
Shchacyrillic:429 Shchacyrillic]:21cd Sigma:3a3 Softsigncyrillic:42c T]:433 Tau:3a4 Tbar:166 Tcaron:164 Tcedilla:162
Tcommaaccent:162 Tecyrillic:422 Theta:398 Thorn:de Tildesmall]:25d0 Tsecyrillic:426 Tshecyrillic:40b U]:434 Uacute:da
Ubreve:16c Ucaron]:21d3 Ucircumflex:db Ucyrillic:423 Udblacute:170 Udieresis:dc Ugrave:d9 Uhornacute]:2c7 Uhorngrave]:2c9
Uhornhookabove]:2cb Uhorntilde]:2cd Uhungarumlaut:170 Umacron:16a Uogonek:172 Upsilon:3a5 Upsilon1:3d2 Upsilondieresis:3ab
Upsilontonos:38e Uring:16e Ushortcyrillic:40e Utilde:168 Vecyrillic:412 W]:436 Wcircumflex:174 X]:437 Xi:39e Y]:438
Yacute:dd Ycircumflex:176 Ydieresis:178 Ydotbelow]:2d3 Yericyrillic:42b Ygrave]:2d1 Yicyrillic:407 Yiwnarmenian]:2552 Z]:439
Zacute:179 Zcaron:17d Zcaronsmall]:25d1 Zdot:17b Zdotaccent:17b Zecyrillic:417 Zedescendercyrillic]:223c Zeta:396
Zhecyrillic:416 Zstroke]:21b5 aabengali]:ef aacute:e1 aadeva]:6f aagurmukhi]:16f aavowelsignbengali]:127
aavowelsigndeva]:20a7 aavowelsigngujarati]:2227 abbreviationsigndeva]:d9 abengali]:ee abreve:103 acircumflex:e2 acute:b4
acutedeva]:bd acutelowmod:2cf acyrillic:430 adeva]:6e adieresis:e4 ae:e6 aekorean]:22 afii00208:2015 afii00208]:15
afii08941:20a4 afii08941]:a4 afii10017:410 afii10018:411 afii10019:412 afii10020:413 afii10021:414 afii10022:415
afii10023:401 afii10024:416 afii10025:417 afii10026:418 afii10027:419 afii10028:41a afii10029:41b afii10030:41c
afii10031:41d afii10032:41e afii10033:41f afii10034:420 afii10035:421 afii10036:422 afii10037:423 afii10038:424
afii10039:425 afii10040:426 afii10041:427 afii10042:428 afii10043:429 afii10044:42a afii10045:42b afii10046:42c
afii10047:42d afii10048:42e afii10049:42f afii10051:402 afii10052:403 afii10053:404 afii10054:405 afii10055:406
afii10056:407 afii10057:408 afii10058:409 afii10059:40a afii10060:40b afii10061:40c afii10062:40e afii10065:430
afii10066:431 afii10067:432 afii10068:433 afii10069:434 afii10070:435 afii10071:451 afii10072:436 afii10073:437
afii10074:438 afii10075:439 afii10076:43a afii10077:43b afii10078:43c afii10079:43d afii10080:43e afii10081:43f
afii10082:440 afii10083:441 afii10084:442 afii10085:443 afii10086:444 afii10087:445 afii10088:446 afii10089:447
afii10090:448 afii10091:449 afii10092:44a afii10093:44b afii10094:44c afii10095:44d afii10096:44e afii10097:44f
afii10099:452 afii10100:453 afii10101:454 afii10102:455 afii10103:456 afii10104:457 afii10105:458 afii10106:459
afii10107:45a afii10108:45b afii10109:45c afii10110:45e afii10145:40f afii10193:45f afii57381]:266a afii57388]:3b0
afii57392]:2660 afii57393]:2661 afii57394]:2662 afii57395]:2663 afii57396]:408 afii57397]:2665 afii57398]:2666
afii57399]:2667 afii57400]:40c afii57403]:3bf afii57409]:3c5 afii57412]:3c8 afii57414]:3ca afii57417]:3cd afii57418]:3ce
afii57440]:2640 afii57441]:2641 afii57442]:2642 afii57506]:422 afii57507]:42a afii57511]:41d afii57512]:42c afii57636:20aa
afii57636]:aa afii57666]:11a afii57668]:11c afii57672]:25d8 afii57673]:25d9 afii57675]:123 afii57676]:124 afii57678]:2126
afii57683]:25e3 afii57684]:25e4 afii57685]:25e5 afii57686]:25e6 afii57687]:12f afii57688]:38c afii57690]:38e afii57694]:165
afii57716]:394 afii57717]:395 afii57718]:396 afii57793]:25b4 afii57794]:25b5 afii57795]:25b6 afii57842]:25c0 afii61248:2105
afii61248]:105 afii61289:2113 afii61289]:113 afii61352:2116 afii61352]:116 afii61573:202c afii61573]:2c afii61574:202d
afii61574]:2d afii61575:202e afii61575]:2e afii61664]:c afii63167]:411 afii64937]:61 agrave:e0 agurmukhi]:16e aibengali]:f9
aivowelsignbengali]:131 aivowelsigndeva]:b1 aivowelsigngujarati]:3b4 akorean]:2021 alefarabic]:3cb alefhamzaabovearabic]:3c7
alefhamzabelowarabic]:3c9 alefmaddaabovearabic]:3c6 alefpatahhebrew]:169 aleph:2135 allequal:224c alpha:3b1 alphatonos:3ac
amacron:101 ampersand:26 ampersand]:2026 ampersandsmall]:39c angkhankhuthai]:25c3 angle:2220 angleleft:2329 angleright:232a
anoteleia:387 anudattadeva]:bb anusvarabengali]:eb anusvaradeva]:6b aogonek:105 apostrophearmenian]:255a apple:f8ff
approaches:2250 approxequal:2248 approxequalorimage:2252 approximatelyequal:2245 araeaekorean]:60 araeakorean]:5f aring:e5
aringbelow]:43c arrowboth:2194 arrowdblboth:21d4 arrowdbldown:21d3 arrowdblleft:21d0 arrowdblright:21d2 arrowdblup:21d1
arrowdown:2193 arrowdownleft:2199 arrowdownright:2198 arrowheaddownmod]:22c5 arrowheadleftmod]:66 arrowheadrightmod]:67
arrowheadupmod]:68 arrowhorizex:23af arrowleft:2190 arrowleftdbl:21d0 arrowleftdblstroke:21cd arrowleftoverright:21c6
arrowright:2192 arrowrightdblstroke:21cf arrowrightoverleft:21c4 arrowup:2191 arrowupdn:2195 arrowupdnbse:21a8
arrowupdownbase:21a8 arrowupleft:2196 arrowupleftofdown:21c5 arrowupright:2197 arrowvertex:23d0 asciicircum:5e asciitilde:7e
ascriptturned]:2252 asterisk:2a asteriskmath:2217 asterism:2042 asterism]:42 asymptoticallyequal:2243 at:40 at]:41f
atilde:e3 aturned]:2250 aubengali]:fd augurmukhi]:17d aulengthmarkbengali]:140 auvowelsignbengali]:135 auvowelsigndeva]:b5
auvowelsigngujarati]:2235 avagrahadeva]:a6 ayinhebrew]:386 babengali]:115 backslash:5c bahtthai]:25a8 bar:7c bbopomofo]:3b6
bdotaccent]:43e bdotbelow]:440 beamedsixteenthnotes:266c beamedsixteenthnotes]:410 because:2235 becyrillic:431
beharabic]:3cc behmeemisolatedarabic]:2243 beta:3b2 betdagesh]:16c bhabengali]:2116 bhagurmukhi]:2196 bindigurmukhi]:16b
blackdiamond:25c6 blacklowerlefttriangle:25e3 blackrectangle:25ac blacksmallsquare:25aa blacksmilingface:263b
blacksquare:25a0 blackstar]:3a9 blackupperlefttriangle:25e4 blank]:423 blinebelow]:442 block:2588 bqsquare]:2295
braceex:23aa braceleft:7b braceleftbt:23a9 braceleftmid:23a8 bracelefttp:23a7 braceright:7d bracerightbt:23ad
bracerightmid:23ac bracerighttp:23ab bracketleft:5b bracketleft]:43a bracketleftbt:23a3 bracketleftex:23a2
bracketlefttp:23a1 bracketright:5d bracketrightbt:23a6 bracketrightex:23a5 bracketrighttp:23a4 breve:2d8 brokenbar:a6
bullet:2022 bullet]:401 bulletinverse:25d8 bulletoperator:2219 bullseye:25ce cacute:107 cagujarati]:2203
candrabindubengali]:ea candrabindudeva]:6a careof:2105 caron:2c7 carriagereturn:21b5 ccaron:10d ccedilla:e7
ccedillaacute]:444 ccircumflex:109 cdot:10b cdotaccent:10b cdsquare]:2297 cedilla:b8 cent:a2 centigrade]:103
centoldstyle]:39 chabengali]:104 checyrillic:447 chi:3c7 chieuchaparenkorean]:e9 chieuchcirclekorean]:13b chieuchkorean]:1c
chieuchparenkorean]:db cieucaparenkorean]:e8 cieuccirclekorean]:13a cieuckorean]:1a cieucparenkorean]:da circlemultiply:2297
circleot:2299 circleplus:2295 circumflex:2c6 club:2663 club]:407 clubsuitblack:2663 clubsuitwhite:2667 clubsuitwhite]:40b
cmcubedsquare]:2276 colon:3a colon]:419 colonmonetary:20a1 colonsign:20a1 colonsign]:a1 colontriangularhalfmod:2d1
colontriangularmod:2d0 comma:2c commaabovecmb]:b7 commaarmenian]:255d commareversedabovecmb]:b8 compass:263c congruent:2245
contourintegral:222e contourintegral]:3b1 controlACK:6 controlBEL:7 controlBS:8 controlCAN:18 controlCAN]:2018 controlCR:d
controlDC1:11 controlDC2:12 controlDC3:13 controlDC3]:2013 controlDC4:14 controlDC4]:2014 controlDEL:7f controlDLE:10
controlEM:19 controlEM]:2019 controlENQ:5 controlEOT:4 controlESC:1b controlETB:17 controlETX:3 controlFF:c controlFS:1c
controlFS]:201c controlGS:1d controlGS]:201d controlHT:9 controlLF:a controlNAK:15 controlRS:1e controlRS]:201e controlSI:f
controlSO:e controlSOT:2 controlSTX:1 controlSUB:1a controlSUB]:201a controlSYN:16 controlSYN]:2016 controlUS:1f controlVT:b
copyright:a9 copyrightsans:a9 copyrightserif:a9 cosquare]:2299 cruzeiro:20a2 cruzeiro]:a2 curlyand]:2cf currency:a4
cyrFlex]:25a4 cyrbreve]:25a6 cyrflex]:25a7 daarmenian]:2564 dabengali]:10f dagger:2020 daggerdbl:2021 daggerdbl]:21
danda]:cd dblGrave]:25a5 dblarrowleft:21d4 dblarrowright:21d2 dbldanda]:ce dblintegral:222c dbllowline:2017 dbllowline]:17
dblverticalbar:2016 dbopomofo]:3ba dcaron:10f dcedilla]:44c dcircumflexbelow]:44e dcroat:111 ddabengali]:10a dddhadeva]:c5
ddhabengali]:10b ddotaccent]:446 ddotbelow]:448 decyrillic:434 degree:b0 delta:3b4 dhabengali]:110 diamond:2666 diamond]:40a
diamondsuitwhite:2662 diamondsuitwhite]:406 dieresis:a8 dihiragana]:2190 divide:f7 divides:2223 divisionslash:2215
djecyrillic:452 dkshade:2593 dlinebelow]:44a dmacron:111 dnblock:2584 dollar:24 dollar]:403 dollaroldstyle]:39a dong:20ab
dong]:ab dotaccent:2d9 dotlessi:131 dotlessjstrokehook]:2284 dotmath:22c5 dotmath]:69 downtackmod:2d5 duhiragana]:2193
dzcaron]:21c6 dzcurl]:22a5 dzecyrillic:455 dzhecyrillic:45f eacute:e9 earth:2641 ebengali]:f8 ebreve:115
ecandravowelsigndeva]:ae ecaron:11b ecedillabreve]:458 echarmenian]:2565 ecircumflex:ea ecircumflexbelow]:454
ecircumflexdotbelow]:2502 ecircumflextilde]:2500 ecyrillic:454 edblgrave]:2205 edieresis:eb edot:117 edotaccent:117
efcyrillic:444 egrave:e8 eharmenian]:2567 eight:38 eightbengali]:157 eightdeva]:d7 eighteenperiod]:223d
eighthnotebeamed:266b eightoldstyle]:3ae eightthai]:25c1 ekorean]:26 elcyrillic:43b element:2208 ellipsis:2026 emacron:113
emacronacute]:452 emcyrillic:43c emdash:2014 emphasismarkarmenian]:255b emptyset:2205 encyrillic:43d endash:2013 eng:14b
enspace]:2 eogonek:119 eokorean]:2025 eopenreversedhook]:1 epsilon:3b5 epsilontonos:3ad equal:3d equal]:41c
equalmonospace]:2558 equivalence:2261 ercyrillic:440 ereversedcyrillic:44d escyrillic:441 eshortvowelsigndeva]:af
estimated:212e eta:3b7 etatonos:3ae eth:f0 etildebelow]:456 eukorean]:2033 euro:20ac evowelsignbengali]:130
evowelsigndeva]:b0 exclam:21 exclamarmenian]:255c exclamdbl:203c exclamdbl]:3c exclamdown:a1 exclamdownsmall]:417
existential:2203 fadeva]:c7 fahrenheit]:109 fbopomofo]:3b9 fdotaccent]:45a female:2640 fi:fb01 fifteenparen]:2226
figuredash:2012 figuredash]:12 filledbox:25a0 filledrect:25ac firsttonechinese:2c9 firsttonechinese]:6d fisheye:25c9 five:35
five]:414 fivebengali]:2154 fivedeva]:d4 fiveeighths:215d fiveideographicparen]:f6 fivemonospace]:2550 fiveoldstyle]:3ab
fiveroman]:174 fivesuperior]:75 fl:fb02 florin:192 fmsquare]:226b fofanthai]:2588 forall:2200 four:34 four]:266f
fourbengali]:2153 fourdeva]:d3 fourgujarati]:2253 foursuperior]:74 fourthai]:25bd fourthtonechinese:2cb fraction:2044
fraction]:44 franc:20a3 franc]:a3 gabengali]:100 gamma:3b3 gbopomofo]:3be gbreve:11f gcedilla:123 gcircumflex:11d
gcommaaccent:123 gdot:121 gdotaccent:121 gecyrillic:433 geometricallyequal:2251 gereshhebrew]:397 germandbls:df
gershayimhebrew]:398 ghabengali]:101 ghestrokecyrillic]:2237 ghhadeva]:c3 ghook]:2260 gimeldageshhebrew]:16d gjecyrillic:453
glottalstopmod]:64 gmacron]:45c gradient:2207 grave:60 gravecmb]:20a4 gravedeva]:bc gravelowmod:2ce greater:3e
greaterequal:2265 greaterequalorless]:2db greaterorequivalent:2273 greaterorless:2277 greateroverequal:2267 gscript]:2261
guillemotleft:ab guillemotright:bb guilsinglleft:2039 guilsinglright:203a guilsinglright]:3a habengali]:2122 hadeva]:20a2
hangulfiller]:36 hardsigncyrillic:44a harpoonleftbarbup:21bc harpoonrightbarbup:21c0 hbar:127 hcircumflex:125
hdotaccent]:45e heart:2665 heart]:409 heartsuitblack:2665 heartsuitwhite:2661 heartsuitwhite]:405 hehinitialarabic]:2ca
hieuhacirclekorean]:14d hieuhaparenkorean]:ed hieuhcirclekorean]:13f hieuhkorean]:20 hieuhparenkorean]:df horizontalbar:2015
horncmb]:bf hotsprings:2668 hturned]:2265 hukatakana]:25e2 hungarumlaut:2dd hv]:2195 hyphen:2d hyphen]:2668 hyphentwo:2010
hyphentwo]:10 iacute:ed iacyrillic:44f ibengali]:f0 ibreve:12d icaron]:21d0 icircumflex:ee icyrillic:456
ideographnamecircle]:166 idieresis:ef iecyrillic:435 ieungacirclekorean]:147 ieungaparenkorean]:e7 ieungcirclekorean]:139
ieungkorean]:19 igrave:ec iibengali]:f1 iicyrillic:438 iideva]:71 iinvertedbreve]:220b iishortcyrillic:439
iivowelsignbengali]:129 iivowelsigndeva]:20a9 iivowelsigngujarati]:2229 ij:133 ikorean]:2035 ilde:2dc iluyhebrew]:25ac
imacron:12b increment:2206 infinity:221e iniarmenian]:256b integral:222b integralbt:2321 integralex:23ae integraltp:2320
intersection:2229 invbullet:25d8 invsmileface:263b iocyrillic:451 iogonek:12f iota:3b9 iotadieresis:3ca
iotadieresistonos:390 iotatonos:3af issharbengali]:163 itilde:129 iucyrillic:44e ivowelsignbengali]:128 ivowelsigndeva]:a8
ivowelsigngujarati]:2228 jabengali]:2105 jcircumflex:135 jecyrillic:458 jhabengali]:106 jhagujarati]:2206
kabashkircyrillic]:2245 kabengali]:fe kacyrillic:43a kagurmukhi]:17e kappa:3ba kapyeounmieumkorean]:43
kapyeounphieuphkorean]:56 kapyeounpieupkorean]:4a kcedilla:137 kcommaaccent:137 keharmenian]:2584 kgreenlandic:138
khabengali]:ff khacyrillic:445 khagurmukhi]:17f khhadeva]:c2 khieukhcirclekorean]:13c khieukhkorean]:1d
khieukhparenkorean]:dc khook]:2199 kiyeokaparenkorean]:e0 kiyeokcirclekorean]:132 kiyeokkorean]:3 kiyeoksioskorean]:5
kjecyrillic:45c klsquare]:226a labengali]:11b lacute:13a lambda:3bb lamhahinitialarabic]:2561 lamkhahinitialarabic]:2562
lammeeminitialarabic]:2563 largecircle]:393 lbopomofo]:3bd lcaron:13e lcedilla:13c lcommaaccent:13c ldot:140 ldotaccent:140
leftangleabovecmb]:be less:3c less]:41b lessequal:2264 lessequalorgreater]:2da lessmonospace]:2557 lessorequivalent:2272
lessorgreater:2276 lessoverequal:2266 lfblock:258c lira:20a4 ljecyrillic:459 llvocalicbengali]:14a llvocalicdeva]:ca
logicaland:2227 logicalnot:ac logicalor:2228 longs:17f lozenge:25ca lslash:142 lsquare:2113 ltshade:2591 lvocalicbengali]:f5
lvocalicvowelsigndeva]:cb mabengali]:117 macron:af macronlowmod:2cd magurmukhi]:2197 maieklowrightthai]:122
maiekupperleftthai]:121 maitholowleftthai]:126 maithothai]:25b2 maitrithai]:25b3 makatakana]:38f male:2642 mars:2642
mbopomofo]:3b8 meemmeeminitialarabic]:2568 mekatakana]:392 mhook]:2271 middot:b7 mieumacirclekorean]:144
mieumaparenkorean]:e4 mieumkorean]:13 mieumpansioskorean]:2042 mieumpieupkorean]:40 mieumsioskorean]:41 mikatakana]:390
minus:2212 minusmod:2d7 minusplus:2213 minute:2032 minute]:32 mlonglegturned]:2270 moverssquaredsquare]:227a mssquare]:2285
mturned]:226f mu:b5 mu1:b5 muchgreater:226b muchless:226a mugreek:3bc mukatakana]:391 mulsquare]:2267 multiply:d7
musicalnote:266a musicalnote]:40e musicalnotedbl:266b musicflatsign:266d musicsharpsign:266f musicsharpsign]:413
mvmegasquare]:228b nabengali]:111 nabla:2207 nacute:144 napostrophe:149 nbopomofo]:3bc nbspace:a0 ncaron:148 ncedilla:146
ncommaaccent:146 newsheqelsign:20aa ngabengali]:102 nhookleft]:2272 nhookretroflex]:2273 nieunacirclekorean]:141
nieunaparenkorean]:e1 nieuncieuckorean]:7 nieuncirclekorean]:133 nieunhieuhkorean]:8 nieunkorean]:6 nieunpansioskorean]:203a
nieunsioskorean]:2039 nieuntikeutkorean]:38 nine:39 nine]:418 ninebengali]:158 ninedeva]:d8 nineideographicparen]:fa
nineoldstyle]:3af nineroman]:178 njecyrillic:45a nkatakana]:3a4 nnabengali]:10c nnagujarati]:220c nonbreakingspace:a0
nooninitialarabic]:2c6 noonjeeminitialarabic]:2569 noonmeeminitialarabic]:256c noonnoonfinalarabic]:2c8 notcontains:220c
notelement:2209 notelementof:2209 notequal:2260 notgreater:226f notgreaternorequal:2271 notgreaternorless:2279
notidentical:2262 notless:226e notlessnorequal:2270 notparallel:2226 notprecedes:2280 notsubset:2284 notsucceeds:2281
notsuperset:2285 nsuperior]:7f ntilde:f1 nu:3bd nuktabengali]:125 nuktadeva]:a5 nuktagujarati]:2225 numbersign:23
numbersign]:402 numero:2116 nyabengali]:107 nyagujarati]:2207 oacute:f3 obengali]:fc obreve:14f ocandravowelsigndeva]:b2
ocaron]:21d2 ocircumflex:f4 ocircumflexacute]:250c ocircumflexdotbelow]:2514 ocircumflexhookabove]:2510 ocyrillic:43e
odblacute:151 odeva]:7c odieresis:f6 oe:153 oekorean]:202c ogonek:2db ograve:f2 ohorngrave]:2518 ohorntilde]:251c
ohungarumlaut:151 oinvertedbreve]:220f okorean]:29 omacron:14d omdeva]:b9 omega:3c9 omega1:3d6 omegalatinclosed]:2277
omegatonos:3ce omicron:3bf omicrontonos:3cc one:31 onebengali]:150 onedeva]:d0 onedotenleader:2024 onedotenleader]:24
oneeighth:215b onehalf:bd onenumeratorbengali]:15d oneoldstyle]:3a7 onequarter:bc oneroman]:170 onesuperior:b9 onethai]:25ba
onethird:2153 onethird]:153 oogurmukhi]:17c openbullet:25e6 openbullet]:38a ordfeminine:aa ordmasculine:ba orthogonal:221f
oshortdeva]:7b oshortvowelsigndeva]:b3 oslash:f8 otilde:f5 overline:203e overline]:3e overscore:af ovowelsignbengali]:134
ovowelsigndeva]:b4 ovowelsigngujarati]:2234 pabengali]:2113 pansioskorean]:51 paragraph:b6 parallel:2225 parenleft:28
parenleftaltonearabic]:11d parenleftbt:239d parenleftex:239c parenlefttp:239b parenright:29 parenright]:2664
parenrightbt:23a0 parenrightex:239f parenrighttp:239e partialdiff:2202 pasquare]:227b pbopomofo]:3b7 pecyrillic:43f
percent:25 period:2e period]:2669 periodcentered:b7 perpendicular:22a5 perthousand:2030 perthousand]:30 peseta:20a7
peseta]:a7 phabengali]:114 phi:3c6 phi1:3d5 phieuphcirclekorean]:13e phieuphkorean]:1f phieuphparenkorean]:de
phinthuthai]:25a3 pi:3c0 pieupaparenkorean]:e5 pieupcieuckorean]:48 pieupcirclekorean]:137 pieupkiyeokkorean]:2044
pieupkorean]:14 pieupsioskiyeokkorean]:46 pieupsioskorean]:16 pieupsiostikeutkorean]:47 pieupthieuthkorean]:49
pieuptikeutkorean]:45 plus:2b plusminus:b1 plusmod:2d6 pointingindexupwhite]:3c1 precedes:227a primereversed:2035
primereversed]:35 product:220f propersubset:2282 propersuperset:2283 proportion:2237 proportional:221d psi:3c8
pssquare]:2282 qadeva]:c1 quarternote:2669 question:3f questionarmenian]:255e questiondown:bf questionsmall]:3b5 quotedbl:22
quotedbl]:2022 quotedblbase:201e quotedblleft:201c quotedblright:201d quoteleft:2018 quoteleftreversed:201b
quoteleftreversed]:1b quotereversed:201b quoteright:2019 quoterightn:149 quotesinglbase:201a quotesingle:27 rabengali]:119
racute:155 radical:221a radicalex:203e radoverssquare]:2280 radoverssquaredsquare]:2281 ramshorn]:2264 ratio:2236 rcaron:159
rcedilla:157 rcommaaccent:157 rdblgrave]:2211 referencemark:203b referencemark]:3b reflexsubset:2286 reflexsuperset:2287
registered:ae registersans:ae registerserif:ae rekatakana]:39d reversedtilde:223d rhabengali]:146 rhadeva]:c6 rho:3c1
rieulacirclekorean]:143 rieulaparenkorean]:e3 rieulhieuhkorean]:2012 rieulkiyeoksioskorean]:203b rieulmieumkorean]:d
rieulpansioskorean]:203e rieulphieuphkorean]:11 rieulpieupkorean]:e rieulpieupsioskorean]:3d rieulsioskorean]:f
rieulthieuthkorean]:2010 rieultikeutkorean]:203c rightangle:221f righttriangle:22bf righttriangle]:63 rikatakana]:39b
ring:2da ringhalfleft]:22bf ringhalfleftarmenian]:2559 ringhalfleftbelowcmb]:c0 ringhalfleftcentered:2d3 ringhalfright]:62
ringhalfrightcentered:2d2 rinvertedbreve]:2213 rittorusquare]:2223 rokatakana]:39e roruathai]:258c rrabengali]:145
rragurmukhi]:21c5 rrvocalicbengali]:149 rrvocalicdeva]:c9 rtblock:2590 rturned]:2279 rupeemarkbengali]:15b
rupeesignbengali]:215c rvocalicbengali]:f4 rvocalicvowelsigndeva]:20ac sacute:15b sacute]:215b sadeva]:20a1 saraethai]:25a9
saraothai]:25ab saraueleftthai]:11e sarauthai]:25a1 scaron:161 scedilla:15f scircumflex:15d scircumflex]:215d
scommaaccent]:2219 second:2033 second]:33 secondtonechinese:2ca section:a7 semicolon:3b semicolon]:41a seven:37 seven]:416
sevenbengali]:156 sevendeva]:d6 seveneighths:215e seveneighths]:15e sevenoldstyle]:3ad sevenroman]:176 sfthyphen:ad
shabengali]:11f shacyrillic:448 shade:2592 shadedark:2593 shadelight:2591 shademedium:2592 shagujarati]:221f
shchacyrillic:449 sheqel:20aa shindageshshindot]:167 sigma:3c3 sigma1:3c2 sigmafinal:3c2 similar:223c siosaparenkorean]:e6
sioscieuckorean]:50 sioscirclekorean]:138 sioskiyeokkorean]:4c sioskorean]:2017 siosnieunkorean]:4d siospieupkorean]:4f
siostikeutkorean]:4e six:36 six]:415 sixbengali]:155 sixdeva]:d5 sixideographicparen]:f7 sixmonospace]:2551 sixoldstyle]:3ac
sixparen]:221d sixsuperior]:76 sixthai]:25bf slash:2f slong:17f smileface:263a softhyphen:ad softsigncyrillic:44c
sorusithai]:2592 sosalathai]:2591 sosuathai]:2593 space:20 space]:2020 spade:2660 spade]:404 spadesuitblack:2660
spadesuitwhite:2664 squarecc]:2296 squarehorizontalfill:25a4 squareln]:22a3 squarelog]:22a4 squaremm]:226e
squareverticalfill:25a5 ssabengali]:120 ssadeva]:a0 ssagujarati]:2220 ssangcieuckorean]:201b ssanghieuhkorean]:57
ssangieungkorean]:52 ssangkiyeokkorean]:4 ssangnieunkorean]:37 ssangpieupkorean]:2015 ssangsioskorean]:18
ssangtikeutkorean]:a sterling:a3 subset:2282 subsetnotequal:228a subsetorequal:2286 succeeds:227b suchthat:220b
summation:2211 sun:263c superset:2283 supersetnotequal:228b supersetorequal:2287 tabengali]:10d tackdown:22a4 tackleft:22a3
tau:3c4 tbar:167 tbopomofo]:3bb tcaron:165 tcedilla:163 tcommaaccent:163 tecyrillic:442 tehhahinitialarabic]:2dd
tehiragana]:2194 tehjeeminitialarabic]:2dc telephoneblack]:3b2 telishagedolahebrew]:25a0 tenideographicparen]:fb
tenroman]:179 thabengali]:10e thereexists:2203 therefore:2234 theta:3b8 theta1:3d1 thieuthcirclekorean]:13d
thieuthkorean]:1e thieuthparenkorean]:dd thorn:fe thothahanthai]:2580 three:33 three]:412 threebengali]:152 threedeva]:d2
threeeighths:215c threeeighths]:15c threenumeratorbengali]:15f threequarters:be threeroman]:172 threesuperior:b3
threethai]:25bc thzsquare]:2266 tikeutacirclekorean]:142 tikeutaparenkorean]:e2 tikeutkorean]:9 tilde:2dc tildeoperator:223c
tonetwo]:21a8 trademark:2122 trademarksans:2122 trademarkserif:2122 triagdn:25bc triaglf:25c4 triagrt:25ba triagup:25b2
tsecyrillic:446 tshecyrillic:45b ttabengali]:108 tthagujarati]:2209 tturned]:2287 tuhiragana]:2192 tusmallhiragana]:2191
twelveroman]:17b two:32 two]:266d twobengali]:151 twodeva]:d1 twodotenleader:2025 twodotenleader]:25 twodotleader:2025
twogujarati]:2251 twonumeratorbengali]:215e twooldstyle]:3a8 tworoman]:171 twosuperior:b2 twothirds:2154 twothirds]:154
uacute:fa ubengali]:f2 ubreve:16d ucaron]:21d4 ucircumflex:fb ucyrillic:443 udattadeva]:ba udblacute:171 udblgrave]:2215
udeva]:72 udieresis:fc ugrave:f9 uhornacute]:2524 uhorndotbelow]:252c uhornhookabove]:2cc uhorntilde]:2ce uhungarumlaut:171
uinvertedbreve]:2217 ukorean]:202e umacron:16b underscore:5f underscoredbl:2017 union:222a universal:2200 uogonek:173
upblock:2580 upperdothebrew]:25c4 upsilon:3c5 upsilondieresis:3cb upsilondieresistonos:3b0 upsilonlatin]:228a
upsilontonos:3cd uptackmod:2d4 uring:16f ushortcyrillic:45e utilde:169 uubengali]:f3 uudeva]:73 uugurmukhi]:173
uuvowelsignbengali]:12b uuvowelsigndeva]:20ab uuvowelsigngujarati]:222b uvowelsignbengali]:12a uvowelsigndeva]:20aa
uvowelsigngujarati]:222a vagujarati]:221e vecyrillic:432 venus:2640 verticalbar:7c verticallinelowmod:2cc
verticallinemod:2c8 viramabengali]:136 viramadeva]:b6 viramagujarati]:2236 visargabengali]:ec visargadeva]:6c
vukatakana]:3a5 waekorean]:2b wakatakana]:3a0 wakorean]:2a wasmallkatakana]:39f wcircumflex:175 weierstrass:2118
wekorean]:2030 weokorean]:2f whitebullet:25e6 whitecircleinverse:25d9 whitediamond:25c7 whitesmallsquare:25ab
whitesmilingface:263a whitesquare:25a1 whitestar]:3aa whitetelephone]:3b3 wikatakana]:3a1 wikorean]:31 wokatakana]:3a3
won:20a9 won]:a9 wowaenthai]:2590 xi:3be yabengali]:118 yacute:fd yaekorean]:2024 yagurmukhi]:2198 yakorean]:23
yamakkanthai]:25b7 ycircumflex:177 ydieresis:ff yekorean]:28 yen:a5 yenmonospace]:3c4 yeokorean]:27 yeorinhieuhkorean]:58
yerahbenyomohebrew]:25aa yericyrillic:44b yesieungkorean]:53 yesieungpansioskorean]:55 yesieungsioskorean]:54 ygrave]:2d2
yicyrillic:457 yikorean]:34 yoikorean]:5b yokatakana]:399 yokorean]:202d yoyaekorean]:5a yoyakorean]:59 yuikorean]:5e
yukorean]:2032 yuyekorean]:5d yuyeokorean]:5c yyabengali]:148 yyadeva]:c8 zaarmenian]:2566 zacute:17a zadeva]:c4
zagurmukhi]:21c4 zcaron:17e zdot:17c zdotaccent:17c zecyrillic:437 zero:30 zero]:266b zerobengali]:14f zerodeva]:cf
zerogurmukhi]:21cf zerooldstyle]:3a6 zerosuperior]:70 zerothai]:25b9 zerowidthspace]:b zeta:3b6 zhearmenian]:256a
zhecyrillic:436 a1:2701 a10:2721 a100:275e a105:2710 a11:261b a117:2709 a118:2708 a119:2707 a12:261e a13:270c a14:270d
a141:2761 a142:2762 a143:2763 a144:2764 a145:2765 a146:2766 a147:2767 a148:2663 a149:2666 a15:270e a150:2665 a151:2660
a152:2460 a153:2461 a154:2462 a155:2463 a156:2464 a157:2465 a158:2466 a159:2467 a16:270f a160:2468 a161:2469 a162:2783
a163:2776 a164:2777 a165:2779 a166:277b a167:277c a168:277d a169:277e a17:2711 a170:277f a171:2780 a172:2781 a173:2782
a174:2784 a175:2785 a176:2786 a177:2787 a178:2788 a179:2789 a18:2712 a180:278b a181:278d a182:278f a183:2792 a184:2793
a185:2192 a186:2798 a187:279a a188:279b a189:279c a19:2713 a190:279d a191:279e a192:277a a193:278a a194:2194 a195:2799
a196:2778 a197:2794 a198:2195 a199:278c a2:2702 a20:2714 a200:278e a201:2791 a202:2703 a203:2750 a204:2752 a21:2715 a22:2716
a23:2717 a24:2718 a25:2719 a26:271a a27:271b a28:271c a29:2722 a3:2704 a30:2723 a31:2724 a32:2725 a33:2726 a34:2727 a35:2605
a36:2729 a37:272a a38:272b a39:272c a4:260e a40:272d a41:272e a42:272f a43:2730 a44:2731 a45:2732 a46:2733 a47:2734 a48:2735
a49:2736 a5:2706 a50:2737 a51:2738 a52:2739 a53:273a a54:273b a55:273c a56:273d a57:273e a58:273f a59:2740 a6:271d a60:2741
a61:2742 a62:2743 a63:2744 a64:2745 a65:2746 a66:2747 a67:2748 a68:2749 a69:274a a7:271e a70:274b a71:25cf a72:274d a73:25a0
a74:274f a75:2751 a76:25b2 a77:25bc a78:25c6 a79:2756 a8:271f a81:25d7 a82:2758 a83:2759 a84:275a a9:2720 a97:275b a98:275c
a99:275d
`;

const unicodeByName = new Map<string, number>(
  VALUES.trim()
    .split(/\s+/)
    .map((pair) => {
      const [glyph = '', value = '0'] = pair.split(':');
      return [glyph, Number.parseInt(value, 16)];
    }),
);

/** The Unicode value of a glyph name: listed, a letter, or of the form `uniXXXX` or `uXXXXX`. */
export function unicodeOf(glyph: string): number | undefined {
  const known = unicodeByName.get(glyph);
  if (known !== undefined) return known;
  if (glyph.length === 1) return glyph.codePointAt(0);
  const [, value] = /^u(?:ni)?([0-9A-F]{4,6})$/.exec(glyph) ?? [];
  if (value !== undefined) return Number.parseInt(value, 16);
  const [stem] = glyph.split('.');
  return stem !== undefined && stem !== glyph && stem !== '' ? unicodeOf(stem) : undefined;
}
