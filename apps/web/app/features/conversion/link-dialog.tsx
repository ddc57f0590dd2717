/** Asks for an address and fetches what is there. Loaded when first asked for. */
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { Dialog } from '@bakkum/ui/dialog';
import { TextField } from '@bakkum/ui/field';
import { Notice } from '@bakkum/ui/notice';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { type ReactNode, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { MAX_FILE_BYTES } from './limits.ts';
import { type AddressFault, addressOf } from './link-address.ts';
import { fetchLinked, type LinkFault, type LinkProgress } from './linked-file.ts';

type LinkDialogProps = {
  /** What was pasted. */
  readonly pasted: string;
  readonly onFile: (file: File) => void;
  readonly onClose: () => void;
};

type State =
  | { readonly status: 'asking'; readonly fault?: AddressFault }
  | { readonly status: 'fetching'; readonly progress: LinkProgress }
  | { readonly status: 'failed'; readonly fault: LinkFault; readonly host: string };

export function LinkDialog({ pasted, onFile, onClose }: LinkDialogProps): ReactNode {
  const t = useMessages('conversion');
  const [address, setAddress] = useState(pasted);
  const [state, setState] = useState<State>({ status: 'asking' });
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const bring = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const found = addressOf(address);
    if ('fault' in found) return setState({ status: 'asking', fault: found.fault });
    running.current = new AbortController();
    setState({ status: 'fetching', progress: { loaded: 0 } });
    const question = { address: found.url.href, mostBytes: MAX_FILE_BYTES };
    const show = (progress: LinkProgress): void => setState({ status: 'fetching', progress });
    const fetched = await fetchLinked(question, show, running.current.signal);
    if ('fault' in fetched) return setState({ status: 'failed', fault: fetched.fault, host: found.url.host });
    onFile(fetched.file);
    onClose();
  };
  const stop = (): void => {
    running.current?.abort();
    setState({ status: 'asking' });
  };
  const fault = state.status === 'asking' ? state.fault : undefined;
  return (
    <Dialog title={t('fromLink')} closeLabel={t('closeNotice')} isOpen onClose={onClose}>
      <form onSubmit={(event) => void bring(event)} noValidate>
        <TextField
          label={t('linkAddress')}
          hint={t('linkHint')}
          error={fault ? t(`link_${fault}`) : undefined}
          type="url"
          inputMode="url"
          autoComplete="off"
          ref={takeFocus}
          placeholder="https://"
          value={address}
          disabled={state.status === 'fetching'}
          onChange={(event) => {
            setAddress(event.target.value);
            setState({ status: 'asking' });
          }}
        />
        {state.status === 'failed' ? (
          <Notice tone="warning" className="mt-4">
            {t(`link_${state.fault}`, { host: state.host })}
          </Notice>
        ) : undefined}
        {state.status === 'fetching' ? <Fetching progress={state.progress} onStop={stop} /> : undefined}
        {state.status === 'fetching' ? undefined : (
          <div className="mt-5 flex justify-end">
            <Button type="submit" variant="primary">
              {t('linkFetch')}
            </Button>
          </div>
        )}
      </form>
    </Dialog>
  );
}

/** The box is what the dialog is for. */
function takeFocus(box: HTMLInputElement | null): void {
  box?.focus();
}

function Fetching({ progress, onStop }: { readonly progress: LinkProgress; readonly onStop: () => void }): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  const { loaded, total } = progress;
  return (
    <div className="mt-4 flex items-center gap-3">
      <div className="min-w-0 grow">
        <p className="mb-1.5 text-ink-soft text-sm tabular">{t('linkLoaded', { size: formatBytes(locale, loaded) })}</p>
        <ProgressBar label={t('linkFetch')} fraction={total ? loaded / total : undefined} />
      </div>
      <Button onClick={onStop}>{t('cancel')}</Button>
    </div>
  );
}
