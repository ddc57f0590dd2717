import type { ReactNode } from 'react';
import { PairLinks } from './pair-links.tsx';
import type { MissingView } from './view.ts';

/** Shown for an unsupported pair: the closest supported ones. */
export function MissingPair({ view }: { readonly view: MissingView }): ReactNode {
  return (
    <div className="work-width space-y-10 pt-8 pb-20 sm:pt-12">
      <div>
        <h1 className="font-bold text-2xl">{view.heading}</h1>
        <p className="mt-3 max-w-read text-ink-soft">{view.body}</p>
      </div>
      {view.groups.map(({ heading, links }) => (
        <section key={heading}>
          <h2 className="mb-4 font-bold text-xl">{heading}</h2>
          <PairLinks links={links} />
        </section>
      ))}
    </div>
  );
}
