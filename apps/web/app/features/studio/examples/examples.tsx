import { useLocale, useMessages } from '@bakkum/i18n/react';
import { memo } from 'react';
import { EXAMPLE_SIDE, EXAMPLES, stillOf } from './examples-table.ts';

const ADDRESSES = import.meta.glob<string>('../../../../.generated/stills/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Examples in the first row on phones: the largest elements of the first view. */
const FIRST_SEEN = 2;

type ExamplesProps = { readonly heading: string; readonly onChoose: (prompt: string) => void };

/** Shown while there are no images: example prompts with their designs. Memoized, so that typing does not rerender it. */
export const Examples = memo(function Designs({ heading, onChoose }: ExamplesProps) {
  const t = useMessages('studio');
  const locale = useLocale();
  return (
    <section aria-labelledby="examples" className="drawn-when-near-[60rem] md:drawn-when-near-[50rem]">
      <h2 id="examples" className="font-bold text-xl">
        {heading}
      </h2>
      <p className="mt-2 text-ink-soft text-sm">{t('examplesNote')}</p>
      <ul className="mt-5 grid grid-cols-2 gap-4 md:grid-cols-3">
        {EXAMPLES.map((example, index) => (
          <li key={example.id}>
            <button
              type="button"
              onClick={() => onChoose(example[locale])}
              className="flex h-full w-full cursor-pointer flex-col overflow-hidden rounded-lg border border-line bg-surface text-left transition-colors hover:border-line-strong"
            >
              <Still name={stillOf(example, locale)} isFirstSeen={index < FIRST_SEEN} />
              <span className="block p-3 text-ink-soft text-sm">{example[locale]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
});

const LATER = { loading: 'lazy', fetchPriority: 'low' } as const;

type StillProps = { readonly name: string; readonly isFirstSeen?: boolean };

/** A design drawn at build time. Decorative: the text below describes it. */
export function Still({ name, isFirstSeen = false }: StillProps) {
  const address = ADDRESSES[`../../../../.generated/stills/${name}.webp`];
  if (!address) throw new RangeError(`there is no still ${name}`);
  return (
    <img
      src={address}
      alt=""
      width={EXAMPLE_SIDE}
      height={EXAMPLE_SIDE}
      decoding="async"
      {...(isFirstSeen ? {} : LATER)}
      className="block aspect-square w-full bg-sunken"
    />
  );
}
