import type { StudioView } from '@bakkum/api-contract/images/images';
import { numberFormat } from '@bakkum/i18n/intl';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { analysePrompt } from '@bakkum/prompt-analysis/analyse';
import { PROMPT_LENGTH } from '@bakkum/studio-options/limits';
import { Button } from '@bakkum/ui/button';
import { CONTROL_CLASS } from '@bakkum/ui/field';
import { Lightbulb, X } from '@bakkum/ui/icons';
import { type KeyboardEvent, lazy, memo, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useSite } from '../../../document/use-site.ts';
import { PROMPT_ID } from '../use-keys.ts';
import { AnalysisPanel } from './analysis-panel.tsx';
import { readersOf } from './models.ts';
import { type PromptHistory, stepped } from './prompt-history.ts';
import type { DraftControl } from './use-draft.ts';

const TranslationPanel = lazy(async () => ({ default: (await import('./translation-panel.tsx')).TranslationPanel }));
const PromptHelper = lazy(async () => ({ default: (await import('./prompt-helper.tsx')).PromptHelper }));

type PromptPanelProps = {
  readonly control: DraftControl;
  /** Undefined until it is known. */
  readonly studio: StudioView | undefined;
  readonly history: PromptHistory;
  readonly onHistory: (history: PromptHistory) => void;
};

/** The prompt field with a helper and an analysis of the text. Memoized, so that changes of images do not rerender it. */
export const PromptPanel = memo(function Panel({ control, studio, history, onHistory }: PromptPanelProps) {
  const { draft, change } = control;
  const t = useMessages('studio');
  const [helping, setHelping] = useState(false);
  const [replaced, setReplaced] = useState<string>();
  const replace = (prompt: string): void => {
    setReplaced(draft.prompt);
    change({ prompt });
  };
  const undo = (): void => {
    change({ prompt: replaced ?? '' });
    setReplaced(undefined);
  };
  const { prompt } = draft;
  const { imageServices } = useSite();
  return (
    <section aria-labelledby="prompt-label" className="grid grid-cols-1 gap-4">
      <div>
        <div className="mb-1.5 flex flex-wrap items-center justify-between gap-2">
          <label id="prompt-label" htmlFor={PROMPT_ID} className="font-semibold text-lg">
            {t('promptLabel')}
          </label>
          {imageServices ? (
            <Button
              size="sm"
              aria-expanded={helping}
              icon={<Lightbulb aria-hidden size={16} />}
              onClick={() => setHelping(!helping)}
            >
              {t('helper')}
            </Button>
          ) : undefined}
        </div>
        {helping ? (
          <Suspense fallback={<div className="min-h-72" />}>
            <PromptHelper onChoose={replace} />
          </Suspense>
        ) : undefined}
        <PromptBox
          prompt={prompt}
          history={history}
          onHistory={onHistory}
          onWrite={(written) => change({ prompt: written })}
          onType={() => setReplaced(undefined)}
        />
        <PromptFoot prompt={prompt} onClear={() => replace('')} onUndo={replaced === undefined ? undefined : undo} />
      </div>
      <Translation control={control} studio={studio} />
      {imageServices ? (
        <AnalysisPanel analysis={analysePrompt(prompt, draft.style || undefined)} prompt={prompt} onChange={replace} />
      ) : (
        <p className="text-ink-soft text-sm max-lg:hidden">{t('designHint')}</p>
      )}
    </section>
  );
});

/** Once offered, it stays, so that the translation can be undone. */
function Translation({ control: { draft, change }, studio }: Pick<PromptPanelProps, 'control' | 'studio'>) {
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
      rows={3}
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
      className={`${CONTROL_CLASS} block min-h-24 resize-y py-3 sm:min-h-32`}
    />
  );
}

type PromptFootProps = { readonly prompt: string; readonly onClear: () => void; readonly onUndo: (() => void) | undefined };

function PromptFoot({ prompt, onClear, onUndo }: PromptFootProps) {
  const t = useMessages('studio');
  const locale = useLocale();
  return (
    <div className="mt-1.5 flex min-h-9 items-center justify-between gap-3 text-ink-faint text-sm tabular">
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
