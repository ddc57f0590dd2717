import { useMessages } from '@bakkum/i18n/react';
import { type PromptAnalysis, type Suggestion, withPhrase } from '@bakkum/prompt-analysis/analyse';
import { ASPECTS } from '@bakkum/prompt-analysis/dictionary-table';
import { Badge, type Tone } from '@bakkum/ui/badge';
import { Button } from '@bakkum/ui/button';
import { Check, CircleDashed, Plus } from '@bakkum/ui/icons';
import { LiveRegion } from '@bakkum/ui/live-region';
import { Notice } from '@bakkum/ui/notice';
import { ProgressBar } from '@bakkum/ui/progress-bar';

type AnalysisPanelProps = {
  readonly analysis: PromptAnalysis | undefined;
  readonly prompt: string;
  readonly onChange: (prompt: string) => void;
};

/** Thresholds of the specification: green from the first, yellow from the second, else red. */
function coverageTone(percent: number): Exclude<Tone, 'neutral' | 'accent' | 'info'> {
  return percent >= 80 ? 'success' : percent >= 60 ? 'warning' : 'danger';
}

/** Shows what the prompt covers and what is missing, with buttons to add it. */
export function AnalysisPanel({ analysis, prompt, onChange }: AnalysisPanelProps) {
  const t = useMessages('studio');
  return (
    <div className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <h2 className="font-semibold">{t('analysis')}</h2>
      <LiveRegion>{analysis ? t('coveragePercent', { percent: analysis.confidence }) : ''}</LiveRegion>
      {analysis ? (
        <Findings analysis={analysis} prompt={prompt} onChange={onChange} />
      ) : (
        <p className="mt-2 text-ink-soft text-sm">{t('analysisEmpty')}</p>
      )}
    </div>
  );
}

type FindingsProps = Omit<AnalysisPanelProps, 'analysis'> & { readonly analysis: PromptAnalysis };

function Findings({ analysis, prompt, onChange }: FindingsProps) {
  const t = useMessages('studio');
  const { confidence, isValid, suggestions, improvements, warnings, enhancedPrompt } = analysis;
  const add = (phrase: string): void => onChange(withPhrase(prompt, phrase));
  return (
    <div className="mt-3 grid gap-4">
      <div>
        <p className="flex items-baseline justify-between gap-3 text-sm">
          <span className="font-semibold tabular">{t('coveragePercent', { percent: confidence })}</span>
          <span className="text-ink-soft">{t(isValid ? 'coverageValid' : 'coverageWeak')}</span>
        </p>
        <ProgressBar label={t('coverage')} fraction={confidence / 100} tone={coverageTone(confidence)} className="mt-1.5" />
        <p className="mt-1.5 text-ink-faint text-xs">{t('coverageMeaning')}</p>
      </div>
      <Aspects analysis={analysis} />
      {warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {t(`warning_${warning}`)}
        </Notice>
      ))}
      <Phrases heading={t('suggestions')} suggestions={suggestions} words={(kind) => t(`suggest_${kind}`)} onAdd={add} />
      <Phrases heading={t('improvements')} suggestions={improvements} words={(kind) => t(`improve_${kind}`)} onAdd={add} />
      {enhancedPrompt ? (
        <div className="rounded-md bg-sunken p-3">
          <h3 className="font-semibold text-sm">{t('enhanced')}</h3>
          <p className="mt-1 break-words text-ink-soft text-sm">{enhancedPrompt}</p>
          <Button size="sm" className="mt-3" onClick={() => onChange(enhancedPrompt)}>
            {t('useEnhanced')}
          </Button>
        </div>
      ) : undefined}
    </div>
  );
}

function Aspects({ analysis: { named } }: { readonly analysis: PromptAnalysis }) {
  const t = useMessages('studio');
  return (
    <ul className="flex flex-wrap gap-2">
      {ASPECTS.map((aspect) => {
        const found = named.includes(aspect);
        const Icon = found ? Check : CircleDashed;
        return (
          <li key={aspect}>
            <Badge tone={found ? 'success' : 'neutral'} icon={<Icon aria-hidden size={14} />}>
              <span aria-hidden>{t(`aspect_${aspect}`)}</span>
              <span className="sr-only">{t(found ? 'aspectNamed' : 'aspectMissing', { aspect: t(`aspect_${aspect}`) })}</span>
            </Badge>
          </li>
        );
      })}
    </ul>
  );
}

type PhrasesProps<Kind extends string> = {
  readonly heading: string;
  readonly suggestions: readonly Suggestion<Kind>[];
  readonly words: (kind: Kind) => string;
  readonly onAdd: (phrase: string) => void;
};

function Phrases<Kind extends string>({ heading, suggestions, words, onAdd }: PhrasesProps<Kind>) {
  const t = useMessages('studio');
  if (suggestions.length === 0) return undefined;
  return (
    <div>
      <h3 className="font-semibold text-sm">{heading}</h3>
      <ul className="mt-2 grid gap-3">
        {suggestions.map(({ kind, phrases }) => (
          <li key={kind}>
            <p className="text-ink-soft text-sm">{words(kind)}</p>
            <div className="mt-1.5 flex flex-wrap gap-2">
              {phrases.map((phrase) => (
                <Button
                  key={phrase}
                  size="sm"
                  aria-label={t('addPhrase', { phrase })}
                  icon={<Plus aria-hidden size={14} />}
                  className="font-normal"
                  onClick={() => onAdd(phrase)}
                >
                  {phrase}
                </Button>
              ))}
            </div>
          </li>
        ))}
      </ul>
    </div>
  );
}
