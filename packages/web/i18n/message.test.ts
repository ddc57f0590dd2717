import { describe, expect, it } from 'vitest';
import { messagesOf, wordsOf } from './catalogue.ts';
import { LOCALES } from './locale.ts';
import { format, type Message, type Namespace, type Translation, translator } from './message.ts';
import { MIN_DESCRIPTION_LENGTH } from './min-description-length.ts';
import { en } from './strings.en.ts';

describe('format', () => {
  it('fills in values, with numbers formatted for the language', () => {
    expect(format('en', 'Up to {count} files in {name}', { count: 12_500, name: 'a{b}' })).toBe('Up to 12,500 files in a{b}');
  });

  it('picks the plural form by count', () => {
    const files = { one: '{count} file', other: '{count} files' };
    expect([0, 1, 2].map((count) => format('en', files, { count }))).toEqual(['0 files', '1 file', '2 files']);
    expect(format('ko', { other: '파일 {count}개' }, { count: 1 })).toBe('파일 1개');
  });

  it('never leaves a placeholder', () => {
    expect(() => format('en', 'Hello {name}')).toThrow('{name}');
    expect(() => format('en', { other: 'files' }, { name: 'x' })).toThrow('count');
  });
});

describe('translator', () => {
  const source = { plain: 'Save', named: 'Save as {name}', many: { one: '{count} file', other: '{count} files' } } as const;
  const t = translator<typeof source>('en', source);

  it('finds messages by key', () => {
    expect([t('plain'), t('named', { name: 'x' }), t('many', { count: 2 })]).toEqual(['Save', 'Save as x', '2 files']);
    expect(t.lookup('plain')).toBe('Save');
    expect(t.lookup('toString')).toBeUndefined();
  });

  it('does not compile without a value, with an unknown key, or with a missing or extra translation', () => {
    // @ts-expect-error -- {name} has no value
    expect(() => t('named')).toThrow('{name}');
    // @ts-expect-error -- no such key
    expect(() => t('nothing')).toThrow('nothing');
    // @ts-expect-error -- `many` is missing
    const missing = { plain: '저장', named: '{name}(으)로 저장' } satisfies Translation<typeof source>;
    // @ts-expect-error -- `more` does not exist in the source
    const extra = { plain: '저장', named: '{name}', many: { other: '{count}개' }, more: '더' } satisfies Translation<
      typeof source
    >;
    expect([missing, extra]).toHaveLength(2);
  });
});

describe('catalogues', () => {
  const names = Object.keys(en) as (keyof typeof en)[];
  const placeholders = (message: Message): string[] =>
    [
      ...new Set(
        Object.values(typeof message === 'string' ? { message } : message).flatMap(
          (text: string) => text.match(/\{\w+\}/g) ?? [],
        ),
      ),
    ].sort();

  it.each(names)('have the same keys and placeholders of %s in every language', (name) => {
    const source: Namespace = en[name];
    for (const locale of LOCALES) {
      const translated = messagesOf(locale, [name])[name] ?? {};
      expect(Object.keys(translated).sort()).toEqual(Object.keys(source).sort());
      for (const [key, message] of Object.entries(source)) {
        expect(placeholders(translated[key] ?? ''), `${locale} ${name}.${key}`).toEqual(placeholders(message));
      }
    }
  });

  it.each(LOCALES)('give every page a unique title and a sufficiently long, unique description in %s', (locale) => {
    const all = names.flatMap((name) => headsOf(messagesOf(locale, [name])[name] ?? {}));
    expect(all.length).toBeGreaterThan(20);
    expect(all.filter(({ description }) => description.length < MIN_DESCRIPTION_LENGTH[locale])).toEqual([]);
    expect(new Set(all.map(({ title }) => title)).size).toBe(all.length);
    expect(new Set(all.map(({ description }) => description)).size).toBe(all.length);
  });

  it('send only the requested namespaces', () => {
    expect(Object.keys(messagesOf('ko', ['home']))).toEqual(['home']);
    expect(wordsOf('ko', 'shell')('navConverter')).toBe('파일 변환기');
  });
});

/** Titles and descriptions of pages in a namespace: `title` with `description`, `helpTitle` with `helpDescription`. */
function headsOf(messages: Namespace): readonly { readonly title: string; readonly description: string }[] {
  return Object.entries(messages).flatMap(([key, description]) => {
    const title = messages[key.replace('description', 'title').replace('Description', 'Title')];
    const isHead = /description$/i.test(key) && typeof title === 'string' && typeof description === 'string';
    // Descriptions with placeholders are checked where they are generated.
    return isHead && !/\{\w+\}/.test(description) ? [{ title, description }] : [];
  });
}
