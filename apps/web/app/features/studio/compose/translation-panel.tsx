/** Loaded once a prompt is in a language that the model does not read, where the site translates. */
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { call, type Failure } from '../../../session/api.ts';
import { FailureNotice } from '../../../session/failure-notice.tsx';

export type PromptTexts = { readonly prompt: string; readonly negativePrompt: string };

type TranslationPanelProps = {
  readonly texts: PromptTexts;
  /** Whether the model doesn't read the language of the texts. */
  readonly needed: boolean;
  /** Names the translated text. */
  readonly label: string;
  readonly onChange: (texts: PromptTexts) => void;
};

/** Offers to translate into English. Then shows the original next to the translation, and restores it on request. */
export function TranslationPanel({ texts, needed, label, onChange }: TranslationPanelProps): ReactNode {
  const t = useMessages('studio');
  const [original, setOriginal] = useState<PromptTexts>();
  const { sending, failure, translate } = useTranslation((english) => {
    setOriginal(texts);
    onChange(english);
  });
  if (needed) {
    return (
      <Notice
        tone="warning"
        action={
          <Button size="sm" aria-disabled={sending} onClick={() => void translate(texts)}>
            {t(sending ? 'translating' : 'translate')}
          </Button>
        }
      >
        <p>{t('translateOffer')}</p>
        <FailureNotice failure={failure} className="mt-2" />
      </Notice>
    );
  }
  if (!original || texts.prompt === '') return undefined;
  const undo = (): void => {
    onChange(original);
    setOriginal(undefined);
  };
  return (
    <Notice
      tone="info"
      action={
        <Button size="sm" onClick={undo}>
          {t('translateUndo')}
        </Button>
      }
    >
      <Difference label={label} original={original} texts={texts} />
    </Notice>
  );
}

type DifferenceProps = Pick<TranslationPanelProps, 'texts' | 'label'> & { readonly original: PromptTexts };

/** The original above the text that will be sent. */
function Difference({ label, original, texts }: DifferenceProps) {
  const t = useMessages('studio');
  const changes = [
    [label, original.prompt, texts.prompt],
    ...(original.negativePrompt ? [[t('translatedNegative'), original.negativePrompt, texts.negativePrompt] as const] : []),
  ] as const;
  return (
    <dl className="grid gap-2">
      {changes.map(([term, before, after]) => (
        <div key={term}>
          <dt className="font-semibold">{term}</dt>
          <dd className="break-words text-ink-soft text-sm">
            <del className="no-underline">{before}</del>
          </dd>
          <dd className="break-words text-sm">
            <ins lang="en" className="no-underline">
              {after}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  );
}

function useTranslation(onTranslated: (texts: PromptTexts) => void) {
  const [sending, setSending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const translate = async ({ prompt, negativePrompt }: PromptTexts): Promise<void> => {
    if (sending) return;
    setSending(true);
    setFailure(undefined);
    const wanted = { prompt: prompt.trim(), ...(negativePrompt.trim() && { negativePrompt: negativePrompt.trim() }) };
    const answer = await call('POST /api/images/translations', wanted);
    setSending(false);
    if (answer.ok) onTranslated({ prompt: answer.body.prompt, negativePrompt: answer.body.negativePrompt ?? '' });
    else setFailure(answer.failure);
  };
  return { sending, failure, translate };
}
