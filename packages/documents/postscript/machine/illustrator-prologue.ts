/**
 * Procedures that files of Illustrator 3 to 8 leave out because they are expected in the printer (Adobe Illustrator File Format
 * Specification, versions 3 and 7). Painting waits for the end of a compound path.
 */
export const ILLUSTRATOR_PROLOGUE = `
userdict begin
/ai_set { 4 dict dup /initialize { { count 0 eq { exit } if dup type /dicttype eq { pop } { exit } ifelse } loop } put
  dup /terminate {} put def } bind def
[ /Adobe_packedarray /Adobe_cmykcolor /Adobe_cshow /Adobe_customcolor /Adobe_pattern_AI3 /Adobe_pattern_AI5 /Adobe_typography_AI3
  /Adobe_typography_AI5 /Adobe_screens_AI5 /Adobe_ColorImage_AI6 /Adobe_shading_AI8 /Adobe_level2_AI5 /Adobe_Illustrator_AI3
  /Adobe_IllustratorA_AI3 /Adobe_Illustrator_AI5 /Adobe_Illustrator_AI6 /Adobe_Illustrator_AI3_vars /Adobe_Illustrator_AI5_vars
  /Adobe_Illustrator_AI6_vars /Adobe_blend_AI5 /Adobe_graph_AI3 ] { ai_set } forall
/ai_fonts 50 dict def /ai_fill {0 setgray} def /ai_line {0 setgray} def /ai_even false def /ai_depth 0 def /ai_pending null def /ai_clip false def
/ai_leading 12 def /ai_align 0 def /ai_track 0 def /ai_size 12 def /ai_rise 0 def
/m {moveto} bind def /l {lineto} bind def /L {lineto} bind def /c {curveto} bind def /C {curveto} bind def
/v {currentpoint 6 2 roll curveto} bind def /V {v} bind def /y {2 copy curveto} bind def /Y {y} bind def
/ai_paintfill {gsave ai_fill ai_even {eofill} {fill} ifelse grestore} bind def
/ai_paintline {gsave ai_line stroke grestore} bind def
/ai_end { ai_clip { ai_even {eoclip} {clip} ifelse /ai_clip false store } if newpath } bind def
/ai_do { ai_depth 0 gt { /ai_pending exch store } { exec ai_end } ifelse } bind def
/N {{} ai_do} bind def /n {ai_close N} bind def
/F {{ai_paintfill} ai_do} bind def /f {ai_close F} bind def
/S {{ai_paintline} ai_do} bind def /s {ai_close S} bind def
/B {{ai_paintfill ai_paintline} ai_do} bind def /b {ai_close B} bind def
/ai_close {{closepath} stopped {pop} if} bind def
/H {} def /h {ai_close} bind def /W {/ai_clip true store} bind def
/*u {/ai_depth ai_depth 1 add store} bind def
/*U {/ai_depth ai_depth 1 sub 0 max store ai_depth 0 eq /ai_pending load null ne and {/ai_pending load /ai_pending null store exec ai_end} if} bind def
/u {} def /U {} def /q {gsave} bind def /Q {grestore} bind def
/d {setdash} bind def /j {setlinejoin} bind def /J {setlinecap} bind def /w {setlinewidth} bind def /M {setmiterlimit} bind def
/i {pop} bind def /D {pop} bind def /XR {0 ne /ai_even exch store} bind def /A {pop} bind def /O {pop} bind def /R {pop} bind def
/Ae {pop pop} bind def /As {pop} bind def /Ar {pop} bind def /Ap {pop} bind def /Ai {pop} bind def /XP {pop} bind def
/g {[ exch /setgray cvx ] cvx /ai_fill exch store} bind def
/G {[ exch /setgray cvx ] cvx /ai_line exch store} bind def
/k {[ 5 1 roll /setcmykcolor cvx ] cvx /ai_fill exch store} bind def
/K {[ 5 1 roll /setcmykcolor cvx ] cvx /ai_line exch store} bind def
/Xa {[ 4 1 roll /setrgbcolor cvx ] cvx /ai_fill exch store} bind def
/XA {[ 4 1 roll /setrgbcolor cvx ] cvx /ai_line exch store} bind def
/ai_spot {exch pop 1 exch sub /ai_t exch def 4 {ai_t mul 4 1 roll} repeat} bind def
/x {ai_spot k} bind def /X {ai_spot K} bind def
/Xx {dup 0 eq {pop ai_spot k} {pop 1 exch sub /ai_t exch def pop 3 {1 exch sub ai_t mul 1 exch sub 3 1 roll} repeat Xa} ifelse} bind def
/XX {dup 0 eq {pop ai_spot K} {pop 1 exch sub /ai_t exch def pop 3 {1 exch sub ai_t mul 1 exch sub 3 1 roll} repeat XA} ifelse} bind def
/Xk {pop ai_spot k} bind def /XK {pop ai_spot K} bind def
/p {12 {pop} repeat 0.5 g} bind def /P {12 {pop} repeat 0.5 G} bind def
/Lb {clear} bind def /Ln {pop} bind def /LB {} def
/Bb {pop} bind def /BB {pop} bind def /Bg {clear 0.5 g} bind def /Bm {clear} bind def /Bc {clear} bind def /Xm {clear} bind def /Bn {pop} bind def
/E {} def /Np {} def /Xs {pop} bind def /Xw {pop} bind def /XW {pop pop} bind def /Pg {pop} bind def /XD {} def
/XI {clear} bind def /XF {clear} bind def /XG {clear} bind def /XH {} def /Xh {clear} bind def /X! {} def /X# {} def /Xd {clear} bind def
/TE {pop} bind def /TZ {pop pop pop ai_fonts 3 1 roll put cleartomark} bind def
/ai_name {dup ai_fonts exch known {ai_fonts exch get} {dup length string cvs dup 0 get 95 eq {1 1 index length 1 sub getinterval} if cvn} ifelse} bind def
/To {pop gsave} bind def /TO {grestore} bind def /TP {0 0 moveto} bind def
/Tp {pop 6 array astore concat} bind def
/Tf {count array astore dup 1 get dup /ai_size exch store exch 0 get ai_name findfont exch scalefont setfont} bind def
/Ta {/ai_align exch store} bind def /Tl {pop /ai_leading exch store} bind def /Tt {1000 div /ai_track exch store} bind def
/Tr {pop} bind def /Ts {/ai_rise exch store} bind def /Tz {clear} bind def /Tw {clear} bind def /Tc {clear} bind def /Ti {clear} bind def
/TA {pop} bind def /Tq {pop} bind def /TV {pop} bind def /Tv {pop} bind def /TC {clear} bind def /TW {clear} bind def /Tk {clear} bind def
/TK {clear} bind def /TR {clear} bind def /Td {clear} bind def /T* {ai_newline} bind def /T+ {} def /T- {} def /TX {clear} bind def
/Ty {pop} bind def /TY {pop} bind def /XN {} def /XB {} def
/ai_newline {0 ai_leading neg translate 0 0 moveto} bind def
/ai_line1 {ai_track ai_size mul 0 3 -1 roll dup stringwidth pop 1 index length ai_track ai_size mul mul add ai_align 1 eq {2 div neg} {ai_align 2 eq {neg} {pop 0} ifelse} ifelse
  ai_rise rmoveto gsave currentpoint newpath moveto ai_fill ashow currentpoint grestore moveto} bind def
/Tx {{(\\r) search {exch pop ai_line1 ai_newline} {dup length 0 gt {ai_line1} {pop} ifelse exit} ifelse} loop} bind def
/Tj {Tx} bind def
/annotatepage {} def
end
`;

/** Whether a file expects those procedures. */
export function lacksIllustrator(program: Uint8Array): boolean {
  const head = new TextDecoder('latin1').decode(program.subarray(0, 65_536));
  return (
    /%%IncludeResource:\s*procset\s+Adobe_/.test(head) && !/%%BeginResource:\s*procset\s+Adobe_(Illustrator|level2)/.test(head)
  );
}
