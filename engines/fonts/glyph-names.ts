import { type Bytes, textAt, viewOf } from '@bakkum/bytes/bytes';

/** The names that `post` refers to by number (OpenType 1.9, "post", version 1). */
const MACINTOSH =
  `.notdef .null nonmarkingreturn space exclam quotedbl numbersign dollar percent ampersand quotesingle parenleft parenright
asterisk plus comma hyphen period slash zero one two three four five six seven eight nine colon semicolon less equal greater question at
A B C D E F G H I J K L M N O P Q R S T U V W X Y Z bracketleft backslash bracketright asciicircum underscore grave
a b c d e f g h i j k l m n o p q r s t u v w x y z braceleft bar braceright asciitilde
Adieresis Aring Ccedilla Eacute Ntilde Odieresis Udieresis aacute agrave acircumflex adieresis atilde aring ccedilla eacute egrave
ecircumflex edieresis iacute igrave icircumflex idieresis ntilde oacute ograve ocircumflex odieresis otilde uacute ugrave ucircumflex
udieresis dagger degree cent sterling section bullet paragraph germandbls registered copyright trademark acute dieresis notequal AE Oslash
infinity plusminus lessequal greaterequal yen mu partialdiff summation product pi integral ordfeminine ordmasculine Omega ae oslash
questiondown exclamdown logicalnot radical florin approxequal Delta guillemotleft guillemotright ellipsis nonbreakingspace Agrave Atilde
Otilde OE oe endash emdash quotedblleft quotedblright quoteleft quoteright divide lozenge ydieresis Ydieresis fraction currency
guilsinglleft guilsinglright fi fl daggerdbl periodcentered quotesinglbase quotedblbase perthousand Acircumflex Ecircumflex Aacute
Edieresis Egrave Iacute Icircumflex Idieresis Igrave Oacute Ocircumflex apple Ograve Uacute Ucircumflex Ugrave dotlessi circumflex tilde
macron breve dotaccent ring cedilla hungarumlaut ogonek caron Lslash lslash Scaron scaron Zcaron zcaron brokenbar Eth eth Yacute yacute
Thorn thorn minus multiply onesuperior twosuperior threesuperior onehalf onequarter threequarters franc Gbreve gbreve Idotaccent Scedilla
scedilla Cacute cacute Ccaron ccaron dcroat`.split(/\s+/);

/** Returns a different name for each glyph: those of the font, or numbers. The first is always `.notdef`. */
export function glyphNames(post: Bytes | undefined, count: number): readonly string[] {
  const given = namesIn(post, count);
  const taken = new Set(['.notdef']);
  return Array.from({ length: count }, (_, glyph) => {
    if (glyph === 0) return '.notdef';
    const own = (given[glyph] ?? '').replaceAll(/[^\w.-]/g, '').slice(0, 63);
    let name = own === '' || taken.has(own) ? `glyph${String(glyph).padStart(5, '0')}` : own;
    while (taken.has(name)) name += '.1';
    taken.add(name);
    return name;
  });
}

function namesIn(post: Bytes | undefined, count: number): readonly string[] {
  if (!post || post.length < 32) return [];
  const view = viewOf(post);
  const version = view.getUint32(0);
  if (version === 0x00010000) return MACINTOSH;
  if (version !== 0x00020000 || post.length < 34 + count * 2) return [];
  const own: string[] = [];
  for (let at = 34 + view.getUint16(32) * 2; at < post.length; ) {
    const length = view.getUint8(at);
    if (at + 1 + length > post.length) break;
    own.push(textAt(post, at + 1, length));
    at += 1 + length;
  }
  return Array.from({ length: Math.min(count, view.getUint16(32)) }, (_, glyph) => {
    const number = view.getUint16(34 + glyph * 2);
    return (number < MACINTOSH.length ? MACINTOSH[number] : own[number - MACINTOSH.length]) ?? '';
  });
}
