import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Badge } from '@bakkum/ui/badge';
import { Button } from '@bakkum/ui/button';
import { NativeSelect, TextField } from '@bakkum/ui/field';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useAlive } from '../../forms/use-alive.ts';
import { Code } from './inline.tsx';
import { ScrollingCode } from './scrolling-code.tsx';
import { looksLikeKey, needsKey, type Outcome, pathOf, send, TRIALS, type Trial } from './try-request.ts';

type State = 'ready' | 'sending' | 'unreachable' | Outcome;

/** Sends read-only requests from the page to its own server. */
export function TryPanel(): ReactNode {
  const t = useMessages('apiDocs');
  const alive = useAlive();
  const { trial, pair, keyError, state, choose, setPair, forgetError, onSubmit } = useTrial();
  return (
    <div className="grid min-w-0 gap-5 rounded-lg border border-line bg-surface p-5">
      <form method="post" noValidate onSubmit={onSubmit}>
        {/* Choices made before hydration would be lost. */}
        <fieldset disabled={!alive} className="grid min-w-0 gap-4 sm:grid-cols-2">
          <NativeSelect label={t('tryRequest')} value={trial} onChange={(event) => choose(event.target.value)}>
            {TRIALS.map((each) => (
              <option key={each} value={each}>
                {t(`try-${each}`)}
              </option>
            ))}
          </NativeSelect>
          {needsKey(trial) ? <KeyField error={keyError} onInput={forgetError} /> : undefined}
          {trial === 'pair' ? <PairFields pair={pair} onPair={setPair} /> : undefined}
          <div className="sm:col-span-2">
            <p className="mb-3 break-all text-sm">
              <Code>{`GET ${pathOf({ trial, ...pair })}`}</Code>
            </p>
            <Button type="submit" variant="primary" disabled={state === 'sending'}>
              {t(state === 'sending' ? 'trySending' : 'trySend')}
            </Button>
          </div>
        </fieldset>
      </form>
      <div aria-live="polite" className="min-w-0 empty:hidden">
        {state === 'unreachable' ? <Notice tone="danger">{t('tryUnreachable')}</Notice> : undefined}
        {typeof state === 'object' ? <Answer outcome={state} /> : undefined}
      </div>
    </div>
  );
}

function useTrial() {
  const t = useMessages('apiDocs');
  const locale = useLocale();
  const [trial, setTrial] = useState<Trial>('formats');
  const [pair, setPair] = useState<Pair>({ from: 'png', to: 'pdf' });
  const [keyError, setKeyError] = useState<string>();
  const [state, setState] = useState<State>('ready');
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const given = new FormData(form).get('key');
    const key = typeof given === 'string' ? given : '';
    const isWrong = needsKey(trial) && !looksLikeKey(key);
    setKeyError(isWrong ? t('tryKeyWrong') : undefined);
    if (isWrong) return;
    setState('sending');
    setState((await send({ trial, key, ...pair }, locale)) ?? 'unreachable');
  };
  return {
    trial,
    pair,
    keyError,
    state,
    setPair,
    forgetError: () => setKeyError(undefined),
    choose: (name: string) => {
      setTrial(TRIALS.find((each) => each === name) ?? 'formats');
      setState('ready');
      setKeyError(undefined);
    },
    onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault();
      if (state !== 'sending') void submit(event.currentTarget);
    },
  };
}

type KeyFieldProps = { readonly error: string | undefined; readonly onInput: () => void };

function KeyField({ error, onInput }: KeyFieldProps): ReactNode {
  const t = useMessages('apiDocs');
  return (
    <TextField
      label={t('tryKey')}
      hint={t('tryKeyHint')}
      error={error}
      name="key"
      type="password"
      autoComplete="off"
      spellCheck={false}
      onInput={onInput}
    />
  );
}

type Pair = { readonly from: string; readonly to: string };

function PairFields({ pair, onPair }: { readonly pair: Pair; readonly onPair: (pair: Pair) => void }): ReactNode {
  const t = useMessages('apiDocs');
  const box = { autoComplete: 'off', autoCapitalize: 'none', spellCheck: false, maxLength: 32 } as const;
  return (
    <div className="grid grid-cols-2 gap-4">
      <TextField
        label={t('tryFrom')}
        value={pair.from}
        onChange={(event) => onPair({ ...pair, from: event.target.value })}
        {...box}
      />
      <TextField label={t('tryTo')} value={pair.to} onChange={(event) => onPair({ ...pair, to: event.target.value })} {...box} />
    </div>
  );
}

function Answer({ outcome }: { readonly outcome: Outcome }): ReactNode {
  const t = useMessages('apiDocs');
  const { status, milliseconds, text, cut, limit, remaining } = outcome;
  return (
    <div className="grid min-w-0 gap-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
        <Badge tone={status < 400 ? 'success' : 'danger'}>
          {t('tryStatus', { status: String(status), milliseconds: Math.round(milliseconds) })}
        </Badge>
        {limit !== null && remaining !== null ? (
          <span className="text-ink-soft tabular">{t('tryLeft', { limit: Number(limit), remaining: Number(remaining) })}</span>
        ) : undefined}
      </p>
      <ScrollingCode label={t('tryAnswer')} className="max-h-96 rounded-md border border-line bg-sunken">
        {text}
      </ScrollingCode>
      {cut ? <p className="text-ink-faint text-sm">{t('tryCut')}</p> : undefined}
    </div>
  );
}
