import { useLocale, useMessages } from '@bakkum/i18n/react';
import { TEMPLATES } from '@bakkum/prompt-analysis/templates-table';
import type { StyleId } from '@bakkum/studio-options/styles';
import { Badge } from '@bakkum/ui/badge';
import { memo } from 'react';
import { PrerenderedSketch } from '../sketches/still-picture.tsx';
import { EXAMPLES, exampleSketch } from '../sketches/stills.ts';

type ExamplesProps = { readonly heading: string; readonly onChoose: (prompt: string, style: StyleId) => void };

/** Shown while there are no images: example prompts with their sketches. Memoized, so that typing does not rerender it. */
export const Examples = memo(function Pictures({ heading, onChoose }: ExamplesProps) {
  const t = useMessages('studio');
  const locale = useLocale();
  return (
    <section aria-labelledby="examples" className="drawn-when-near-[60rem] md:drawn-when-near-[50rem]">
      <h2 id="examples" className="font-bold text-xl">
        {heading}
      </h2>
      <p className="mt-2 text-ink-soft text-sm">{t('examplesNote')}</p>
      <ul className="mt-5 grid grid-cols-2 gap-4 md:grid-cols-3">
        {EXAMPLES.map((example) => {
          const { category, at, style } = example;
          const prompt = TEMPLATES[category][locale][at];
          return (
            <li key={category + at}>
              <button
                type="button"
                onClick={() => onChoose(prompt, style)}
                className="block w-full cursor-pointer overflow-hidden rounded-lg border border-line bg-surface text-left transition-colors hover:border-line-strong"
              >
                <PrerenderedSketch name={exampleSketch(example)} className="aspect-square w-full" />
                <span className="block p-3">
                  <Badge>{t(`style_${style}`)}</Badge>
                  <span className="mt-2 line-clamp-2 text-ink-soft text-sm">{prompt}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
});
