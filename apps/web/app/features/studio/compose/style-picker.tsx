import { useMessages } from '@bakkum/i18n/react';
import { STYLE_IDS, type StyleId } from '@bakkum/studio-options/styles';
import { memo } from 'react';
import type { DraftControl } from './use-draft.ts';

/** The styles that services add to the prompt; none is the default. */
export const StylePicker = memo(function Picker({ control: { draft, change } }: { readonly control: DraftControl }) {
  const t = useMessages('studio');
  const styles: readonly (StyleId | '')[] = ['', ...STYLE_IDS];
  return (
    <fieldset aria-describedby="style-note">
      <legend className="mb-2 font-semibold">{t('style')}</legend>
      <div className="grid grid-cols-2 gap-2 @md:grid-cols-3">
        {styles.map((style) => (
          <label
            key={style}
            className="relative block cursor-pointer rounded-md border border-line bg-surface px-3 py-2 transition-colors hover:border-line-strong has-checked:border-accent has-checked:bg-accent-soft has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="style"
              value={style}
              checked={draft.style === style}
              onChange={() => change({ style })}
              className="sr-only"
            />
            <span className="block font-medium text-sm">{t(`style_${style || 'none'}`)}</span>
            <span className="block text-ink-faint text-xs">{t(`styleNote_${style || 'none'}`)}</span>
          </label>
        ))}
      </div>
      <p id="style-note" className="mt-2 text-ink-faint text-sm">
        {t('styleMeaning')}
      </p>
    </fieldset>
  );
});
