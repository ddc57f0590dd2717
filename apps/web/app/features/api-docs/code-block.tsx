import { useMessages } from '@bakkum/i18n/react';
import { CopyButton } from '@bakkum/ui/copy-button';
import type { ReactNode } from 'react';
import { ScrollingCode } from './scrolling-code.tsx';

type CodeBlockProps = { readonly name: string; readonly code: string; readonly id?: string };

/** Code with a copy button. Long lines scroll, also by keyboard. */
export function CodeBlock({ name, code, id }: CodeBlockProps): ReactNode {
  const t = useMessages('apiDocs');
  return (
    <div className="relative min-w-0 rounded-md border border-line bg-sunken">
      <div className="flex items-center justify-between gap-4 border-line border-b px-4 py-2">
        <span id={id} className="font-medium text-ink-soft text-sm">
          {name}
        </span>
        <CopyButton text={code} label={t('copy')} doneLabel={t('copied')} {...(id && { describedBy: id })} />
      </div>
      <ScrollingCode label={t('code', { name })}>{code}</ScrollingCode>
    </div>
  );
}
