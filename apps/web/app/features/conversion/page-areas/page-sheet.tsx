import type { PageEntry } from '@bakkum/conversion/pages/page-list';
import { classNames } from '@bakkum/ui/class-names';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { OpenedPages } from '../page-editor/use-pdf-pages.ts';
import type { Size } from '../preview/view-frame.ts';

type PageSheetProps = Omit<ComponentProps<'div'>, 'children' | 'style'> & {
  readonly entry: PageEntry;
  readonly pages: OpenedPages;
  /** Size of the page as displayed, in points; `undefined` until it is drawn. */
  readonly size: Size | undefined;
  readonly onSize: (size: Size) => void;
  /** What is on the page. */
  readonly children: ReactNode;
};

/** One page, as large as the room for it. Sizes in `cqw` are shares of its width. */
export function PageSheet({ entry, pages, size, onSize, className, children, ...rest }: PageSheetProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { index, turn } = entry;
  useEffect(() => {
    const controller = new AbortController();
    const place = canvas.current;
    if (place && index !== undefined)
      void pages.showLarge(place, index, turn, controller.signal).then((shown) => {
        if (shown && !controller.signal.aborted) onSize(shown);
      });
    return () => controller.abort();
  }, [pages, index, turn, onSize]);
  return (
    <div className="min-h-0 grow p-3">
      <div className="grid h-full place-items-center [container-type:size]">
        <div
          style={size && { width: `min(100cqw, ${(100 * size.width) / size.height}cqh)`, aspectRatio: size.width / size.height }}
          className={classNames('relative bg-[white] shadow-raised [container-type:inline-size]', className)}
          {...rest}
        >
          <canvas ref={canvas} width={0} height={0} className="block size-full" />
          {children}
        </div>
      </div>
    </div>
  );
}
