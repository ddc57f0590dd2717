/** Glyph widths of the Symbol font, in thousandths of its size (Adobe font metrics). */
const SPELLED = `
space:250 exclam:333 universal:713 numbersign:500 existential:549 percent:833 ampersand:778 suchthat:439 parenleft:333
parenright:333 asteriskmath:500 plus:549 comma:250 minus:549 period:250 slash:278 zero:500 one:500 two:500 three:500
four:500 five:500 six:500 seven:500 eight:500 nine:500 colon:278 semicolon:278 less:549 equal:549 greater:549 question:444
congruent:549 Alpha:722 Beta:667 Chi:722 Delta:612 Epsilon:611 Phi:763 Gamma:603 Eta:722 Iota:333 theta1:631 Kappa:722
Lambda:686 Mu:889 Nu:722 Omicron:722 Pi:768 Theta:741 Rho:556 Sigma:592 Tau:611 Upsilon:690 sigma1:439 Omega:768 Xi:645
Psi:795 Zeta:611 bracketleft:333 therefore:863 bracketright:333 perpendicular:658 underscore:500 radicalex:500 alpha:631
beta:549 chi:549 delta:494 epsilon:439 phi:521 gamma:411 eta:603 iota:329 phi1:603 kappa:549 lambda:549 mu:576 nu:521
omicron:549 pi:549 theta:521 rho:549 sigma:603 tau:439 upsilon:576 omega1:713 omega:686 xi:493 psi:686 zeta:494
braceleft:480 bar:200 braceright:480 similar:549 Euro:750 Upsilon1:620 minute:247 lessequal:549 fraction:167 infinity:713
florin:500 club:753 diamond:753 heart:753 spade:753 arrowboth:1042 arrowleft:987 arrowup:603 arrowright:987 arrowdown:603
degree:400 plusminus:549 second:411 greaterequal:549 multiply:549 proportional:713 partialdiff:494 bullet:460 divide:549
notequal:549 equivalence:549 approxequal:549 ellipsis:1000 arrowvertex:603 arrowhorizex:1000 carriagereturn:658 aleph:823
Ifraktur:686 Rfraktur:795 weierstrass:987 circlemultiply:768 circleplus:768 emptyset:823 intersection:768 union:768
propersuperset:713 reflexsuperset:713 notsubset:713 propersubset:713 reflexsubset:713 element:713 notelement:713 angle:768
gradient:713 registerserif:790 copyrightserif:790 trademarkserif:890 product:823 radical:549 dotmath:250 logicalnot:713
logicaland:603 logicalor:603 arrowdblboth:1042 arrowdblleft:987 arrowdblup:603 arrowdblright:987 arrowdbldown:603
lozenge:494 angleleft:329 registersans:790 copyrightsans:790 trademarksans:786 summation:713 parenlefttp:384 parenleftex:384
parenleftbt:384 bracketlefttp:384 bracketleftex:384 bracketleftbt:384 bracelefttp:494 braceleftmid:494 braceleftbt:494
braceex:494 angleright:329 integral:274 integraltp:686 integralex:686 integralbt:686 parenrighttp:384 parenrightex:384
parenrightbt:384 bracketrighttp:384 bracketrightex:384 bracketrightbt:384 bracerighttp:494 bracerightmid:494
bracerightbt:494
`;

export const SYMBOL_WIDTHS: ReadonlyMap<string, number> = new Map(
  SPELLED.trim()
    .split(/\s+/)
    .map((pair) => {
      const [glyph = '', width = '0'] = pair.split(':');
      return [glyph, Number(width)];
    }),
);
