import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { CopyButton } from '@bakkum/ui/copy-button';
import type { ReactNode } from 'react';

type ShareLinkFieldProps = {
  /** Path of the shared page in the default language. */
  readonly path: string;
  readonly words: { readonly copy: string; readonly copied: string; readonly end: string };
  readonly busy: boolean;
  readonly onEnd: () => void;
};

/** A share link, with buttons to copy and to end it. */
export function ShareLinkField({ path, words, busy, onEnd }: ShareLinkFieldProps): ReactNode {
  const address = new URL(localePath(useLocale(), path), location.href).href;
  return (
    <>
      <code data-testid="share" className="select-all break-all rounded-md bg-sunken px-3 py-2 font-mono text-sm">
        {address}
      </code>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={address} label={words.copy} doneLabel={words.copied} />
        <Button size="sm" variant="danger" disabled={busy} onClick={onEnd}>
          {words.end}
        </Button>
      </div>
    </>
  );
}
