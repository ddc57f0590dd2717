import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useRef } from 'react';
import { carriesFiles, usePageInput } from '../../app/forms/use-page-input.ts';
import { LogoMark } from '../../app/shell/logo-mark.tsx';
import type { LinkedTask } from '../tasks.ts';
import { MAX_FILE_BYTES } from './fetch-linked.ts';
import { OpenedFile } from './opened-file.tsx';
import { type Source, useTask } from './use-task.ts';

/** The only page of the extension. @param id of the task to open; empty for none */
export function ExtensionPage({ id }: { readonly id: string }): ReactNode {
  const t = useMessages('extension');
  const [source, actions] = useTask(id);
  const input = useRef<HTMLInputElement>(null);
  const dragging = usePageInput({
    accepts: carriesFiles,
    onDrop: ({ files: [file] }) => file && actions.choose(file),
    onPaste: ({ files: [file] }) => {
      if (file) actions.choose(file);
      return file !== undefined;
    },
  });
  return (
    <main className="mx-auto flex text-base min-h-dvh max-w-5xl flex-col gap-6 px-4 py-6">
      <header className="flex items-center gap-3">
        <LogoMark className="text-accent" />
        <h1 className="grow font-bold">{t('title')}</h1>
        {source?.state === 'file' ? <Button onClick={() => input.current?.click()}>{t('chooseOther')}</Button> : undefined}
      </header>
      <input
        ref={input}
        type="file"
        hidden
        data-testid="file"
        onChange={({ currentTarget: { files } }) => files?.[0] && actions.choose(files[0])}
      />
      {dragging ? <p className="rounded-lg border border-accent border-dashed p-6 text-center">{t('dropHere')}</p> : undefined}
      {source ? <Step source={source} actions={actions} choose={() => input.current?.click()} /> : undefined}
      <footer className="mt-auto text-ink-faint text-sm">
        <a href="third-party-notices.txt" className={textLinkClass()}>
          {t('licenses')}
        </a>
      </footer>
    </main>
  );
}

type StepProps = {
  readonly source: Source;
  readonly actions: ReturnType<typeof useTask>[1];
  readonly choose: () => void;
};

function Step({ source, actions, choose }: StepProps): ReactNode {
  const t = useMessages('extension');
  if (source.state === 'file') return <OpenedFile file={source.file} kind={source.kind} />;
  if (source.state === 'fetching') return <Download task={source.task} loaded={source.loaded} onCancel={actions.cancel} />;
  if (source.state === 'asking' || source.state === 'denied')
    return <Question {...source} onAllow={() => actions.allow(source.task)} choose={choose} />;
  if (source.state === 'failed')
    return (
      <section className="space-y-4" data-fault={source.fault}>
        <Fault source={source} />
        <div className="flex flex-wrap gap-2">
          {'task' in source ? <Button onClick={() => actions.download(source.task)}>{t('retry')}</Button> : undefined}
          <Button variant="primary" onClick={choose}>
            {t('chooseFile')}
          </Button>
        </div>
      </section>
    );
  return (
    <section className="grid place-items-center gap-4 rounded-lg border border-line border-dashed px-4 py-16 text-center">
      <p className="text-ink-soft">{t('lead')}</p>
      <Button variant="primary" size="lg" onClick={choose}>
        {t('chooseFile')}
      </Button>
      <p className="text-ink-faint text-sm">{t('contextHint')}</p>
    </section>
  );
}

function Fault({ source }: { readonly source: Extract<Source, { state: 'failed' }> }): ReactNode {
  const t = useMessages('extension');
  const size = formatBytes(useLocale(), MAX_FILE_BYTES);
  if (!('task' in source)) return <Notice tone="danger">{t(`fault_${source.fault}`)}</Notice>;
  const { fault, task } = source;
  const { host } = task.url;
  return <Notice tone="danger">{fault === 'large' ? t('fault_large', { size }) : t(`fault_${fault}`, { host })}</Notice>;
}

type QuestionProps = {
  readonly state: 'asking' | 'denied';
  readonly task: LinkedTask;
  readonly onAllow: () => void;
  readonly choose: () => void;
};

function Question({ state, task, onAllow, choose }: QuestionProps): ReactNode {
  const t = useMessages('extension');
  const { host } = task.url;
  return (
    <section className="space-y-4" data-asks={host}>
      <h2 className="font-bold text-xl">{t('askTitle', { host })}</h2>
      <p className="text-ink-soft">{t('askBody', { host })}</p>
      <p className="break-all text-ink-faint text-sm">{task.url.href}</p>
      {state === 'denied' ? <Notice tone="warning">{t('denied', { host })}</Notice> : undefined}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" onClick={onAllow}>
          {t('allow', { host })}
        </Button>
        <Button onClick={choose}>{t('chooseFile')}</Button>
      </div>
    </section>
  );
}

type DownloadProps = { readonly task: LinkedTask; readonly loaded: number; readonly onCancel: () => void };

function Download({ task: { url }, loaded, onCancel }: DownloadProps): ReactNode {
  const t = useMessages('extension');
  const size = formatBytes(useLocale(), loaded);
  // The address contains the file, so nothing is downloaded.
  if (url.protocol === 'data:') return <p>{t('opening')}</p>;
  const name = url.pathname.split('/').findLast(Boolean) ?? url.host;
  return (
    <section className="space-y-3">
      <p aria-live="polite" className="break-all">
        {t('fetching', { name, host: url.host })}
      </p>
      <p className="text-ink-soft tabular-nums">{t('fetched', { size })}</p>
      <Button onClick={onCancel}>{t('cancel')}</Button>
    </section>
  );
}
