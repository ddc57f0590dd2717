import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Check, Copy } from './icons.tsx';

/** How long the button says that it was done. */
const TOLD_MS = 2500;

type CopyButtonProps = {
  readonly text: string;
  readonly label: string;
  /** Instead of the label, right after it was copied. */
  readonly doneLabel: string;
  /** What is copied, for who does not see what the button stands beside. */
  readonly describedBy?: string;
  readonly className?: string;
};

/** Copies a text. Where the browser does not let it, nothing is claimed: the text beside it can be selected. */
export function CopyButton({ text, label, doneLabel, describedBy, className }: CopyButtonProps): ReactNode {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TOLD_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      setCopied(false); // the browser does not allow it
    }
  };
  const Icon = copied ? Check : Copy;
  return (
    <Button
      size="sm"
      icon={<Icon aria-hidden size={16} />}
      aria-describedby={describedBy}
      className={className}
      onClick={() => void copy()}
    >
      <span aria-live="polite">{copied ? doneLabel : label}</span>
    </Button>
  );
}
