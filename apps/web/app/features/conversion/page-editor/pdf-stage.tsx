/** The pages of a PDF that is converted to PDF, to arrange, crop, redact or fill them, or to add to them. Loaded on demand. */
import { useMessages } from '@bakkum/i18n/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { usePreset } from '../converter-preset.ts';
import { isBusy } from '../list/conversion-state.ts';
import type { RowProps } from '../list/row-props.ts';
import { ON_PAGE } from './on-page.ts';
import { PageEditor } from './page-editor.tsx';
import { usePdfPages } from './use-pdf-pages.ts';

const RedactionEditor = lazy(async () => ({ default: (await import('../page-areas/redaction-editor.tsx')).RedactionEditor }));
const CropEditor = lazy(async () => ({ default: (await import('../page-areas/crop-editor.tsx')).CropEditor }));
const FormEditor = lazy(async () => ({ default: (await import('../page-form/form-editor.tsx')).FormEditor }));
const AdditionEditor = lazy(async () => ({ default: (await import('../page-additions/addition-editor.tsx')).AdditionEditor }));

const EDITORS = { additions: AdditionEditor, redactAreas: RedactionEditor, cropAreas: CropEditor, fields: FormEditor } as const;

type PdfStageProps = Pick<RowProps, 'item' | 'store'> & {
  /** Shown if the file cannot be read without a password, or at all. */
  readonly children: ReactNode;
};

export function PdfStage({ item, store, children }: PdfStageProps): ReactNode {
  const t = useMessages('conversion');
  const { tool } = usePreset();
  const [open, setOpen] = useState(() => ON_PAGE.find((option) => tool?.options.includes(option)));
  const { password } = item.options;
  const pages = usePdfPages([item.file], typeof password === 'string' ? password : '');
  if (!pages) return <p className="grid h-full min-h-48 place-items-center text-ink-soft">{t('makingPreview')}</p>;
  if (pages === 'unreadable') return children;
  const editing = {
    pages,
    options: item.options,
    isDisabled: isBusy(item),
    onChange: (options: typeof item.options) => {
      for (const [name, value] of Object.entries(options)) store.setOption(item.id, name, value);
    },
  };
  if (open) {
    const Editor = EDITORS[open];
    return (
      <Suspense>
        <Editor {...editing} onClose={() => setOpen(undefined)} />
      </Suspense>
    );
  }
  return <PageEditor {...editing} canSplit onOpen={setOpen} />;
}
