/** Texts that people see: one term for each thing, American spelling, no particle left unresolved. */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { messagesOf } from '@bakkum/i18n/catalogue';
import { LOCALES, type Locale } from '@bakkum/i18n/locale';
import type { Message } from '@bakkum/i18n/message';
import { resolveParticles } from '@bakkum/i18n/particles';
import { en } from '@bakkum/i18n/strings.en';
import { errors as englishErrors } from '@bakkum/messages/errors.en';
import { errors as koreanErrors } from '@bakkum/messages/errors.ko';
import { warnings as englishWarnings } from '@bakkum/messages/warnings.en';
import { warnings as koreanWarnings } from '@bakkum/messages/warnings.ko';
import { publicFormats } from '@bakkum/registry/catalogue';
import { formatText } from '@bakkum/registry/format-texts';
import { tools } from '@bakkum/registry/tools';
import { describe, expect, it } from 'vitest';

const CONTENT = path.resolve(import.meta.dirname, '../content');

type Text = readonly [where: string, text: string];

/** British spellings and words that the glossary replaces, with the right term. */
const ENGLISH: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/\bcolour/i, 'color'],
  [/\bgrey(scale)?\b/i, 'gray'],
  [/\b(milli|centi|kilo)?metres?\b/i, 'meters'],
  [/\bcancelled\b/i, 'canceled'],
  [/\blicences?\b/i, 'license'],
  [/\bneighbour/i, 'neighbor'],
  [/\b(normal|recogn|organ|optim|minim|customi)is(e|ed|es|ing)\b/i, '-ize'],
  [/\bfavour/i, 'favor'],
  [/\bbehaviour/i, 'behavior'],
  [/\be-mails?\b/i, 'email'],
  [/\bpictures?\b(?! element)/i, 'image'],
  [/\btypefaces?\b/i, 'font'],
  [/\btelephones?\b/i, 'phone'],
  [/\bmoving images?\b/i, 'animation'],
  [/\bof (ours|yours|one’s own)\b/i, 'our, your'],
  [/\b(whoever|anew|all the same|by itself|under way|comes? along)\b/i, 'plain words'],
  [/\bshall\b/i, 'will'],
];

/** Rows of the glossary's table of Korean on screen: the words that have a better one, with that. */
function koreanTerms(): readonly (readonly [wrong: RegExp, right: string])[] {
  const glossary = readFileSync(path.resolve(CONTENT, '../docs/glossary.md'), 'utf8');
  const [, table = ''] = glossary.split('## Korean on screen');
  return [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)]
    .slice(1)
    .flatMap(([, right = '', wrong = '']) => wrong.split(', ').map((word) => [new RegExp(word), right] as const));
}

/** What words alone cannot say: spellings, units, and forms of verbs. */
const KOREAN: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/(?<![가-힣])단추(?!벌레)/, '버튼'],
  [/(?<=\d ?|첫 |마지막 )쪽(?![가-힣]{2})/, '페이지'],
  [/눌러 담|머리글이 \d|되풀이해/, '압축, 헤더, 반복'],
  [/[kM]bit\/s/, 'kbps, Mbps'],
  [/(?<![\p{L}\p{N}])\d+ (?:kB|MB|GB|kbps|Mbps)(?![\p{L}])/u, 'the unit right after the number'],
  [/사진 같은 이미지은|이미지이에요/, '이미지'],
  [/되어지|보여지|지게 되|에 의해|을 통하여/, 'the active voice'],
  [/습니다|십시오/, '해요체'],
  [/(?<![\w./])zip(?=[가-힣])/, 'ZIP'],
  [/써 주세요\. (모든 글|사람이)/, '문의를 남겨 주세요'],
  [
    /\{(?!(?:size|done|used|files|language)\})\w+\}[’)]?(?:을|를|이|가|은|는|과|와|으로|로|이에요|예요)(?![가-힣(])/,
    'a noun between the value and its particle',
  ],
  [/을\(를\)|이\(가\)|은\(는\)|과\(와\)|\(으\)로/, 'a sentence without a particle after the value'],
];

/** Namespaces whose sentences the server resolves particles in. */
const RESOLVED: ReadonlySet<string> = new Set(['pairs']);
const RESOLVED_KEYS = /^processors/;
/** English texts that quote people's prompts. */
const PROMPTS: ReadonlySet<string> = new Set(['studio', 'ownImage', 'imagePrompt']);

function interfaceTexts(locale: Locale): readonly Text[] {
  const names = Object.keys(en) as (keyof typeof en)[];
  return Object.entries(messagesOf(locale, names))
    .filter(([name]) => locale === 'ko' || !PROMPTS.has(name))
    .flatMap(([name, messages]) =>
      Object.entries<Message>(messages).flatMap(([key, message]) =>
        (typeof message === 'string' ? [message] : Object.values(message)).map((text): Text => [`${name}.${key}`, text]),
      ),
    );
}

function conversionTexts(locale: Locale): readonly Text[] {
  const lists: Readonly<Record<string, Readonly<Record<string, string>>>> =
    locale === 'en' ? { errors: englishErrors, warnings: englishWarnings } : { errors: koreanErrors, warnings: koreanWarnings };
  return Object.entries(lists).flatMap(([list, texts]) =>
    Object.entries<string>(texts).map(([key, text]): Text => [`${list}.${key}`, text]),
  );
}

