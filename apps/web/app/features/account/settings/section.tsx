import { type ReactNode, useId } from 'react';

type SectionProps = { readonly heading: string; readonly body: string; readonly children: ReactNode };

/** A section of the account page: its description beside its controls. */
export function Section({ heading, body, children }: SectionProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="grid gap-x-12 gap-y-5 border-line border-t py-9 md:grid-cols-[minmax(0,16rem)_minmax(0,1fr)]"
    >
      <div>
        <h2 id={id} className="font-semibold text-lg">
          {heading}
        </h2>
        <p className="mt-1 text-ink-soft text-sm">{body}</p>
      </div>
      <div className="max-w-lg">{children}</div>
    </section>
  );
}
