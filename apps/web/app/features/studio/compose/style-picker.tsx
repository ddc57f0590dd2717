import { useMessages } from '@bakkum/i18n/react';
import { STYLE_IDS, type StyleId } from '@bakkum/studio-options/styles';
import { memo, useEffect, useState } from 'react';
import { SketchPicture } from '../sketches/sketch-picture.tsx';
import { PrerenderedSketch } from '../sketches/still-picture.tsx';
import { styleStill } from '../sketches/stills.ts';
import type { DraftControl } from './use-draft.ts';

/** Milliseconds of pause after typing before the sketches are drawn. */
const PAUSE_MS = 700;
const PREVIEW = { width: 208, height: 156, seed: 12 } as const;

/** The styles, each with a sketch: of one scene for all, and of the prompt once there is one. */
export const StylePicker = memo(function Picker({ control: { draft, change } }: { readonly control: DraftControl }) {
  const t = useMessages('studio');
  const prompt = usePaused(draft.prompt.trim());
  return (
    <fieldset aria-describedby="style-note">
      <legend className="mb-2 font-semibold">{t('style')}</legend>
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {STYLE_IDS.map((style) => (
          <StyleCard
            key={style}
            style={style}
            prompt={prompt}
            checked={draft.style === style}
            onChoose={() => change({ style })}
          />
        ))}
      </div>
      <p id="style-note" className="mt-2 text-ink-faint text-sm">
        {t('stylePreview')}
      </p>
    </fieldset>
  );
});

type StyleCardProps = {
  readonly style: StyleId;
  readonly prompt: string;
  readonly checked: boolean;
  readonly onChoose: () => void;
};

function StyleCard({ style, prompt, checked, onChoose }: StyleCardProps) {
  const t = useMessages('studio');
  return (
    <label className="relative block cursor-pointer overflow-hidden rounded-md border border-line bg-surface transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2">
      <input type="radio" name="style" value={style} checked={checked} onChange={onChoose} className="sr-only" />
      <span className="relative block">
        <PrerenderedSketch name={styleStill(style)} first={style === STYLE_IDS[0]} className="aspect-4/3 w-full" />
        {prompt ? <SketchPicture request={{ prompt, style, ...PREVIEW }} className="absolute inset-0 size-full" /> : undefined}
      </span>
      <span className="block px-3 py-2">
        <span className="block font-medium text-sm">{t(`style_${style}`)}</span>
        <span className="block text-ink-faint text-xs">{t(`styleNote_${style}`)}</span>
      </span>
    </label>
  );
}

/** Returns the value once it has not changed for a while. */
function usePaused(value: string): string {
  const [paused, setPaused] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setPaused(value), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return paused;
}
