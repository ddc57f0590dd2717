import type { ReactNode } from 'react';

/** Broken where it must be: names of others may be one long word. */
export function FileName({ name }: { readonly name: string }): ReactNode {
  return <p className="line-clamp-2 break-all font-medium">{name}</p>;
}
