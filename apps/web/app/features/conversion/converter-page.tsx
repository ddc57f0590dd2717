import type { ReactNode } from 'react';

type ConverterPageProps = {
  readonly heading: string;
  readonly lead: string;
  /** Facts between the introduction and the workbench. */
  readonly intro?: ReactNode;
  readonly children: ReactNode;
  readonly below?: ReactNode;
};

/** The frame of a page whose subject is the workbench. With files on it, the introduction makes room. */
export function ConverterPage({ heading, lead, intro, children, below }: ConverterPageProps): ReactNode {
  return (
    <div className="group/page work-width pt-8 pb-20 sm:pt-12 has-[[data-bench]]:pt-5 sm:has-[[data-bench]]:pt-6">
      <h1 className="font-bold text-2xl group-has-[[data-bench]]/page:text-xl">{heading}</h1>
      <div className="group-has-[[data-bench]]/page:hidden">
        <p className="mt-3 max-w-read text-ink-soft">{lead}</p>
        {intro}
      </div>
      <div className="mt-6 group-has-[[data-bench]]/page:mt-3 sm:mt-8">{children}</div>
      {below}
    </div>
  );
}
