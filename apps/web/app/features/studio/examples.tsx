import { useLocale, useMessages } from '@bakkum/i18n/react';
import { TEMPLATES } from '@bakkum/prompt-analysis/templates-table';
import type { StyleId } from '@bakkum/studio-options/styles';
import { Badge } from '@bakkum/ui/badge';
import { SketchPicture } from './sketch-picture.tsx';

type Example = { readonly category: keyof typeof TEMPLATES; readonly at: 0 | 1 | 2; readonly style: StyleId };

const EXAMPLES: readonly Example[] = [
  { category: 'animals', at: 0, style: 'anime' },
  { category: 'landscape', at: 0, style: 'photorealistic' },
  { category: 'landscape', at: 2, style: 'oil-painting' },
  { category: 'city', at: 1, style: 'watercolor' },
  { category: 'animals', at: 2, style: 'digital-art' },
  { category: 'city', at: 2, style: 'minimalist' },
];

type ExamplesProps = { readonly heading: string; readonly onChoose: (prompt: string, style: StyleId) => void };

/** Where no images are yet: prompts to begin with, sketched here and now. */
export function Examples({ heading, onChoose }: ExamplesProps) {
  const t = useMessages('studio');
  const locale = useLocale();
  return (
    <section aria-labelledby="examples">
      <h2 id="examples" className="font-bold text-xl">
        {heading}
      </h2>
      <p className="mt-2 text-ink-soft text-sm">{t('examplesNote')}</p>
      <ul className="mt-5 grid grid-cols-2 gap-4 md:grid-cols-3">
        {EXAMPLES.map(({ category, at, style }) => {
          const prompt = TEMPLATES[category][locale][at];
          return (
            <li key={category + at}>
              <button
                type="button"
                onClick={() => onChoose(prompt, style)}
                className="block w-full cursor-pointer overflow-hidden rounded-lg border border-line bg-surface text-left transition-colors hover:border-line-strong"
              >
                <SketchPicture
                  request={{ prompt: TEMPLATES[category].en[at], style, width: 320, height: 320, seed: 3 }}
                  className="aspect-square w-full"
                />
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
}
