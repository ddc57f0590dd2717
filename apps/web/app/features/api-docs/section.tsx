import type { ReactNode } from 'react';

type SectionProps = { readonly id: string; readonly heading: string; readonly children: ReactNode };

/** A section of the documentation with its own anchor. */
export function Section({ id, heading, children }: SectionProps): ReactNode {
  return (
    <section aria-labelledby={id} className="drawn-when-near-[60rem] mt-14 first:mt-0">
      <h2 id={id} className="mb-4 scroll-mt-20 font-bold text-xl">
        {heading}
      </h2>
      <div className="grid gap-4">{children}</div>
    </section>
  );
}
