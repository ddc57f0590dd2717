import type { ReactNode } from 'react';

/** A file name that wraps anywhere, because it may be one long word. */
export function FileName({ name }: { readonly name: string }): ReactNode {
  return <p className="line-clamp-2 break-all font-medium">{name}</p>;
}
