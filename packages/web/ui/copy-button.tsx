import { type ReactNode, useEffect, useState } from 'react';
import { Button } from './button.tsx';
import { Check, Copy } from './icons.tsx';

/** Milliseconds for which the button confirms the copy. */
const TOLD_MS = 2500;

type CopyButtonProps = {
  readonly text: string;
  readonly label: string;
  /** Replaces the label right after copying. */
  readonly doneLabel: string;
  /** Id of the element that describes what is copied, for screen readers. */
  readonly describedBy?: string;
  readonly className?: string;
};

/** Copies a text. When the browser refuses, the button confirms nothing; users can select the text next to it. */
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
      setCopied(false); // the browser refuses access to the clipboard
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
