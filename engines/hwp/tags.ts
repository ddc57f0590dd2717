import type { StructurePath, StructureStep, TextArea } from '@bakkum/document-pages/structure';
import type { HwpDocument } from '@rhwp/core';
import { listIn, numberIn, type Values, valuesIn } from './program-values.ts';

type Drawn = Pick<HwpDocument, 'getPageTextLayout' | 'getParaPropertiesAt' | 'getParagraphLength' | 'getCellInfoByPath'>;

/** Finds the paragraphs, headings and cells that the text of pages belongs to. */
type Tags = {
  /** @throws the program's errors */
  areasOf(page: number): readonly TextArea[];
};

export function createTags(document: Drawn): Tags {
  const paths = new Map<string, StructurePath>();
  const pathOf = (run: Values): StructurePath => {
    const key = JSON.stringify([run['secIdx'], run['parentParaIdx'], run['cellPath'], run['paraIdx']]);
    const path = paths.get(key) ?? readPath(run, document);
    paths.set(key, path);
    return path;
  };
  return {
    areasOf(page) {
      const runs = listIn(valuesIn(JSON.parse(document.getPageTextLayout(page)))['runs']);
      return runs.flatMap((run, index) => {
        const owner = ownerOf(run, runs[index + 1]);
        if (!owner) return [];
        const [x, y] = [numberIn(run['x']), numberIn(run['y'])];
        const endsInSpace = typeof run['text'] === 'string' && run['text'].endsWith(' ');
        return [{ x, y, width: numberIn(run['w']), height: numberIn(run['h']), path: pathOf(owner), endsInSpace }];
      });
    },
  };
}

/** The number of a list item precedes the text of its paragraph. Page numbers belong to none. */
function ownerOf(run: Values, next: Values | undefined): Values | undefined {
  if (run['paraIdx'] !== undefined) return run;
  return next && next['y'] === run['y'] && next['paraIdx'] !== undefined ? next : undefined;
}

function readPath(run: Values, document: Drawn): StructurePath {
  const [section, paragraph] = [numberIn(run['secIdx']), numberIn(run['paraIdx'])];
  const cells = listIn(run['cellPath']);
  if (cells.length === 0) return [{ type: typeOf(section, paragraph, document), name: `${section} ${paragraph}` }];
  const parent = numberIn(run['parentParaIdx']);
  const steps: StructureStep[] = [];
  let name = `${section} ${parent}`;
  for (const [index, cell] of cells.entries()) {
    const place = attempt(() => document.getCellInfoByPath(section, parent, JSON.stringify(cells.slice(0, index + 1))));
    name += ` ${numberIn(cell['controlIndex'])}`;
    if (place !== undefined) {
      const { row, col } = valuesIn(JSON.parse(place));
      steps.push({ type: 'Table', name }, { type: 'TR', name: String(row) }, { type: 'TD', name: String(col) });
    }
    name = `${name} ${numberIn(cell['cellIndex'])} ${numberIn(cell['cellParaIndex'])}`;
  }
  return [...steps, { type: 'P', name }];
}

/** Outline levels are also used for pages of body text; headings are short. */
const MAX_HEADING_LENGTH = 120;
const HEADINGS = ['H1', 'H2', 'H3', 'H4', 'H5', 'H6'] as const;

function typeOf(section: number, paragraph: number, document: Drawn): StructureStep['type'] {
  const properties = attempt(() => document.getParaPropertiesAt(section, paragraph));
  const { headType, paraLevel } = properties === undefined ? {} : valuesIn(JSON.parse(properties));
  if (headType !== 'Outline' || document.getParagraphLength(section, paragraph) > MAX_HEADING_LENGTH) return 'P';
  return HEADINGS[numberIn(paraLevel)] ?? 'H6';
}

/** The program throws a sentence for text that is not in the body, such as notes. */
function attempt(run: () => string): string | undefined {
  try {
    return run();
  } catch (failure) {
    if (failure instanceof WebAssembly.RuntimeError) throw failure;
    return undefined;
  }
}
