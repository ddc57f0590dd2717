import { useMessages } from '@bakkum/i18n/react';
import { classNames } from '@bakkum/ui/class-names';
import { GripVertical } from '@bakkum/ui/icons';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from 'react-aria-components';
import type { ArrangedPage } from './arranged-pages.ts';
import { type PageImages, THUMBNAIL_SIZE } from './page-images.ts';

type PageThumbnailProps = {
  readonly page: ArrangedPage;
  readonly images: PageImages;
  readonly isSelected: boolean;
  /** Number of the file it is in; `undefined` if the document is not split. */
  readonly file: number | undefined;
};

/** A page as it will be in the result, with its number in the source. */
export function PageThumbnail({ page, images, isSelected, file }: PageThumbnailProps): ReactNode {
  const t = useMessages('workbench');
  const { index, turn, startsFile } = page;
  return (
    <>
      <span className="relative grid min-h-0 w-full grow place-items-center">
        {index === undefined ? (
          <span
            className={classNames(
              'block border border-line-strong border-dashed bg-surface',
              sideways(turn) ? 'h-18 w-24' : 'h-24 w-18',
            )}
          />
        ) : (
          <PageImage index={index} turn={turn} images={images} />
        )}
      </span>
      <span
        aria-hidden
        className={classNames('mt-1 h-5 shrink-0 text-xs tabular', isSelected ? 'font-semibold text-accent' : 'text-ink-soft')}
      >
        {index === undefined ? t('pageBlank') : index + 1}
        {file === undefined ? undefined : (
          <span className={classNames('ml-1.5 rounded-sm px-1', startsFile ? 'bg-accent-soft text-accent' : 'text-ink-faint')}>
            {t('pageFile', { file })}
          </span>
        )}
      </span>
      <Button
        slot="drag"
        className="absolute top-0.5 right-0.5 grid size-6 cursor-grab place-items-center rounded-sm border border-line bg-surface text-ink-soft opacity-0 focus-visible:opacity-100 group-hover/thumbnail:opacity-100 group-focus-visible/thumbnail:opacity-100"
      >
        <GripVertical aria-hidden size={14} />
      </Button>
    </>
  );
}

const sideways = (turn: number): boolean => turn === 90 || turn === 270;

type PageImageProps = Pick<ArrangedPage, 'turn'> & { readonly index: number; readonly images: PageImages };

function PageImage({ index, turn, images }: PageImageProps): ReactNode {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const controller = new AbortController();
    if (canvas.current) void images.show(canvas.current, index, controller.signal);
    return () => controller.abort();
  }, [index, images]);
  return (
    <canvas
      ref={canvas}
      width={THUMBNAIL_SIZE * 0.75}
      height={THUMBNAIL_SIZE}
      style={{ rotate: `${turn}deg` }}
      className="absolute inset-0 m-auto max-h-full max-w-full border border-line bg-[white] shadow-raised transition-[rotate] motion-reduce:transition-none"
    />
  );
}
