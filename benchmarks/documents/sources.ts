import { copyFile, writeFile } from 'node:fs/promises';
import path from 'node:path';

const FIXTURES = path.resolve(import.meta.dirname, '../../tests/fixtures/documents');

/** The conversions one page repeats three hundred times, alternating kinds and directions. */
export const MIXED: readonly (readonly [file: string, to: string])[] = [
  ['docx.docx', 'pdf'],
  ['xlsx.xlsx', 'ods'],
  ['pptx.pptx', 'pdf'],
  ['odt.odt', 'docx'],
  ['xls.xls', 'csv'],
  ['rtf.rtf', 'odt'],
  ['odp.odp', 'pptx'],
  ['doc.doc', 'pdf'],
  ['ods.ods', 'xlsx'],
  ['html.html', 'pdf'],
  ['fodt.fodt', 'docx'],
  ['csv.csv', 'xlsx'],
  ['pptx.pptx', 'odp'],
  ['xlsx.xlsx', 'pdf'],
  ['odg.odg', 'pdf'],
];

export type Contest = { readonly name: string; readonly source: string };

/** Documents of each kind, converted to PDF. The targets apply to the report. */
export const CONTESTS: readonly Contest[] = [
  { name: 'DOCX of 2 pages', source: 'docx.docx' },
  { name: 'FODT of 40 pages', source: 'long.fodt' },
  { name: 'XLSX of 2 sheets', source: 'xlsx.xlsx' },
  { name: 'PPTX of 2 slides', source: 'pptx.pptx' },
];

export const fixture = (name: string): string => path.join(FIXTURES, name);

/** Creates the documents of the contests in the folder. */
export async function makeSources(folder: string): Promise<void> {
  for (const { source } of CONTESTS) if (source !== 'long.fodt') await copyFile(fixture(source), path.join(folder, source));
  await writeFile(path.join(folder, 'long.fodt'), longDocument());
}

const PARAGRAPHS = 600;
const TEXT =
  'The quick brown fox jumps over the lazy dog while 다람쥐 헌 쳇바퀴에 타고파, and so the line goes on until it has to break somewhere.';

function longDocument(): string {
  const paragraphs = Array.from({ length: PARAGRAPHS }, (_, index) => `<text:p>${index + 1}. ${TEXT} ${TEXT}</text:p>`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" office:version="1.3" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>
${paragraphs.join('\n')}
</office:text></office:body></office:document>
`;
}
