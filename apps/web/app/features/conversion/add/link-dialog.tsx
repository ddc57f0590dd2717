/** Asks for an address and downloads the file. Loaded on demand. */
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { isReachable, pathOf } from '@bakkum/site/pages';
import { Button } from '@bakkum/ui/button';
import { Dialog } from '@bakkum/ui/dialog';
import { TextField } from '@bakkum/ui/field';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { PageLink } from '../../../shell/page-link.tsx';
import { useAbortOnLeave } from '../../../state/use-abort-on-leave.ts';
import { type AddressFault, addressOf } from './link-address.ts';
import { fetchLinked, type LinkFault, type LinkProgress } from './linked-file.ts';

type LinkDialogProps = {
  /** The pasted address. */
  readonly pasted: string;
  /** Limit per file. */
  readonly mostBytes: number;
  readonly onFile: (file: File) => void;
  readonly onClose: () => void;
};

type State =
  | { readonly status: 'asking'; readonly fault?: AddressFault }
  | { readonly status: 'fetching'; readonly progress: LinkProgress }
  | { readonly status: 'failed'; readonly fault: LinkFault; readonly url: URL };

export function LinkDialog({ pasted, mostBytes, onFile, onClose }: LinkDialogProps): ReactNode {
  const t = useMessages('conversion');
  const [address, setAddress] = useState(pasted);
  const { state, bring, reset } = useFetching({ mostBytes, onFile, onClose });
  const fault = state.status === 'asking' ? state.fault : undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    void bring(address);
  };
  return (
    <Dialog title={t('fromLink')} closeLabel={t('closeNotice')} isOpen onClose={onClose}>
      <form onSubmit={submit} noValidate>
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
            reset();
          }}
        />
        {state.status === 'failed' ? <Failure fault={state.fault} url={state.url} mostBytes={mostBytes} /> : undefined}
        {state.status === 'fetching' ? (
          <Fetching progress={state.progress} onStop={reset} />
        ) : (
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

type Fetching = {
  readonly state: State;
  readonly bring: (address: string) => Promise<void>;
  /** Returns to the form; cancels a running download. */
  readonly reset: () => void;
};

function useFetching({ mostBytes, onFile, onClose }: Omit<LinkDialogProps, 'pasted'>): Fetching {
  const [state, setState] = useState<State>({ status: 'asking' });
  const { start, abort } = useAbortOnLeave();
  const bring = async (address: string): Promise<void> => {
    const found = addressOf(address);
    if ('fault' in found) return setState({ status: 'asking', fault: found.fault });
    const signal = start();
    setState({ status: 'fetching', progress: { loaded: 0 } });
    const show = (progress: LinkProgress): void => setState({ status: 'fetching', progress });
    const fetched = await fetchLinked({ address: found.url.href, mostBytes }, show, signal);
    if ('fault' in fetched) return setState({ status: 'failed', fault: fetched.fault, url: found.url });
    onFile(fetched.file);
    onClose();
  };
  const reset = (): void => {
    abort();
    setState({ status: 'asking' });
  };
  return { state, bring, reset };
}

type FailureProps = { readonly fault: LinkFault; readonly url: URL; readonly mostBytes: number };

function Failure({ fault, url, mostBytes }: FailureProps): ReactNode {
  const t = useMessages('conversion');
  const locale = useLocale();
  return (
    <Notice tone="warning" className="mt-4">
      {t(`link_${fault}`, { host: url.host, size: formatBytes(locale, mostBytes) })}
      {fault === 'refused' && isReachable('cloud') ? (
        // The part after # is not sent until the user agrees on that page.
        <PageLink path={`${pathOf('cloud')}#${new URLSearchParams({ link: url.href })}`} className={textLinkClass('mt-2 block')}>
          {t('linkByServer')}
        </PageLink>
      ) : undefined}
    </Notice>
  );
}

/** The field is the purpose of the dialog. */
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
