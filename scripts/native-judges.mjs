import { findProgram } from './programs.mjs';

/** Independent programs that open our results: the command, and the Debian package that contains it. */
export const NATIVE_JUDGES = {
  magick: { commands: ['/usr/bin/magick', '/usr/bin/convert-im6.q16', 'magick', 'convert-im6.q16'], package: 'imagemagick' },
  identify: { commands: ['identify'], package: 'imagemagick' },
  vips: { commands: ['vips'], package: 'libvips-tools' },
  'heif-convert': { commands: ['heif-convert', 'heif-dec'], package: 'libheif-examples' },
  djxl: { commands: ['djxl'], package: 'libjxl-tools' },
  dwebp: { commands: ['dwebp'], package: 'webp' },
  avifdec: { commands: ['avifdec'], package: 'libavif-bin' },
  'rsvg-convert': { commands: ['rsvg-convert'], package: 'librsvg2-bin' },
  pdfinfo: { commands: ['pdfinfo'], package: 'poppler-utils' },
  pdftotext: { commands: ['pdftotext'], package: 'poppler-utils' },
  pdffonts: { commands: ['pdffonts'], package: 'poppler-utils' },
  qpdf: { commands: ['qpdf'], package: 'qpdf' },
  ffprobe: { commands: ['ffprobe'], package: 'ffmpeg' },
  icns2png: { commands: ['icns2png'], package: 'icnsutils' },
  exiftool: { commands: ['exiftool'], package: 'libimage-exiftool-perl' },
  ff2png: { commands: ['ff2png'], package: 'farbfeld' },
  gs: { commands: ['gs'], package: 'ghostscript' },
};

/** Returns the path of a judge's command, or undefined when it is not installed. */
export function judgePath(name) {
  const judge = NATIVE_JUDGES[name];
  if (!judge) throw new RangeError(`there is no judge ${name}`);
  return findProgram(judge.commands);
}

/** Returns the names of the judges that are not installed. */
export function missingJudges() {
  return Object.keys(NATIVE_JUDGES).filter((name) => judgePath(name) === undefined);
}
