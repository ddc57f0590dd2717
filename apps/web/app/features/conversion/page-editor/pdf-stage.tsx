/** The pages of a PDF that is converted to PDF, to arrange or redact them. Loaded on demand. */
import { useMessages } from '@bakkum/i18n/react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { usePreset } from '../converter-preset.ts';
import { isBusy } from '../list/conversion-state.ts';
import type { RowProps } from '../list/row-props.ts';
import { PageEditor } from './page-editor.tsx';
import { usePdfPages } from './use-pdf-pages.ts';

const RedactionEditor = lazy(async () => ({ default: (await import('../page-areas/redaction-editor.tsx')).RedactionEditor }));
const CropEditor = lazy(async () => ({ default: (await import('../page-areas/crop-editor.tsx')).CropEditor }));

/** Options that are drawn on a page. A tool opens the first that it names. */
const AREAS = ['redactAreas', 'cropAreas'] as const;

type PdfStageProps = Pick<RowProps, 'item' | 'store'> & {
  /** Shown if the file cannot be read without a password, or at all. */
  readonly children: ReactNode;
};

export function PdfStage({ item, store, children }: PdfStageProps): ReactNode {
  const t = useMessages('conversion');
  const { tool } = usePreset();
  const [area, setArea] = useState(() => AREAS.find((option) => tool?.options.includes(option)));
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
  if (area) {
    const Editor = area === 'cropAreas' ? CropEditor : RedactionEditor;
    return (
      <Suspense>
        <Editor {...editing} onClose={() => setArea(undefined)} />
      </Suspense>
    );
  }
  return <PageEditor {...editing} canSplit onRedact={() => setArea('redactAreas')} onCrop={() => setArea('cropAreas')} />;
}
