import type { DocumentModel } from '@bakkum/document-model/model';
import { withoutRunning, withRunning } from './document/behind.ts';
import { type BodyStyle, bodyStyleOf, draftsOfPage } from './document/body-style.ts';
import { contentsOf } from './document/contents.ts';
import type { Roles } from './document/flow.ts';
import { headingTexts, outlineOf } from './document/headings.ts';
import { joinBroken } from './document/join-pages.ts';
import { linePlaces } from './document/line-places.ts';
import { listPlaces } from './document/lists.ts';
import { placeNotes } from './document/notes.ts';
import { runningParagraphs } from './document/running-paragraphs.ts';
import { runningRows } from './document/running-text.ts';
import { sectionsOf } from './document/sections.ts';
import type { PageDraft, ParagraphDraft, PictureSource } from './drafts.ts';
import { withFiguresBehind } from './page/figures-behind.ts';
import { layoutPage } from './page/page-layout.ts';
import { type PreparedPage, preparePage } from './page/prepared-page.ts';
import { holds, type PageContent } from './page-content.ts';
import { isHangul } from './text/script.ts';

export type AnalysedPage = { readonly content: PageContent; readonly pictures: PictureSource };

export type Analysis = {
  readonly model: DocumentModel;
  readonly pageCount: number;
  /** Number of pages that consist of a single image. */
  readonly scannedPages: number;
};

/** `exact` keeps line and page breaks; `editable` lets text reflow as its author wrote it. */
type Look = Roles['look'];

/** Number of pages before and after that are compared for repeated text: left and right pages may differ. */
const NEIGHBOURS = 2;

/**
 * Reconstructs the document behind drawn pages. Pages are requested one at a time and few are held at once; only the paragraphs
 * of a page are kept.
 */
export async function analyse(
  pages: AsyncIterable<AnalysedPage>,
  facts: { readonly title?: string; readonly author?: string } = {},
  look: Look = 'editable',
): Promise<Analysis> {
  const { pages: drafts, running } = withoutRunning(await draftsOf(pages, look));
  const joined = look === 'exact' ? drafts : joinBroken(drafts);
  const { pages: placed, notes } = placeNotes(joined);
  const paragraphs = placed.flatMap(draftsOfPage).filter((draft): draft is ParagraphDraft => draft.kind === 'paragraph');
  const body = bodyStyleOf(placed);
  const outline = outlineOf(paragraphs, body);
  const lists = listPlaces(paragraphs, (draft) => outline.has(draft));
  const places = linePlaces(body);
  const headings = headingTexts(outline);
  const [header, footer] = [
    runningParagraphs(placed, 'header', places, headings),
    runningParagraphs(placed, 'footer', places, headings),
  ];
  const contents = contentsOf(paragraphs, outline);
  const allowsSingleLines = paragraphs.some(({ leavesSingleLine }) => leavesSingleLine);
  const keptLines = allowsSingleLines ? 1 : 2;
  const isDeck = areSlides(placed, body);
  const sections = sectionsOf(placed, { body, outline, lists, contents, look, isDeck, keptLines }).map((section) => ({
    ...section,
    header: withRunning(header.usual, running),
    footer: footer.usual,
  }));
  const letters = paragraphs.map(({ text }) => text).join('');
  const model: DocumentModel = {
    ...(facts.title ? { title: facts.title } : {}),
    ...(facts.author ? { author: facts.author } : {}),
    language: isHangul(letters) ? 'ko-KR' : 'en-US',
    ...(allowsSingleLines ? { allowsSingleLines } : {}),
    ...(header.even || footer.even
      ? { evenPages: { header: withRunning(header.even ?? header.usual, running), footer: footer.even ?? footer.usual } }
      : {}),
    sections,
    notes,
  };
  return { model, pageCount: drafts.length, scannedPages: drafts.filter(({ isScan }) => isScan).length };
}

/** Reconstructs the document behind a single page. */
export async function analysePage(page: AnalysedPage): Promise<Analysis> {
  return analyse(single(page));
}

async function* single(page: AnalysedPage): AsyncGenerator<AnalysedPage, void, void> {
  yield page;
}

/** Slides use text of at least this size, in points; reports on wide pages do not. */
const SLIDE_TEXT = 14;

function areSlides(pages: readonly PageDraft[], { size }: BodyStyle): boolean {
  return size >= SLIDE_TEXT && pages.every(({ width, height }) => width > height * 1.2);
}

/** Lays out a page as soon as the following pages it depends on are known. */
async function draftsOf(pages: AsyncIterable<AnalysedPage>, look: Look): Promise<readonly PageDraft[]> {
  const drafts: PageDraft[] = [];
  const held: { readonly prepared: PreparedPage; readonly pictures: PictureSource }[] = [];
  let next = 0;
  const finish = async (index: number): Promise<void> => {
    const page = held[index];
    if (!page) return;
    const first = Math.max(0, index - NEIGHBOURS);
    const around = held
      .slice(first, index + NEIGHBOURS + 1)
      .flatMap((one, place) => (one === page ? [] : [{ away: first + place - index, edges: one.prepared.edges }]));
    const { header, footer } = runningRows(page.prepared.edges, around);
    const rows = [...header, ...footer];
    const running = new Set(page.prepared.segments.filter((segment) => rows.some((row) => holds(row, segment))));
    const neighbours = held.slice(first, index + NEIGHBOURS + 1).filter((one) => one !== page);
    const prepared = page.pictures.painted
      ? withFiguresBehind(
          page.prepared,
          neighbours.map((one) => one.prepared),
        )
      : page.prepared;
    drafts.push(await layoutPage(prepared, running, page.pictures, { keepsLines: look === 'exact' }));
  };
  for await (const { content, pictures } of pages) {
    held.push({ prepared: preparePage(content, pictures.painted !== undefined), pictures });
    if (held.length - next > NEIGHBOURS) {
      await finish(next);
      if (next < NEIGHBOURS) next += 1;
      else held.shift();
    }
  }
  while (next < held.length) {
    await finish(next);
    next += 1;
  }
  return drafts;
}
