import {
  type Block,
  type DocumentModel,
  type Picture,
  plainText,
  type Section,
  type TableCell,
} from '@bakkum/document-model/model';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { withGraphicsOnPages } from './write-graphics.ts';
import { createHead } from './write-head.ts';
import { OUTLINE_ID } from './write-lists.ts';
import {
  CONTAINER,
  contentsXml,
  DECLARATION,
  MANIFEST,
  NAMESPACES,
  type PackedPicture,
  SETTINGS,
  units,
  VERSION,
} from './write-package.ts';
import { tableXml } from './write-table.ts';
import { blocksXml, listXml, paragraphXml, type Writing } from './write-text.ts';

const HWPX = 'application/hwp+zip';
const PREVIEW_LETTERS = 1000;

/** Writes the document as an editable Hangul package (OWPML, KS X 6101): text, lists, tables, images and notes. */
export function writeHwpx(model: DocumentModel): Blob {
  const head = createHead();
  const pictures = createPictures();
  let last = 0;
  const nextId = (): number => {
    last += 1;
    return last;
  };
  const sections = model.sections.map(withGraphicsOnPages).map((section) =>
    sectionXml(section, {
      head,
      notes: model.notes,
      pictureId: pictures.idOf,
      nextId,
      writeTable: tableXml,
      width: columnWidth(section),
    }),
  );
  const files: Zippable = {
    // First and uncompressed, so that the file type is detectable from the first bytes.
    mimetype: [strToU8(HWPX), { level: 0 }],
    'version.xml': strToU8(VERSION),
    'Contents/header.xml': strToU8(head.xml(sections.length)),
    ...Object.fromEntries(sections.map((xml, index) => [`Contents/section${index}.xml`, strToU8(xml)])),
    'Preview/PrvText.txt': strToU8(previewOf(model)),
    'settings.xml': strToU8(SETTINGS),
    'META-INF/container.xml': strToU8(CONTAINER),
    'META-INF/manifest.xml': strToU8(MANIFEST),
    'Contents/content.hpf': strToU8(contentsXml(model.title ?? '', model.author ?? '', sections.length, pictures.packed())),
  };
  for (const [path, bytes] of pictures.files()) files[path] = [bytes, { level: 0 }];
  return new Blob([new Uint8Array(zipSync(files, { level: 6 }))], { type: HWPX });
}

type Pictures = {
  idOf(picture: Picture): string;
  packed(): readonly PackedPicture[];
  files(): readonly (readonly [string, Uint8Array])[];
};

/** An image used several times is stored once. */
function createPictures(): Pictures {
  const known = new Map<Uint8Array, PackedPicture>();
  return {
    idOf({ bytes, mediaType }) {
      const id = known.get(bytes)?.id ?? `image${known.size + 1}`;
      const path = `BinData/${id}.${mediaType === 'image/png' ? 'png' : 'jpg'}`;
      if (!known.has(bytes)) known.set(bytes, { id, path, mediaType: mediaType === 'image/png' ? mediaType : 'image/jpg' });
      return id;
    },
    packed: () => [...known.values()],
    files: () => [...known].map(([bytes, { path }]) => [path, bytes] as const),
  };
}

function columnWidth({ page, columns }: Section): number {
  const whole = page.width - page.margins.left - page.margins.right;
  return (whole - columns.gap * (columns.count - 1)) / columns.count;
}

/** Hangul places header and footer in separate areas between margin and text; this is their default height. */
const STRIP = 42.5;

function sectionXml(section: Section, writing: Writing): string {
  const first = `<hp:run charPrIDRef="0">${propertiesXml(section)}<hp:ctrl>${columnsXml(section)}</hp:ctrl></hp:run>`;
  const strips = stripXml('header', section, writing) + stripXml('footer', section, writing);
  return `${DECLARATION}<hs:sec ${NAMESPACES}>${blocksXml(section.blocks, writing, first + strips)}</hs:sec>`;
}

function columnsXml({ columns }: Section): string {
  return `<hp:colPr id="" type="NEWSPAPER" layout="LEFT" colCount="${columns.count}" sameSz="1" sameGap="${units(columns.gap)}"/>`;
}

