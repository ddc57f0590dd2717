import { useLocale, useMessages } from '@bakkum/i18n/react';
import { memo } from 'react';
import { EXAMPLE_SIDE, EXAMPLES, stillOf } from './examples-table.ts';

const ADDRESSES = import.meta.glob<string>('../../../../.generated/stills/*.webp', {
  query: '?url',
  import: 'default',
  eager: true,
});

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
        {EXAMPLES.map((example) => (
          <li key={example.id}>
            <button
              type="button"
              onClick={() => onChoose(example[locale])}
              className="flex h-full w-full cursor-pointer flex-col overflow-hidden rounded-lg border border-line bg-surface text-left transition-colors hover:border-line-strong"
            >
              <Still name={stillOf(example, locale)} />
              <span className="block p-3 text-ink-soft text-sm">{example[locale]}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
});

/** A design drawn at build time. Decorative: the text below describes it. */
export function Still({ name }: { readonly name: string }) {
  const address = ADDRESSES[`../../../../.generated/stills/${name}.webp`];
  if (!address) throw new RangeError(`there is no still ${name}`);
  return (
    <img
      src={address}
      alt=""
      width={EXAMPLE_SIDE}
      height={EXAMPLE_SIDE}
      loading="lazy"
      decoding="async"
      fetchPriority="low"
      className="block aspect-square w-full bg-sunken"
    />
  );
}
