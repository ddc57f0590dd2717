import { readRows } from '@bakkum/delimited-text/rows';
import { useMessages } from '@bakkum/i18n/react';
import { type ReactNode, useEffect, useState } from 'react';
import { excerptText } from './excerpt-text.ts';

/** Number of characters a dialog can show. */
const MAX_BYTES = 64_000;
const MAX_ROWS = 60;
const MAX_COLUMNS = 12;

/** The unchanged beginning of a text. */
export function TextExcerpt({ blob }: { readonly blob: Blob }): ReactNode {
  const t = useMessages('conversion');
  const text = useBeginning(blob);
  return (
    <>
      <pre
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by the keyboard
        tabIndex={0}
        className="max-h-[60dvh] overflow-auto whitespace-pre-wrap break-words rounded-md bg-sunken p-3 font-mono text-sm"
      >
        {text}
      </pre>
      {blob.size > MAX_BYTES ? <p className="mt-2 text-ink-soft text-sm">{t('excerpt')}</p> : undefined}
    </>
  );
}

/** The first rows and columns of a table. */
export function TableExcerpt({ blob }: { readonly blob: Blob }): ReactNode {
  const t = useMessages('conversion');
  const text = useBeginning(blob);
  const all = text === undefined ? [] : readRows(text);
  const rows = all.slice(0, MAX_ROWS).map((row) => row.slice(0, MAX_COLUMNS));
  const isCut = blob.size > MAX_BYTES || all.length > MAX_ROWS || all.some((row) => row.length > MAX_COLUMNS);
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by the keyboard */}
      <div tabIndex={0} className="max-h-[60dvh] overflow-auto rounded-md border border-line">
        <table className="w-full text-sm tabular">
          <tbody>
            {rows.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows of a file have no other name
              <tr key={at} className="border-line not-first:border-t">
                {row.map((cell, column) => (
                  // oxlint-disable-next-line react/no-array-index-key -- as above
                  <td key={column} className="max-w-60 truncate px-2.5 py-1.5">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {isCut ? <p className="mt-2 text-ink-soft text-sm">{t('excerpt')}</p> : undefined}
    </>
  );
}

function useBeginning(blob: Blob): string | undefined {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let gone = false;
    void blob
      .slice(0, MAX_BYTES)
      .arrayBuffer()
      .then((bytes) => {
        if (!gone) setText(excerptText(new Uint8Array(bytes)));
      });
    return () => {
      gone = true;
    };
  }, [blob]);
  return text;
}
