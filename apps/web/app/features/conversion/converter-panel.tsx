import type { ReactNode } from 'react';

/** Where files are dropped and converted. */
export function ConverterPanel({ variant }: { readonly variant: 'home' | 'converter' }): ReactNode {
  return <section data-variant={variant} className="min-h-72 rounded-lg border-2 border-line border-dashed bg-surface" />;
}
