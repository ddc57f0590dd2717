/**
 * The program's files without those no conversion reads: most of the user interface, fonts of scripts written by others
 * that the Liberation, DejaVu and Noto faces cover, pictures of the start screen. 99.7 MB become some 33.
 *
 * Layout: length of the directory (unsigned, 4 bytes, little-endian), directory (JSON: [path, length] in order), the files.
 */

/**
 * Of the user interface: what is built with a document's window, seen or not. Without its scroll bars no document opens,
 * without the box of a comment none that has comments. Dialogs, side bars and tabs of settings are never built.
 */
const KEPT_INTERFACE = /\.ui$|\/statusbar\.xml$|\/soffice\.cfg\/simpress\/[^/]+\.xml$/;
const DROPPED_INTERFACE =
  /\/(?:cui|filter|basctl|sd\/optionsdialog)\/|\/soffice\.cfg\/modules\/(?:BasicIDE|dbaccess|db[a-z]+)\/|(?:dialog|dlg|page|sidebar|notebookbar|wizard)[^/]*\.ui$|\/(?:opt|tp_|sidebar|notebookbar)[^/]*\.ui$/i;

const KEPT_FONTS =
  /^(?:Liberation|Carlito|Caladea|DejaVu(?:Sans|SansMono|Serif)(?:-(?:Bold|Oblique|BoldOblique|Italic|BoldItalic))?\.|NotoSans-|NotoSans(?:Arabic|Armenian|Georgian|Hebrew|Lao)-|NotoNaskhArabic-|opens___|fc_local)/;

const DROPPED = [
  /^\/android\//,
  /^\/instdir\/program\/(?:shell\/|intro)/,
  /^\/instdir\/presets\/(?:gallery|autotext)\//,
  /^\/instdir\/share\/(?:gallery|config\/wizard)\//,
];

/**
 * @param {string} script soffice.js, which lists the files
 * @param {Buffer} data soffice.data
 */
export function trimmedFiles(script, data) {
  const kept = filesIn(script).filter(({ path }) => isKept(path));
  const directory = Buffer.from(JSON.stringify(kept.map(({ path, start, end }) => [path, end - start])));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(directory.length);
  return Buffer.concat([length, directory, ...kept.map(({ start, end }) => data.subarray(start, end))]);
}

function filesIn(script) {
  const rows = [...script.matchAll(/\{filename:"([^"]+)",start:([\de]+),end:([\de]+)/g)];
  if (rows.length < 1000) throw new Error('soffice.js lists its files in another way');
  return rows.map(([, path, start, end]) => ({ path, start: Number(start), end: Number(end) }));
}

function isKept(path) {
  if (path.includes('/soffice.cfg/')) return KEPT_INTERFACE.test(path) && !DROPPED_INTERFACE.test(path);
  if (path.includes('/fonts/truetype/')) return KEPT_FONTS.test(path.slice(path.lastIndexOf('/') + 1));
  return !DROPPED.some((pattern) => pattern.test(path));
}
