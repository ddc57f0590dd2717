/** Judges of fonts: fontTools parses every table and draws every glyph. X.Org's own program compiles bitmap fonts. */
export type FontJudge = {
  readonly program: string;
  readonly arguments: (file: string) => readonly string[];
  readonly accepts: RegExp;
};

/** Debian installs fontTools for its own Python. EOT is a header before a font. */
const SCRIPT = `
import io, struct, sys
from fontTools.ttLib import TTFont
from fontTools.pens.recordingPen import RecordingPen
data = open(sys.argv[1], 'rb').read()
if sys.argv[2] == 'eot':
    size, length = struct.unpack('<II', data[:8])
    assert size == len(data) and data[34:36] == b'LP'
    data = data[size - length:]
font = TTFont(io.BytesIO(data), lazy=False)
for tag in font.keys():
    if tag != 'GlyphOrder': font[tag]
glyphs = font.getGlyphSet()
for name in font.getGlyphOrder():
    glyphs[name].draw(RecordingPen())
    assert font['hmtx'][name][0] >= 0
assert font['maxp'].numGlyphs == len(font.getGlyphOrder())
print(font.sfntVersion == 'OTTO' and 'postscript' or 'truetype', len(glyphs))
`;

const judge = (format: string, outlines: string): FontJudge => ({
  program: '/usr/bin/python3',
  arguments: (file) => ['-c', SCRIPT, file, format],
  accepts: new RegExp(`^(${outlines}) [1-9]`),
});

export const FONT_JUDGES: Readonly<Record<string, FontJudge>> = {
  ttf: judge('ttf', 'truetype'),
  eot: judge('eot', 'truetype'),
  otf: judge('otf', 'postscript'),
  woff: judge('woff', 'truetype|postscript'),
  woff2: judge('woff2', 'truetype|postscript'),
  bdf: { program: 'bdftopcf', arguments: (file) => [file], accepts: /^\x01fcp/ },
};
