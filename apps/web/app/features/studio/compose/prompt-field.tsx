import type { StudioView } from '@bakkum/api-contract/images/images';
import { numberFormat } from '@bakkum/i18n/intl';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { PROMPT_LENGTH } from '@bakkum/studio-options/limits';
import { Button } from '@bakkum/ui/button';
import { CONTROL_CLASS } from '@bakkum/ui/field';
import { X } from '@bakkum/ui/icons';
import { type KeyboardEvent, lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSite } from '../../../document/use-site.ts';
import { PROMPT_ID } from '../use-keys.ts';
import { readersOf } from './models.ts';
import { type PromptHistory, stepped } from './prompt-history.ts';
import type { DraftControl } from './use-draft.ts';
import type { ReplacedPrompt } from './use-replaced-prompt.ts';

const CompleteTypeface = lazy(async () => ({ default: (await import('../../../complete-typeface.tsx')).CompleteTypeface }));
const TranslationPanel = lazy(async () => ({ default: (await import('./translation-panel.tsx')).TranslationPanel }));

type PromptFieldProps = {
  readonly control: DraftControl;
  readonly replaced: ReplacedPrompt;
  /** Undefined until it is known. */
  readonly studio: StudioView | undefined;
  readonly history: PromptHistory;
  readonly onHistory: (history: PromptHistory) => void;
};

/** The prompt with its length, and an offer to translate it where the models do not read it. */
export function PromptField({ control, replaced, studio, history, onHistory }: PromptFieldProps) {
  const t = useMessages('studio');
  const { prompt } = control.draft;
  return (
    <section aria-labelledby="prompt-label" className="grid min-w-0 grid-cols-1 gap-2">
      <Translation control={control} studio={studio} />
      <Suspense>{prompt === '' ? undefined : <CompleteTypeface />}</Suspense>
      <div>
        <div className="flex min-h-9 flex-wrap items-center justify-between gap-x-3">
          <label id="prompt-label" htmlFor={PROMPT_ID} className="font-semibold">
            {t('promptLabel')}
          </label>
          <PromptTools prompt={prompt} onClear={() => replaced.replace('')} onUndo={replaced.undo} />
        </div>
        <PromptBox
          prompt={prompt}
          history={history}
          onHistory={onHistory}
          onWrite={(written) => control.change({ prompt: written })}
          onType={replaced.forget}
        />
      </div>
    </section>
  );
}

/** Once offered, it stays, so that the translation can be undone. */
function Translation({ control: { draft, change }, studio }: Pick<PromptFieldProps, 'control' | 'studio'>) {
  const t = useMessages('studio');
  const [offered, setOffered] = useState(false);
  const needed = studio?.translates === true && readersOf(studio, draft).length === 0;
  if (needed && !offered) setOffered(true);
  if (!offered) return undefined;
  const { prompt, negativePrompt } = draft;
  return (
    <Suspense>
      <TranslationPanel texts={{ prompt, negativePrompt }} needed={needed} label={t('translatedPrompt')} onChange={change} />
    </Suspense>
  );
}

type PromptBoxProps = {
  readonly prompt: string;
  readonly history: PromptHistory;
  readonly onHistory: (history: PromptHistory) => void;
  readonly onWrite: (prompt: string) => void;
  /** Called when the user types, not when the history is used. */
  readonly onType: () => void;
};

function PromptBox({ prompt, history, onHistory, onWrite, onType }: PromptBoxProps) {
  const t = useMessages('studio');
  const { imageServices } = useSite();
  const box = useRef<HTMLTextAreaElement>(null);
  const takeOver = useEffectEvent(() => {
    if (box.current && box.current.value !== '' && box.current.value !== prompt) onWrite(box.current.value);
  });
  // Takes over text typed before hydration.
  useEffect(() => takeOver(), []);
  return (
    <textarea
      ref={box}
      id={PROMPT_ID}
      rows={2}
      maxLength={PROMPT_LENGTH}
      value={prompt}
      placeholder={t(imageServices ? 'promptPlaceholder' : 'designPlaceholder')}
      aria-describedby="prompt-count"
      onChange={({ target }) => {
        onType();
        onWrite(target.value);
        if (history.at !== -1) onHistory({ ...history, at: -1 });
      }}
      onKeyDown={(event) => {
        const step = historyStep(event);
        const next = step && stepped(history, prompt, step);
        if (!next) return;
        event.preventDefault();
        onHistory(next.history);
        onWrite(next.prompt);
      }}
      className={`${CONTROL_CLASS} block min-h-18 resize-y py-2.5`}
    />
  );
}

type PromptToolsProps = { readonly prompt: string; readonly onClear: () => void; readonly onUndo: (() => void) | undefined };

function PromptTools({ prompt, onClear, onUndo }: PromptToolsProps) {
  const t = useMessages('studio');
  const locale = useLocale();
  return (
    <div className="flex items-center gap-2 text-ink-faint text-sm tabular">
      <span id="prompt-count">
        {t('promptCount', {
          count: numberFormat(locale).format([...prompt].length),
          most: numberFormat(locale).format(PROMPT_LENGTH),
        })}
      </span>
      <span className="flex gap-1">
        {onUndo ? (
          <Button size="sm" variant="quiet" onClick={onUndo}>
            {t('undo')}
          </Button>
        ) : undefined}
        {prompt === '' ? undefined : (
          <Button size="sm" variant="quiet" icon={<X aria-hidden size={16} />} onClick={onClear}>
            {t('clearPrompt')}
          </Button>
        )}
      </span>
    </div>
  );
}

/** The arrow keys go through the history only where they cannot move the cursor. */
function historyStep(event: KeyboardEvent<HTMLTextAreaElement>): 1 | -1 | undefined {
  if (event.nativeEvent.isComposing || event.shiftKey || event.ctrlKey || event.metaKey) return undefined;
  const { selectionStart, selectionEnd, value } = event.currentTarget;
  if (selectionStart !== selectionEnd) return undefined;
  if (event.key === 'ArrowUp' && (event.altKey || selectionStart === 0)) return 1;
  if (event.key === 'ArrowDown' && (event.altKey || selectionStart === value.length)) return -1;
  return undefined;
}
