import type { ConversionErrorCode } from '@bakkum/conversion/errors';
import type { Format } from '@bakkum/formats/format';
import { useMessages } from '@bakkum/i18n/react';
import { openPdfPages, type PdfPages } from '@bakkum/registry/browser/pdf-pages.browser';
import { Button } from '@bakkum/ui/button';
import { Notice } from '@bakkum/ui/notice';
import { PasswordField } from '@bakkum/ui/password-field';
import { type ReactNode, useEffect, useState } from 'react';
import type { ConversionCore } from '../../app/features/conversion/conversion-core.ts';
import { DocumentPages } from './document-pages.tsx';
import { useReason } from './use-reason.ts';

type Shown =
  | { readonly state: 'pages'; readonly pages: PdfPages }
  | { readonly state: 'image'; readonly address: string }
  | { readonly state: 'none' }
  | { readonly state: 'failed'; readonly code: ConversionErrorCode };

type PreviewProps = {
  readonly core: ConversionCore;
  readonly file: File;
  readonly format: Format;
  readonly password: string;
  readonly onPassword: (password: string) => void;
};

/** Shows all pages of a document, or an image. */
export function Preview({ core, file, format, password, onPassword }: PreviewProps): ReactNode {
  const t = useMessages('extension');
  const reason = useReason();
  const shown = usePreview(core, file, format, password);
  if (!shown) return <p aria-live="polite">{t('opening')}</p>;
  if (shown.state === 'pages') return <DocumentPages pages={shown.pages} />;
  if (shown.state === 'image')
    return <img src={shown.address} alt={file.name} className="max-h-[80dvh] self-center rounded-md border border-line" />;
  if (shown.state === 'none') return <Notice tone="info">{t('noPreview')}</Notice>;
  if (shown.code === 'encrypted' || shown.code === 'wrong-password')
    return <PasswordForm isWrong={shown.code === 'wrong-password'} onPassword={onPassword} />;
  return <Notice tone="danger">{reason(shown.code)}</Notice>;
}

function PasswordForm({ isWrong, onPassword }: { readonly isWrong: boolean; readonly onPassword: (password: string) => void }) {
  const t = useMessages('extension');
  const reason = useReason();
  const [typed, setTyped] = useState('');
  return (
    <form
      className="max-w-sm space-y-3"
      onSubmit={(event) => {
        event.preventDefault();
        onPassword(typed);
      }}
    >
      <h2 className="font-bold text-lg">{t('passwordTitle')}</h2>
      <PasswordField
        label={t('password')}
        showLabel={t('passwordShow')}
        hideLabel={t('passwordHide')}
        autoComplete="off"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={isWrong ? reason('wrong-password') : undefined}
      />
      <Button type="submit" variant="primary">
        {t('passwordOpen')}
      </Button>
    </form>
  );
}

function usePreview(core: ConversionCore, file: File, format: Format, password: string): Shown | undefined {
  const [shown, setShown] = useState<{ readonly of: string; readonly file: File; readonly shown: Shown }>();
  useEffect(() => {
    const controller = new AbortController();
    let current: Shown | undefined;
    const open = async (): Promise<void> => {
      const next = await preview(core, file, format, password, controller.signal);
      if (controller.signal.aborted) releasePreview(next);
      else {
        current = next;
        setShown({ of: password, file, shown: next });
      }
    };
    void open();
    return () => {
      controller.abort();
      if (current) releasePreview(current);
    };
  }, [core, file, format, password]);
  return shown?.file === file && shown.of === password ? shown.shown : undefined;
}

function releasePreview(shown: Shown): void {
  if (shown.state === 'pages') shown.pages.close();
  if (shown.state === 'image') URL.revokeObjectURL(shown.address);
}

async function preview(core: ConversionCore, file: File, format: Format, password: string, signal: AbortSignal): Promise<Shown> {
  if (format.family === 'image' || format.family === 'vector') return imageOf(core, file, format, signal);
  if (!core.hasPages(format.id)) return { state: 'none' };
  if (format.id === 'pdf') return pagesOf(core, file, password, signal);
  if (!core.reachable(format.id).includes('pdf')) return { state: 'none' };
  const options = password === '' ? {} : { password };
  const result = await core.convert({ inputs: [file], from: format.id, to: 'pdf', options, signal });
  if (!result.ok) return { state: 'failed', code: result.code };
  return pagesOf(core, result.files[0].blob, '', signal);
}

async function pagesOf(core: ConversionCore, file: Blob, password: string, signal: AbortSignal): Promise<Shown> {
  const pages = await openPdfPages([file], password, signal);
  if (pages) return { state: 'pages', pages };
  // Drawing does not say why it failed; converting does.
  const options = { pages: '1', dpi: 36, ...(password !== '' && { password }) };
  const tried = await core.convert({ inputs: [file], from: 'pdf', to: 'png', options, signal });
  return { state: 'failed', code: tried.ok ? 'corrupt' : tried.code };
}

async function imageOf(core: ConversionCore, file: File, format: Format, signal: AbortSignal): Promise<Shown> {
  const showing = core.showing(format.id);
  if (!showing) return { state: 'none' };
  const made = showing.by === undefined ? file : await core.preview(file, format.id, signal);
  // A typed copy: the browser decides by the media type, which a site may have stated wrongly.
  return made ? { state: 'image', address: URL.createObjectURL(made.slice(0, made.size, showing.mediaType)) } : { state: 'none' };
}
