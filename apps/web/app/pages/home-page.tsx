import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { StaticHtml } from '../document/static-html.tsx';
import { ConverterPanel } from '../features/conversion/converter-panel.tsx';
import { workbench } from '../features/conversion/workbench.ts';
import { Samples } from '../features/home/samples.tsx';
import { useStore } from '../state/use-store.ts';
import type { HomeSections } from './home/sections.server.tsx';

type HomeContentProps = {
  readonly heading: 'h1' | 'h2';
  readonly sections: HomeSections;
};

/** The content of the home page; below another heading, its own is smaller. */
export function HomeContent({ heading: Heading, sections }: HomeContentProps) {
  const t = useMessages('home');
  const isEmpty = useStore(workbench).items.length === 0;
  const size = Heading === 'h1' ? 'text-3xl sm:text-4xl' : 'text-2xl';
  return (
    <>
      <div className="group/page work-width pt-8 pb-12 sm:pt-12 sm:pb-16 has-[[data-bench]]:pt-5 sm:has-[[data-bench]]:pt-6">
        <div className="items-center gap-8 lg:not-group-has-[[data-bench]]/page:grid lg:grid-cols-[minmax(0,1fr)_26rem]">
          <div>
            <Heading
              className={classNames(
                'font-bold group-has-[[data-bench]]/page:text-xl not-group-has-[[data-bench]]/page:max-w-[20ch]',
                size,
              )}
            >
              {t('heading')}
            </Heading>
            <p className="mt-4 max-w-read text-ink-soft text-lg group-has-[[data-bench]]/page:hidden">{t('lead')}</p>
          </div>
          <StaticHtml html={sections.drawing} />
        </div>
        <div className="mt-6 group-has-[[data-bench]]/page:mt-3 sm:mt-8">
          <ConverterPanel />
        </div>
        {isEmpty ? <Samples onFile={(file) => workbench.add([file])} /> : undefined}
      </div>
      <StaticHtml html={sections.below} />
    </>
  );
}
