import { useMessages } from '@bakkum/i18n/react';
import { analysePrompt } from '@bakkum/prompt-analysis/analyse';
import { Button } from '@bakkum/ui/button';
import { Lightbulb } from '@bakkum/ui/icons';
import { lazy, memo, Suspense, useState } from 'react';
import { AnalysisPanel } from './analysis-panel.tsx';
import type { Draft } from './draft.ts';

const PromptHelper = lazy(async () => ({ default: (await import('./prompt-helper.tsx')).PromptHelper }));

type PromptAdviceProps = Pick<Draft, 'prompt' | 'style'> & { readonly onReplace: (prompt: string) => void };

/** How to write a prompt for the design studio. */
export function DesignHint() {
  const t = useMessages('studio');
  return <p className="text-ink-soft text-sm">{t('designHint')}</p>;
}

/** Templates and an analysis of the prompt. Memoized, so that changes of images do not rerender it. */
export const PromptAdvice = memo(function Advice({ prompt, style, onReplace }: PromptAdviceProps) {
  const t = useMessages('studio');
  const [helping, setHelping] = useState(false);
  return (
    <section className="grid grid-cols-1 gap-4">
      <Button
        size="sm"
        aria-expanded={helping}
        icon={<Lightbulb aria-hidden size={16} />}
        onClick={() => setHelping(!helping)}
        className="justify-self-start"
      >
        {t('helper')}
      </Button>
      {helping ? (
        <Suspense fallback={<div className="min-h-72" />}>
          <PromptHelper onChoose={onReplace} />
        </Suspense>
      ) : undefined}
      <AnalysisPanel analysis={analysePrompt(prompt, style || undefined)} prompt={prompt} onChange={onReplace} />
    </section>
  );
});
