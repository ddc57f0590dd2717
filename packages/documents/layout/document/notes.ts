import type { Inline, Paragraph } from '@bakkum/document-model/model';
import type { Draft, PageDraft, ParagraphDraft } from '../drafts.ts';
import { noteParagraph } from '../text/paragraph-drafts.ts';

/** Links footnotes to their references in the text; notes without a reference become paragraphs at the end of the page. */
export function placeNotes(pages: readonly PageDraft[]): {
  readonly pages: readonly PageDraft[];
  readonly notes: readonly (readonly Paragraph[])[];
} {
  const notes: (readonly Paragraph[])[] = [];
  const placed = pages.map((page) => {
    let current = page;
    for (const note of splitNotes(page.notes)) {
      const linked = note.mark === '' ? undefined : withReference(current, note.mark, notes.length);
      if (linked) {
        current = linked;
        notes.push(note.paragraphs.map(noteParagraph));
      } else current = withEnd(current, note.whole);
    }
    return { ...current, notes: [] };
  });
  return { pages: placed, notes };
}

type Note = { readonly mark: string; readonly paragraphs: readonly ParagraphDraft[]; readonly whole: readonly ParagraphDraft[] };

const MARK = /^\s*(\d{1,3}|[*†‡§]{1,3})[.)]?\s*/;

/** A paragraph that starts with a mark starts a note. */
function splitNotes(drafts: readonly ParagraphDraft[]): readonly Note[] {
  const notes: { mark: string; paragraphs: ParagraphDraft[]; whole: ParagraphDraft[] }[] = [];
  for (const draft of drafts) {
    const fromMarker = draft.marker?.kind === 'number' ? String(draft.marker.value) : '';
    const mark = fromMarker || (MARK.exec(draft.text)?.[1] ?? '');
    const last = notes.at(-1);
    if (mark === '' && last) {
      last.paragraphs.push(draft);
      last.whole.push(draft);
    } else notes.push({ mark, paragraphs: [fromMarker === '' ? withoutMark(draft) : unmarked(draft)], whole: [draft] });
  }
  return notes;
}

function unmarked({ marker: _, ...draft }: ParagraphDraft): ParagraphDraft {
  return draft;
}

function withoutMark(draft: ParagraphDraft): ParagraphDraft {
  let left = MARK.exec(draft.text)?.[0].length ?? 0;
  const content = draft.content.flatMap((inline): Inline[] => {
    if (inline.kind !== 'text' || left === 0) return [inline];
    const cut = Math.min(left, inline.text.length);
    left -= cut;
    const text = inline.text.slice(cut);
    return text === '' ? [] : [{ ...inline, text }];
  });
  return { ...draft, content };
}

function withReference(page: PageDraft, mark: string, note: number): PageDraft | undefined {
  let found = false;
  const replace = (draft: Draft): Draft => {
    if (found || draft.kind !== 'paragraph') return draft;
    const content = draft.content.map((inline): Inline => {
      if (found || inline.kind !== 'text' || inline.style.position !== 'super' || inline.text.replace(/[()[\]\s]/g, '') !== mark)
        return inline;
      found = true;
      const { position: _, ...style } = inline.style;
      return { kind: 'note', note, style };
    });
    return found ? { ...draft, content } : draft;
  };
  const bands = page.bands.map((band) => ({ ...band, columns: band.columns.map((column) => column.map(replace)) }));
  return found ? { ...page, bands } : undefined;
}

/** In a separate band, so that the end of the main text stays known. */
function withEnd(page: PageDraft, drafts: readonly ParagraphDraft[]): PageDraft {
  const [first] = drafts;
  if (!first) return page;
  const { left, right, top, bottom } = first;
  return { ...page, bands: [...page.bands, { left, right, top, bottom, columns: [drafts] }] };
}
