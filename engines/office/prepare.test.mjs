import { describe, expect, it } from 'vitest';
import { trimmedFiles } from './prepare-files.mjs';
import { moduleFrom } from './prepare-script.mjs';

/** Lists files like the published script, in which numbers may be abbreviated (`1e3`). */
function listed(files) {
  let at = 0;
  const rows = files.map(({ path, bytes }) => {
    const start = at;
    at += bytes.length;
    return `{filename:"${path}",start:${start},end:${at === 1000 ? '1e3' : at}}`;
  });
  return { script: `loadPackage({files:[${rows.join(',')}]})`, data: Buffer.concat(files.map(({ bytes }) => bytes)) };
}

const filler = Array.from({ length: 1000 }, (_, index) => ({
  path: `/instdir/share/gallery/${index}.sdg`,
  bytes: Buffer.from([index & 255]),
}));

function unpacked(packed) {
  const directoryBytes = packed.readUInt32LE(0);
  let at = 4 + directoryBytes;
  return JSON.parse(packed.subarray(4, at).toString()).map(([path, length]) => {
    at += length;
    return [path, packed.subarray(at - length, at).toString()];
  });
}

describe('the program’s files', () => {
  it('exclude what no conversion reads', () => {
    const { script, data } = listed([
      ...filler,
      { path: '/instdir/share/registry/main.xcd', bytes: Buffer.from('settings') },
      { path: '/instdir/share/fonts/truetype/Carlito-Bold.ttf', bytes: Buffer.from('carlito') },
      { path: '/instdir/share/fonts/truetype/Amiri-Bold.ttf', bytes: Buffer.from('amiri') },
      { path: '/instdir/share/config/soffice.cfg/svt/ui/scrollbars.ui', bytes: Buffer.from('bars') },
      { path: '/instdir/share/config/soffice.cfg/modules/swriter/ui/annotation.ui', bytes: Buffer.from('comment') },
      { path: '/instdir/share/config/soffice.cfg/modules/swriter/ui/notebookbar.ui', bytes: Buffer.from('ribbon') },
      { path: '/instdir/share/config/soffice.cfg/svx/ui/passwd.ui', bytes: Buffer.from('kept') },
      { path: '/instdir/share/config/soffice.cfg/cui/ui/fontfragment.ui', bytes: Buffer.from('settings') },
      { path: '/instdir/share/config/soffice.cfg/modules/swriter/toolbar/textbar.xml', bytes: Buffer.from('tools') },
    ]);
    expect(unpacked(trimmedFiles(script, data))).toEqual([
      ['/instdir/share/registry/main.xcd', 'settings'],
      ['/instdir/share/fonts/truetype/Carlito-Bold.ttf', 'carlito'],
      ['/instdir/share/config/soffice.cfg/svt/ui/scrollbars.ui', 'bars'],
      ['/instdir/share/config/soffice.cfg/modules/swriter/ui/annotation.ui', 'comment'],
      ['/instdir/share/config/soffice.cfg/svx/ui/passwd.ui', 'kept'],
    ]);
  });

  it('cannot be extracted from a script without a list', () => {
    expect(() => trimmedFiles('', Buffer.alloc(0))).toThrow('another way');
  });
});

it('an unknown script is refused instead of half patched', () => {
  expect(() => moduleFrom('var Module={}', '9')).toThrow('soffice.js');
});
