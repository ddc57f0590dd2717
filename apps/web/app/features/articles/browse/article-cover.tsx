import { classNames } from '@bakkum/ui/class-names';
import { FormatTile, type TileFamily } from '@bakkum/ui/format-tile';
import { ArrowRight } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { LogoMark } from '../../../shell/logo-mark.tsx';
import type { Cover } from '../view.ts';

const GROUNDS: Readonly<Record<TileFamily, string>> = {
  document: 'bg-document-soft text-document-line',
  image: 'bg-image-soft text-image-line',
  audio: 'bg-audio-soft text-audio-line',
  video: 'bg-video-soft text-video-line',
  archive: 'bg-archive-soft text-archive-line',
  code: 'bg-code-soft text-code-line',
};

/** The cover of an article: its formats as sheets, on the mark of the two sheets. Decorative. */
export function ArticleCover({
  cover: { family, formats },
  className,
}: {
  readonly cover: Cover;
  readonly className?: string;
}): ReactNode {
  const before = formats.slice(0, -1);
  return (
    <div aria-hidden className={classNames('relative grid place-items-center overflow-hidden', GROUNDS[family], className)}>
      <LogoMark className="-right-6 -bottom-8 absolute size-40 opacity-40" />
      <div className="relative flex items-center gap-3">
        <span className="flex">
          {before.map((name, place) => (
            <FormatTile
              key={name}
              family={family}
              name={name}
              className={classNames('h-16', place > 0 && '-ml-1.5 translate-y-1')}
            />
          ))}
        </span>
        <ArrowRight size={18} className="text-ink-faint" />
        <FormatTile family={family} name={formats.at(-1) ?? ''} className="h-16" />
      </div>
    </div>
  );
}