function stripXml(kind: 'header' | 'footer', section: Section, writing: Writing): string {
  const paragraphs = section[kind];
  if (paragraphs.length === 0) return '';
  const text = paragraphs.map((paragraph) => paragraphXml(paragraph, writing)).join('');
  const { width, margins } = section.page;
  const inside = listXml(text, kind === 'header' ? 'TOP' : 'BOTTOM', {
    width: width - margins.left - margins.right,
    height: STRIP,
  });
  return `<hp:run charPrIDRef="0"><hp:ctrl><hp:${kind} id="${writing.nextId()}" applyPageType="BOTH">${inside}</hp:${kind}></hp:ctrl></hp:run>`;
}

function propertiesXml({ page }: Section): string {
  const { margins } = page;
  const isTurned = page.width > page.height;
  const [narrow, wide] = isTurned ? [page.height, page.width] : [page.width, page.height];
  const header = Math.min(STRIP, margins.top / 2);
  const footer = Math.min(STRIP, margins.bottom / 2);
  return (
    `<hp:secPr id="" textDirection="HORIZONTAL" spaceColumns="1134" tabStop="8000" tabStopVal="4000" tabStopUnit="HWPUNIT" outlineShapeIDRef="${OUTLINE_ID}" memoShapeIDRef="0" textVerticalWidthHead="0" masterPageCnt="0">` +
    '<hp:grid lineGrid="0" charGrid="0" wonggojiFormat="0"/><hp:startNum pageStartsOn="BOTH" page="0" pic="0" tbl="0" equation="0"/>' +
    '<hp:visibility hideFirstHeader="0" hideFirstFooter="0" hideFirstMasterPage="0" border="SHOW_ALL" fill="SHOW_ALL" hideFirstPageNum="0" hideFirstEmptyLine="0" showLineNumber="0"/>' +
    '<hp:lineNumberShape restartType="0" countBy="0" distance="0" startNumber="0"/>' +
    `<hp:pagePr landscape="${isTurned ? 'NARROWLY' : 'WIDELY'}" width="${units(narrow)}" height="${units(wide)}" gutterType="LEFT_ONLY">` +
    `<hp:margin header="${units(header)}" footer="${units(footer)}" gutter="0" left="${units(margins.left)}" right="${units(margins.right)}" top="${units(margins.top - header)}" bottom="${units(margins.bottom - footer)}"/></hp:pagePr>` +
    `${NOTES}${['BOTH', 'EVEN', 'ODD'].map(pageBorder).join('')}</hp:secPr>`
  );
}

const NOTE_FORMAT = '<hp:autoNumFormat type="DIGIT" userChar="" prefixChar="" suffixChar=")" supscript="0"/>';
const NOTES =
  `<hp:footNotePr>${NOTE_FORMAT}<hp:noteLine length="-1" type="SOLID" width="0.12 mm" color="#000000"/><hp:noteSpacing betweenNotes="283" belowLine="567" aboveLine="850"/><hp:numbering type="CONTINUOUS" newNum="1"/><hp:placement place="EACH_COLUMN" beneathText="0"/></hp:footNotePr>` +
  `<hp:endNotePr>${NOTE_FORMAT}<hp:noteLine length="14692344" type="SOLID" width="0.12 mm" color="#000000"/><hp:noteSpacing betweenNotes="0" belowLine="567" aboveLine="850"/><hp:numbering type="CONTINUOUS" newNum="1"/><hp:placement place="END_OF_DOCUMENT" beneathText="0"/></hp:endNotePr>`;

function pageBorder(kind: string): string {
  return `<hp:pageBorderFill type="${kind}" borderFillIDRef="1" textBorder="PAPER" headerInside="0" footerInside="0" fillArea="PAPER"><hp:offset left="1417" right="1417" top="1417" bottom="1417"/></hp:pageBorderFill>`;
}

/** Preview text for file managers; Hangul puts the text of each cell in angle brackets. */
function previewOf({ sections }: DocumentModel): string {
  const lines = sections.flatMap(({ blocks }) => blocks.flatMap(previewLines));
  return lines.join('\r\n').slice(0, PREVIEW_LETTERS);
}

function previewLines(block: Block): readonly string[] {
  if (block.kind === 'paragraph') return [plainText(block.content)];
  if (block.kind === 'picture') return [''];
  const cellText = ({ paragraphs }: TableCell): string => paragraphs.map(({ content }) => plainText(content)).join(' ');
  return block.rows.map(({ cells }) => cells.map((cell) => `<${cellText(cell)}>`).join(''));
}
