import type { FormatId } from '@bakkum/conversion/engine';
import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import type { JobFile } from '@bakkum/conversion/workers/worker-protocol';
import type { Format } from '@bakkum/formats/format';
import { formatBytes } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import { defaultTarget } from '@bakkum/registry/targets/default-target';
import type { PictureTraits } from '@bakkum/registry/targets/picture-traits';
import { Button } from '@bakkum/ui/button';
import { NativeSelect } from '@bakkum/ui/field';
import { Notice } from '@bakkum/ui/notice';
import { ProgressBar } from '@bakkum/ui/progress-bar';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ConversionCore } from '../../app/features/conversion/conversion-core.ts';
import { saveBlob } from '../../app/features/conversion/save/save-blob.ts';
import { useReason } from './use-reason.ts';
import { zipBlob } from './zip-blob.ts';

type ConvertBarProps = {
  readonly core: ConversionCore;
  readonly file: File;
  readonly format: Format;
  readonly traits: PictureTraits;
  readonly password: string;
};

type Run =
  | { readonly state: 'idle' }
  | { readonly state: 'running'; readonly fraction?: number | undefined }
  | { readonly state: 'failed'; readonly code: ConversionErrorCode }
  | { readonly state: 'done'; readonly to: FormatId; readonly files: readonly [JobFile, ...JobFile[]] };

/** Converts the file with the default options of a format and saves the result. */
export function ConvertBar({ core, file, format, traits, password }: ConvertBarProps): ReactNode {
  const t = useMessages('extension');
  // The extension saves one file, and does not list those of an archive.
  const targets = core.targets(format.id).flatMap((target) => (target.format.family === 'interchange' ? [] : [target.format]));
  const ids = targets.map(({ id }) => id);
  const first = defaultTarget({ id: format.id, family: format.family, ...traits }, ids)?.to ?? ids[0];
  const [chosen, setChosen] = useState<FormatId>();
  const to = chosen !== undefined && ids.includes(chosen) ? chosen : first;
  const [run, start, cancel] = useConversion(core, file);
  if (to === undefined) return <Notice tone="info">{t('unknownType')}</Notice>;
  return (
    <section className="space-y-4 rounded-lg border border-line bg-surface p-4" data-run={run.state}>
      <div className="flex flex-wrap items-end gap-3">
        <NativeSelect
          label={t('convertTo')}
          className="grow"
          value={to}
          disabled={run.state === 'running'}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        >
          {targets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </NativeSelect>
        {run.state === 'running' ? (
          <Button onClick={cancel}>{t('cancel')}</Button>
        ) : (
          <Button variant="primary" data-testid="convert" onClick={() => start(format.id, to, password)}>
            {t('convert')}
          </Button>
        )}
      </div>
      {run.state === 'running' ? <ProgressBar label={t('converting')} fraction={run.fraction} /> : undefined}
      {run.state === 'failed' && run.code !== 'cancelled' ? <Failure code={run.code} /> : undefined}
      {run.state === 'done' ? <Result core={core} file={file} to={run.to} files={run.files} /> : undefined}
    </section>
  );
}

function Failure({ code }: { readonly code: ConversionErrorCode }): ReactNode {
  const t = useMessages('extension');
  return <Notice tone="danger">{t('notConverted', { reason: useReason()(code) })}</Notice>;
}

type Start = (from: FormatId, to: FormatId, password: string) => void;

function useConversion(core: ConversionCore, file: File): readonly [Run, Start, () => void] {
  const [last, setLast] = useState<{ readonly file: File; readonly run: Run }>();
  const controller = useRef<AbortController>(undefined);
  useEffect(() => () => controller.current?.abort(), [file]);
  const run: Run = last?.file === file ? last.run : { state: 'idle' };
  const setRun = (next: Run): void => setLast({ file, run: next });
  const convert = async (from: FormatId, to: FormatId, password: string): Promise<void> => {
    const current = new AbortController();
    controller.current = current;
    if (run.state === 'done') core.discard(run.files.map(({ blob }) => blob));
    setRun({ state: 'running' });
    const result = await core.convert({
      inputs: [file],
      from,
      to,
      options: password === '' ? {} : { password },
      signal: current.signal,
      onProgress: (progress) => {
        if (progress.stage === 'working') setRun({ state: 'running', fraction: progress.fraction });
      },
    });
    if (controller.current !== current) return;
    setRun(result.ok ? { state: 'done', to, files: result.files } : { state: 'failed', code: result.code });
  };
  return [run, (from, to, password) => void convert(from, to, password), () => controller.current?.abort()];
}

type ResultProps = {
  readonly core: ConversionCore;
  readonly file: File;
  readonly to: FormatId;
  readonly files: readonly [JobFile, ...JobFile[]];
};

function Result({ core, file, to, files }: ResultProps): ReactNode {
  const t = useMessages('extension');
  const locale = useLocale();
  const named = files.map(({ blob, label }) => ({ blob, name: core.nameOf(file.name, to, label) }));
  const [only] = named;
  const isOne = named.length === 1;
  const size = formatBytes(
    locale,
    files.reduce((sum, { blob }) => sum + blob.size, 0),
  );
  const zipName = core.nameOf(file.name, 'zip');
  const save = async (): Promise<void> => {
    if (isOne && only) saveBlob(only.blob, only.name);
    else saveBlob(await zipBlob(named), zipName);
  };
  const name = isOne && only ? only.name : zipName;
  return (
    <Notice
      tone="success"
      action={
        <Button data-testid="save" onClick={() => void save()}>
          {isOne ? t('saveOne', { name }) : t('saveAll', { count: named.length })}
        </Button>
      }
    >
      {t('saved', { name, size })}
    </Notice>
  );
}
