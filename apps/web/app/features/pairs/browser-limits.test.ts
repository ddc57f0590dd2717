import { limitedPairs } from '@bakkum/registry/browser-support';
import { describe, expect, it } from 'vitest';
import { browserLimits } from './browser-limits.server.ts';
import { formatListPage } from './format-list-view.server.ts';
import { formatPage } from './format-view.server.ts';
import { factsOf } from './pair-facts.server.ts';
import { pairPage } from './pair-view.server.ts';
import { messagesIn } from './say.server.ts';

const XML = messagesIn('en', { format: 'XML' });

describe('the page of a format', () => {
  it('names conversions that need a computer', () => {
    expect(formatPage('xml', 'en')?.view.limits?.lines).toContain(
      'Converting XML to Markdown and PDF requires a computer with at least 4 GB of memory.',
    );
    expect(formatPage('xml', 'ko')?.view.limits?.lines.join()).toContain('메모리가 4GB 이상인 컴퓨터가 필요해요.');
  });

  it('says nothing where everything works everywhere', () => {
    expect(formatPage('mp3', 'en')?.view).not.toHaveProperty('limits');
  });

  it('names the browser in which a conversion does not work', () => {
    const limits = [{ place: 'safari', to: ['pdf', 'docx'], from: ['csv'] }] as const;
    expect(browserLimits(XML, limits).limits?.lines).toEqual([
      'Converting XML to DOCX and PDF doesn’t work in Safari yet.',
      'Converting CSV to XML doesn’t work in Safari yet.',
    ]);
    const [line] = browserLimits(messagesIn('ko', { format: 'XML' }), limits).limits?.lines ?? [];
    expect(line).toBe('아직 사파리에서는 XML 파일을 DOCX, PDF로 바꿀 수 없어요.');
  });
});

it('the page of a pair says that it needs a computer', () => {
  const facts = factsOf({ from: 'xml', to: 'pdf' });
  expect(facts && pairPage(facts, 'en').view.notice).toContain('requires a computer');
});

it('the list of formats counts what does not work everywhere', () => {
  const count = (limitedPairs().get('phones') ?? 0).toLocaleString('en');
  expect(formatListPage('en').view.lead).toContain(`${count} conversions require a computer with at least 4 GB of memory.`);
});
