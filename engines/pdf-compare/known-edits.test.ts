import { type Change, type DocumentComparison, parseComparison } from '@bakkum/conversion/document-comparison';
import { describe, expect, it } from 'vitest';
import { contextFor } from '../../tests/engine-context.ts';
import { type Layout, madeParagraphs, numbersFrom, type Paragraphs, paragraphsPdf } from '../../tests/pdf/paragraphs.ts';
import { engine } from './engine.ts';
import { manifest } from './manifest.ts';

const ENGLISH =
  'the of and to in a is that for it as was with be by on not he his but at are this have from or had an they which one you were her all she there would their we him been has when who will more no if out so said what up its about into than them can only other new some could time these two may then do first any my now such like our over man me even most made after also did many before must through years where much your way well down should because each just those people how too little state good very make world still own see men work long get here between both life being under never day same another know while last might us great old year off come since against go came right used take three';
const KOREAN =
  '그리고 있다 하는 것이 위해 대한 수가 있는 한다 계약의 당사자는 서비스를 제공하고 이용자는 요금을 지급한다 회사는 개인정보를 보호하며 법령에 따라 처리한다 기간은 계약일부터 일년으로 하고 해지하려면 서면으로 통지해야 한다 다음과 같은 경우에는 책임을 지지 않는다 천재지변 전쟁 정전 통신 장애 기타 불가항력 사유가 발생한 때에는 상대방에게 지체 없이 알린다 문서를 변환하는 동안 파일은 기기 밖으로 나가지 않으며 결과는 브라우저에 저장된다 새로운 기능을 사용하려면 설정에서 항목을 선택한 뒤 저장 버튼을 누른다';

const USUAL: Layout = { columns: 80, linesPerPage: 38, head: 'Annual report', foot: 'Page {page}' };

async function compared(before: Blob, after: Blob): Promise<DocumentComparison> {
  const request = { inputs: [before, after] as const, from: 'pdf', to: 'json', options: { password: '', secondPassword: '' } };
  const { outputs } = await engine.convert(request, contextFor(manifest));
  const [{ content }] = outputs;
  if (!(content instanceof Blob)) throw new TypeError('no file');
  return parseComparison(await content.text());
}

type Edit = { readonly kind: Change['kind']; readonly before: string; readonly after: string };

/** Paragraphs that a moved one jumps over. */
const JUMP = 9;
/** Equal words that stay on both sides of an edit, so that it is an edit of its own. */
const AROUND = 8;

/** Edits every third paragraph: adds, removes and replaces words and sentences in turn, and moves paragraphs. */
function edited(paragraphs: Paragraphs, next: () => number): { readonly after: Paragraphs; readonly edits: readonly Edit[] } {
  const after = paragraphs.map((words) => [...words]);
  const edits: Edit[] = [];
  let at = 1;
  while (at + JUMP < after.length) {
    const words = after[at] ?? [];
    const place = AROUND + Math.floor(next() * (words.length - 3 * AROUND));
    const kind = edits.length % 6;
    const length = kind === 1 || kind === 3 ? AROUND : 1 + Math.floor(next() * 2);
    const fresh = Array.from({ length }, (_, index) => `zz${edits.length}x${index}`);
    if (kind < 2) {
      words.splice(place, 0, ...fresh);
      edits.push({ kind: 'added', before: '', after: fresh.join(' ') });
    } else if (kind < 4) edits.push({ kind: 'removed', before: words.splice(place, length).join(' '), after: '' });
    else if (kind === 4)
      edits.push({ kind: 'changed', before: words.splice(place, length, ...fresh).join(' '), after: fresh.join(' ') });
    else {
      const text = words.join(' ');
      after.splice(at + JUMP, 0, ...after.splice(at, 1));
      edits.push({ kind: 'moved', before: text, after: text });
      at += JUMP;
    }
    at += 3;
  }
  return { after, edits };
}

/** A removed or added word can be one of two equal neighbors, so texts are compared as sets of words. */
const wordsOf = (text: string): string => text.split(' ').toSorted().join(' ');
const keyOf = ({ kind, before, after }: Edit): string => `${kind}|${wordsOf(before)}|${wordsOf(after)}`;
const told = ({ kind, before, after }: Change): string => keyOf({ kind, before: before?.text ?? '', after: after?.text ?? '' });

function scoreOf(edits: readonly Edit[], changes: readonly Change[]): { readonly recall: number; readonly precision: number } {
  const [known, found] = [new Set(edits.map(keyOf)), new Set(changes.map(told))];
  return {
    recall: [...known].filter((key) => found.has(key)).length / known.size,
    precision: [...found].filter((key) => known.has(key)).length / found.size,
  };
}

describe.each([
  ['English', ENGLISH, 1],
  ['English', ENGLISH, 2],
  ['Korean', KOREAN, 3],
])('a made %s document and its edited version', (_, vocabulary, seed) => {
  it('differ in the known edits, although lines and pages are broken differently', { timeout: 240_000 }, async () => {
    const next = numbersFrom(seed);
    const paragraphs = madeParagraphs(vocabulary.split(' '), 90, next);
    const { after, edits } = edited(paragraphs, next);
    const comparison = await compared(
      await paragraphsPdf(paragraphs, USUAL),
      await paragraphsPdf(after, { ...USUAL, columns: 70, linesPerPage: 41 }),
    );
    const score = scoreOf(edits, comparison.changes);
    expect(score.recall).toBeGreaterThanOrEqual(0.95);
    // Next to an equal word, the comparison may report the other one.
    expect(score.precision).toBeGreaterThanOrEqual(0.9);
  });
});