function formatTexts(locale: Locale): readonly Text[] {
  return publicFormats().flatMap(({ id }) =>
    Object.values(formatText(id)?.[locale] ?? {}).map((text): Text => [`format ${id}`, text]),
  );
}

function toolTexts(locale: Locale): readonly Text[] {
  return tools().flatMap((tool) => {
    const { title, name, description, lead, points, questions } = tool[locale];
    const answers = questions.flatMap(({ question, answer }) => [question, answer]);
    return [title, name, description, lead, ...points, ...answers].map((text): Text => [`tool ${tool.slug}`, text]);
  });
}

/** Modules whose sentences are not in a list: emails, messages of the API and its documentation. */
const SENTENCES_IN_CODE = [
  'packages/identity/mail/wording.ko.ts',
  'packages/api/contract/problem-titles.ts',
  'packages/api/contract/conversions/problems.ts',
  'packages/api/contract/images/fault-titles.ts',
  'apps/server/http/field-sentences.ts',
  'apps/server/features/conversions/problem-details.ts',
  'apps/web/app/features/api-docs/korean.server.ts',
  'packages/commerce/payment-fake/approval-page.ts',
];

/** Lines with Korean. English lines look like code. */
function koreanInCode(): readonly Text[] {
  return SENTENCES_IN_CODE.flatMap((name) =>
    readFileSync(path.resolve(CONTENT, '..', name), 'utf8')
      .split('\n')
      .map((line, at): Text => [`${name}:${at + 1}`, line])
      .filter(([, line]) => /[가-힣]/.test(line)),
  );
}

/** Articles, questions and legal texts, by line, without code. */
async function contentTexts(locale: Locale): Promise<readonly Text[]> {
  const texts: Text[] = [];
  for await (const name of glob(`**/*${locale}.md`, { cwd: CONTENT })) {
    if (name.includes('prompts-for-images')) continue;
    const text = readFileSync(path.join(CONTENT, name), 'utf8').replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\([^)]*\)/g, '');
    texts.push(...text.split('\n').map((line, at): Text => [`${name}:${at + 1}`, line]));
  }
  return texts;
}

describe.each(LOCALES)('texts in %s', (locale) => {
  it('use the terms of the glossary', async () => {
    const texts = [
      ...interfaceTexts(locale),
      ...conversionTexts(locale),
      ...formatTexts(locale),
      ...toolTexts(locale),
      ...(await contentTexts(locale)),
      ...(locale === 'ko' ? koreanInCode() : []),
    ];
    expect(texts.length).toBeGreaterThan(2000);
    const found = (locale === 'en' ? ENGLISH : [...KOREAN, ...koreanTerms()]).flatMap(([wrong, right]) =>
      texts
        .filter(([where]) => !isExempt(where, right))
        .flatMap(([where, text]) => {
          const [match] = wrong.exec(text) ?? [];
          return match === undefined ? [] : [`${where}: “${match}”, write ${right}: ${text}`];
        }),
    );
    expect(found).toEqual([]);
  });
});

/** Particles as templates write them, by each of their forms. */
const PARTICLES: Readonly<Record<string, string>> = {
  ...{ 을: '을(를)', 를: '을(를)', 은: '은(는)', 는: '은(는)', 이: '이(가)', 가: '이(가)' },
  ...{ 과: '과(와)', 와: '과(와)', 으로: '(으)로', 로: '(으)로' },
};
/** Read as words only outside the names of formats, or both ways. */
const READ_BOTH_WAYS = /^(GET|PUT|UTF-8|bkm_)/;

it('read Latin names with the same particles as the templates', async () => {
  const texts = [
    ...interfaceTexts('ko'),
    ...conversionTexts('ko'),
    ...formatTexts('ko'),
    ...toolTexts('ko'),
    ...(await contentTexts('ko')),
  ];
  const wrong = texts.flatMap(([where, text]) =>
    [...text.matchAll(/(?<![\p{L}\p{N}./{-])([A-Za-z][\w.+-]*)(을|를|은|는|이|가|과|와|으로|로)(?![\p{L}(])/gu)].flatMap(
      ([written, name = '', particle = '']) => {
        const read = resolveParticles(name + PARTICLES[particle]);
        return written === read || READ_BOTH_WAYS.test(name) ? [] : [`${where}: “${written}”, write ${read}`];
      },
    ),
  );
  expect(wrong).toEqual([]);
});

it('reads the Korean terms from the glossary', () => {
  const rights = new Set(koreanTerms().map(([, right]) => right));
  expect(rights.size).toBeGreaterThan(20);
  expect(koreanTerms().find(([wrong]) => wrong.test('휴대전화에서'))?.[1]).toBe('휴대폰');
});

/** Texts of the specification, word for word. */
const SPECIFIED: ReadonlySet<string> = new Set(['payment.cancelled']);

function isExempt(where: string, right: string): boolean {
  if (SPECIFIED.has(where)) return true;
  const [name = '', key = ''] = where.split('.');
  return right.includes('particle') && (RESOLVED.has(name) || RESOLVED_KEYS.test(key));
}
