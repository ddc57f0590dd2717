import { FormatTile, type TileFamily } from '@bakkum/ui/format-tile';
import type { ReactNode } from 'react';
import { LogoMark } from '../../shell/logo-mark.tsx';

const ROWS: readonly { readonly family: TileFamily; readonly from: string; readonly to: string }[] = [
  { family: 'image', from: 'HEIC', to: 'JPG' },
  { family: 'document', from: 'HWP', to: 'PDF' },
  { family: 'video', from: 'MOV', to: 'MP4' },
];

/** What the converter does, without words: sheets of different kinds pass the mark and become others. Decorative. */
export function HeroDrawing(): ReactNode {
  return (
    <div
      aria-hidden
      className="relative hidden grid-cols-[1fr_auto_1fr] items-center gap-x-6 lg:not-group-has-[[data-bench]]/page:grid"
    >
      <Sheets end="from" />
      <span className="relative z-10 grid size-24 place-items-center rounded-full border border-accent-line bg-accent-soft">
        <LogoMark className="size-12 text-accent" />
      </span>
      <Sheets end="to" />
    </div>
  );
}

/** The fan of sheets on one side: later rows stand further away from the mark. */
const PLACES = {
  from: ['-rotate-6 translate-x-2', '-translate-x-6', 'rotate-6 translate-x-2'],
  to: ['rotate-6 -translate-x-2', 'translate-x-6', '-rotate-6 -translate-x-2'],
} as const;

function Sheets({ end }: { readonly end: 'from' | 'to' }): ReactNode {
  return (
    <span className={`flex flex-col gap-1 ${end === 'from' ? 'items-end' : 'items-start'}`}>
      {ROWS.map(({ family, from, to }, place) => (
        <FormatTile
          key={from}
          family={family}
          name={end === 'from' ? from : to}
          className={`h-20 ${PLACES[end][place] ?? ''} ${end === 'to' ? 'animate-[settle_180ms_var(--ease-out)]' : ''}`}
        />
      ))}
    </span>
  );
}
