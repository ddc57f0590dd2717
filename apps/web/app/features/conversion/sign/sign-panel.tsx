/** Signs the first file of the list with a certificate. */
import type { Warning } from '@bakkum/conversion/engine';
import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { LABEL_CLASS, TextField } from '@bakkum/ui/field';
import { Download, KeyRound } from '@bakkum/ui/icons';
import { Notice } from '@bakkum/ui/notice';
import { type FormEvent, type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';
import { takeFocus } from '../../../forms/take-focus.ts';
import { FailureNotice } from '../../../workbench/failure-notice.tsx';
import type { ConversionCore } from '../conversion-core.ts';
import { useReasons } from '../failure-reason.tsx';
import type { FileItem } from '../list/conversion-state.ts';
import type { ConversionStore } from '../list/conversion-store.ts';
import { PasswordNotice } from '../list/password-notice.tsx';
import { WarningList } from '../list/warning-list.tsx';
import { becomesPdf, OperationFile } from '../operation-file.tsx';
import { useLeaveWarning } from '../save/leave-warning.ts';
import { saveFile } from '../save/save-file.ts';
import { Working } from '../target/row-controls.tsx';

type SignPanelProps = {
  readonly items: readonly FileItem[];
  readonly core: ConversionCore;
  readonly store: ConversionStore;
};

export function SignPanel({ items, core, store }: SignPanelProps): ReactNode {
  const t = useMessages('signature');
  const [item, ...others] = items;
  if (!item) return undefined;
  const isSignable = becomesPdf(item, core);
  return (
    <section aria-label={t('label')} data-bench className="max-w-2xl space-y-4">
      <OperationFile
        item={item}
        core={core}
        note={isSignable && item.format?.id !== 'pdf' ? t('converts') : undefined}
        refusal={t('notSignable')}
        removeLabel={t('remove', { name: item.name })}
        onRemove={() => store.remove(item.id)}
      />
      {others.length > 0 ? <p className="text-ink-soft text-sm">{t('others', { count: others.length })}</p> : undefined}
      {isSignable ? <Signing key={item.id} item={item} core={core} /> : undefined}
    </section>
  );
}

type Work =
  | { readonly status: 'idle' }
  | { readonly status: 'converting'; readonly startedAt: number; readonly fraction?: number }
  /** `side` is 0 for the file and 1 for the certificate, if known. */
  | { readonly status: 'failed'; readonly code: ConversionErrorCode; readonly side?: number | undefined }
  | { readonly status: 'done'; readonly blob: Blob; readonly warnings: readonly Warning[] };

/** What the user enters. Kept only in the memory of this component, never in the saved list. */
type Entered = {
  readonly certificate: File | undefined;
  readonly certificatePassword: string;
  readonly reason: string;
  readonly location: string;
  /** Of the file. */
  readonly password: string;
};

type SigningProps = { readonly item: FileItem; readonly core: ConversionCore };

function Signing({ item, core }: SigningProps): ReactNode {
  const t = useMessages('signature');
  const { work, sign, reset } = useSigning(item, core);
  const [entered, setEntered] = useState<Entered>({
    certificate: undefined,
    certificatePassword: '',
    reason: '',
    location: '',
    password: typeof item.options['password'] === 'string' ? item.options['password'] : '',
  });
  if (work.status === 'done')
    return (
      <Signed
        {...work}
        name={`${item.name.replace(/\.[^.]+$/, '')}-${t('fileLabel')}.pdf`}
        onAgain={() => {
          setEntered({ ...entered, certificatePassword: '' });
          reset();
        }}
      />
    );
  if (work.status === 'converting')
    return (
      <div className="flex items-end gap-3 rounded-lg border border-line bg-surface p-4">
        <Working label={t('signing', { name: item.name })} state={work} activity="signing" onCancel={reset} />
      </div>
    );
  const unlock = (password: string): void => {
    setEntered({ ...entered, password });
    void sign({ ...entered, password });
  };
  return (
    <>
      <SignForm entered={entered} work={work} onChange={setEntered} onSign={() => void sign(entered)} />
      {work.status === 'failed' ? <Failure work={work} onPassword={unlock} onAgain={() => void sign(entered)} /> : undefined}
    </>
  );
}

function useSigning(item: FileItem, core: ConversionCore) {
  const [work, setWork] = useState<Work>({ status: 'idle' });
  const running = useRef<AbortController>(undefined);
  const made = useRef<Blob>(undefined);
  const discard = useCallback((): void => {
    running.current?.abort();
    if (made.current) core.discard([made.current]);
    made.current = undefined;
  }, [core]);
  useEffect(() => discard, [discard]);
  const sign = async ({ certificate, ...options }: Entered): Promise<void> => {
    if (!certificate) return;
    const controller = new AbortController();
    running.current = controller;
    const startedAt = performance.now();
    setWork({ status: 'converting', startedAt });
    const result = await core.sign({
      inputs: [item.file, certificate],
      from: item.format?.id ?? '',
      options,
      signal: controller.signal,
      onProgress: (progress) => {
        const fraction = progress.stage === 'working' ? progress.fraction : undefined;
        if (fraction !== undefined && !controller.signal.aborted) setWork({ status: 'converting', startedAt, fraction });
      },
    });
    if (result.ok) made.current = result.files[0].blob;
    if (controller.signal.aborted) discard();
    else if (result.ok) setWork({ status: 'done', blob: result.files[0].blob, warnings: result.warnings });
    else setWork({ status: 'failed', code: result.code, side: result.input });
  };
  /** Cancels the work, or frees its result. */
  const reset = (): void => {
    discard();
    setWork({ status: 'idle' });
  };
  return { work, sign, reset };
}

const CERTIFICATE_PROBLEMS: Readonly<Partial<Record<ConversionErrorCode, CertificateProblem>>> = {
  encrypted: 'certificate_encrypted',
  'wrong-password': 'certificate_wrong',
  'unsupported-feature': 'certificate_unsupported',
  corrupt: 'certificate_corrupt',
  empty: 'certificate_corrupt',
};

type FailedWork = Extract<Work, { readonly status: 'failed' }>;

/** Explanation at the fields of the certificate; `undefined` for other failures, such as too little memory. */
function certificateProblem({ code, side }: FailedWork): CertificateProblem | undefined {
  return side === 1 ? CERTIFICATE_PROBLEMS[code] : undefined;
}

type CertificateProblem = `certificate_${'encrypted' | 'wrong' | 'unsupported' | 'corrupt'}`;

type SignFormProps = {
  readonly entered: Entered;
  readonly work: Work;
  readonly onChange: (entered: Entered) => void;
  readonly onSign: () => void;
};

function SignForm({ entered, work, onChange, onSign }: SignFormProps): ReactNode {
  const t = useMessages('signature');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onSign();
  };
  const problem = work.status === 'failed' ? certificateProblem(work) : undefined;
  const isPassword = problem === 'certificate_encrypted' || problem === 'certificate_wrong';
  return (
    <form onSubmit={submit} autoComplete="off" className="space-y-4 rounded-lg border border-line bg-surface p-4">
      <CertificateChoice
        certificate={entered.certificate}
        error={problem && !isPassword ? t(problem) : undefined}
        onChoose={(certificate) => onChange({ ...entered, certificate })}
      />
      <TextField
        label={t('password')}
        type="password"
        autoComplete="off"
        maxLength={255}
        value={entered.certificatePassword}
        error={isPassword ? t(problem) : undefined}
        hint={t('privacy')}
        onChange={(event) => onChange({ ...entered, certificatePassword: event.target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('reason')}
          maxLength={200}
          value={entered.reason}
          onChange={(event) => onChange({ ...entered, reason: event.target.value })}
        />
        <TextField
          label={t('location')}
          maxLength={200}
          value={entered.location}
          onChange={(event) => onChange({ ...entered, location: event.target.value })}
        />
      </div>
      <Button type="submit" variant="primary" disabled={!entered.certificate} className="max-sm:w-full">
        {t('sign')}
      </Button>
    </form>
  );
}

type CertificateChoiceProps = {
  readonly certificate: File | undefined;
  readonly error: string | undefined;
  readonly onChoose: (certificate: File) => void;
};

function CertificateChoice({ certificate, error, onChoose }: CertificateChoiceProps): ReactNode {
  const t = useMessages('signature');
  const input = useRef<HTMLInputElement>(null);
  const id = useId();
  return (
    <fieldset aria-labelledby={id}>
      <p id={id} className={LABEL_CLASS}>
        {t('certificate')}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button icon={<KeyRound aria-hidden size={18} />} onClick={() => input.current?.click()}>
          {t(certificate ? 'chooseOther' : 'choose')}
        </Button>
        {certificate ? <span className="min-w-0 break-all">{certificate.name}</span> : undefined}
      </div>
      <input
        ref={input}
        data-testid="certificate"
        type="file"
        accept=".p12,.pfx,application/x-pkcs12"
        hidden
        aria-label={t('choose')}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          if (file) onChoose(file);
          event.target.value = '';
        }}
      />
      <p role="alert" className="mt-1.5 text-danger text-sm empty:hidden">
        {error}
      </p>
    </fieldset>
  );
}

