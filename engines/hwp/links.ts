import { commandAddress } from '@bakkum/document-hwpx/links';
import type { PageLink } from '@bakkum/document-pages/navigation';
import type { HwpDocument } from '@rhwp/core';
import { listIn, numberIn, type Values, valuesIn } from './program-values.ts';

type Drawn = Pick<HwpDocument, 'getFieldList' | 'getSelectionRects' | 'getSelectionRectsInCellByPath'>;

/** More links than any document has. */
const MAX_LINKS = 10_000;

/** The links of the text and of cells, with the lines they cover. @throws the program's errors */
export function linksIn(document: Drawn): readonly PageLink[] {
  return listIn(JSON.parse(document.getFieldList()))
    .filter(({ fieldType }) => fieldType === 'hyperlink')
    .slice(0, MAX_LINKS)
    .flatMap((field) => {
      const target = commandAddress(String(field['command']));
      return target === undefined ? [] : linesOf(field, document).map((line) => ({ ...line, target }));
    });
}

function linesOf(field: Values, document: Drawn): readonly Omit<PageLink, 'target'>[] {
  const { sectionIndex, paraIndex, path } = valuesIn(field['location']);
  const [section, paragraph] = [numberIn(sectionIndex), numberIn(paraIndex)];
  const [start, end] = [numberIn(field['startCharIdx']), numberIn(field['endCharIdx'])];
  const cells = listIn(path);
  const last = numberIn(cells.at(-1)?.['paraIndex']);
  const lines =
    cells.length === 0
      ? document.getSelectionRects(section, paragraph, start, paragraph, end)
      : document.getSelectionRectsInCellByPath(section, paragraph, pathJson(cells), last, start, last, end);
  return listIn(JSON.parse(lines)).map(({ pageIndex, x, y, width, height }) => ({
    page: numberIn(pageIndex),
    x: numberIn(x),
    y: numberIn(y),
    width: numberIn(width),
    height: numberIn(height),
  }));
}

/** The program names the paragraph of a cell differently in its results and its parameters. */
const pathJson = (cells: readonly Values[]): string =>
  JSON.stringify(cells.map(({ paraIndex, ...cell }) => ({ ...cell, cellParaIndex: paraIndex })));
