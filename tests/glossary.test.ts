/** Texts that people see: one term for each thing, American spelling, no particle left unresolved. */
import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { messagesOf } from '@bakkum/i18n/catalogue';
import { LOCALES, type Locale } from '@bakkum/i18n/locale';
import type { Message } from '@bakkum/i18n/message';
import { en } from '@bakkum/i18n/strings.en';
import { errors as englishErrors } from '@bakkum/messages/errors.en';
import { errors as koreanErrors } from '@bakkum/messages/errors.ko';
import { warnings as englishWarnings } from '@bakkum/messages/warnings.en';
import { warnings as koreanWarnings } from '@bakkum/messages/warnings.ko';
import { publicFormats } from '@bakkum/registry/catalogue';
import { formatText } from '@bakkum/registry/format-texts';
import { describe, expect, it } from 'vitest';

const CONTENT = path.resolve(import.meta.dirname, '../content');

type Text = readonly [where: string, text: string];

/** British spellings and words that have a term of their own, with the term. */
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

/** Other terms, spellings and words that only translations and old books use, with what to write. */
const KOREAN: readonly (readonly [wrong: RegExp, right: string])[] = [
  [/까닭/, '이유'],
  [/낱말/, '단어'],
  [/휴대전화/, '휴대폰'],
  [/텔레비전/, 'TV'],
  [/재생기/, '플레이어'],
  [/(?<![가-힣])단추(?!벌레)/, '버튼'],
  [/색 프로파일|컬러 프로필/, '색상 프로필'],
  [/프레임 레이트|프레임레이트/, '프레임 속도'],
  [/샘플레이트/, '샘플 레이트'],
  [/쪽 번호|(?<=\d ?|첫 |마지막 )쪽(?![가-힣]{2})/, '페이지'],
  [/붙여 넣/, '붙여넣'],
  [/줄 바꿈/, '줄바꿈'],
  [/일시정지/, '일시 정지'],
  [/글자 폭/, '글자 너비'],
  [/이진 (파일|형식|통합|복합)/, '바이너리'],
  [/눌러 담|머리글이 \d|되풀이해/, '압축, 헤더, 반복'],
  [/[kM]bit\/s/, 'kbps, Mbps'],
  [/(?<![\p{L}\p{N}])\d+ (?:kB|MB|GB|kbps|Mbps)(?![\p{L}])/u, 'the unit right after the number'],
  [/전자 우편/, '이메일'],
  [/(?<![가-힣])그림 파일|사진 같은 이미지은|이미지이에요/, '이미지'],
  [/되어지|보여지|지게 되|에 의해|을 통하여/, 'the active voice'],
  [/습니다|십시오/, '해요체'],
  [/이용권/, '요금제'],
  [/움직이는 그림/, '애니메이션'],
  [/안에 든 그림|그림 파일/, '이미지'],
  [/(?<![\w./])zip(?=[가-힣])/, 'ZIP'],
  [/써 주세요\. (모든 글|사람이)/, '문의를 남겨 주세요'],
  [/을\(를\)|이\(가\)|은\(는\)|과\(와\)|\(으\)로/, 'a sentence without a particle after the value'],
];

/** Namespaces whose sentences the server resolves particles in. */
const RESOLVED: ReadonlySet<string> = new Set(['pairs']);
const RESOLVED_KEYS = /^processors/;
/** Written by another part of the team's work, or quoting people's prompts. */
const PROMPTS: ReadonlySet<string> = new Set(['studio', 'ownImage', 'imagePrompt']);

function interfaceTexts(locale: Locale): readonly Text[] {
  const names = Object.keys(en) as (keyof typeof en)[];
  return Object.entries(messagesOf(locale, names))
    .filter(([name]) => !PROMPTS.has(name))
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

/** Lines with Korean. English ones cannot be told from code. */
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
      ...(await contentTexts(locale)),
      ...(locale === 'ko' ? koreanInCode() : []),
    ];
    expect(texts.length).toBeGreaterThan(2000);
    const found = (locale === 'en' ? ENGLISH : KOREAN).flatMap(([wrong, right]) =>
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

/** Texts of the specification, word for word. */
const SPECIFIED: ReadonlySet<string> = new Set(['payment.cancelled']);

function isExempt(where: string, right: string): boolean {
  if (SPECIFIED.has(where)) return true;
  const [name = '', key = ''] = where.split('.');
  return right.includes('particle') && (RESOLVED.has(name) || RESOLVED_KEYS.test(key));
}