type FailureProps = {
  readonly work: FailedWork;
  readonly onPassword: (password: string) => void;
  readonly onAgain: () => void;
};

/** Every failure that is not explained at the fields of the certificate. */
function Failure({ work, onPassword, onAgain }: FailureProps): ReactNode {
  const t = useMessages('signature');
  const reasons = useReasons();
  const { code } = work;
  if (certificateProblem(work)) return undefined;
  if (code === 'encrypted' || code === 'wrong-password')
    return <PasswordNotice isWrong={code === 'wrong-password'} maxLength={255} submitLabel={t('sign')} onPassword={onPassword} />;
  return (
    <FailureNotice className="" action={{ label: t('again'), onPress: onAgain }}>
      {t('failed', { reason: reasons(code) })}
    </FailureNotice>
  );
}

type SignedProps = {
  readonly blob: Blob;
  readonly warnings: readonly Warning[];
  readonly name: string;
  readonly onAgain: () => void;
};

function Signed({ blob, warnings, name, onAgain }: SignedProps): ReactNode {
  const t = useMessages('signature');
  useLeaveWarning(blob);
  return (
    <div className="space-y-4">
      <Notice tone={warnings.length > 0 ? 'warning' : 'success'}>
        <p ref={takeFocus} tabIndex={-1} className="font-semibold outline-none">
          {t('done')}
        </p>
        <p className="mt-1 text-sm">{t('doneHint')}</p>
        <WarningList warnings={warnings} />
      </Notice>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="primary"
          className="max-sm:w-full"
          icon={<Download aria-hidden size={18} />}
          onClick={() => saveFile({ blob, name })}
        >
          {t('download')}
        </Button>
        <Button variant="quiet" onClick={onAgain}>
          {t('again')}
        </Button>
      </div>
    </div>
  );
}
