import { Fragment, type ReactNode } from 'react';
import type { Sentence } from './view.ts';

/** Renders a sentence with inline code between backticks. */
export function Inline({ children }: { readonly children: Sentence }): ReactNode {
  return children.split('`').map((part, index) =>
    index % 2 === 1 ? (
      // oxlint-disable-next-line react/no-array-index-key -- parts of one sentence keep their places
      <Code key={index}>{part}</Code>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key -- parts of one sentence keep their places
      <Fragment key={index}>{part}</Fragment>
    ),
  );
}

export function Code({ children }: { readonly children: string }): ReactNode {
  return <code className="break-words rounded-sm bg-sunken px-[0.2em] py-0.5 font-mono text-[0.9em]">{children}</code>;
}
