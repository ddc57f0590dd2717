import type { ReactNode } from 'react';

/** The box of a file in a list. Its width decides how the parts are arranged. */
export const ROW_CLASS = '@container/row rounded-lg border border-line bg-surface p-3 sm:px-4';

/** The box of a single file, and its preview. On phones the preview leaves the target in view above the action bar. */
export const SOLO_CLASS =
  '@container overflow-clip rounded-lg border border-line bg-surface lg:grid lg:grid-cols-[minmax(0,1fr)_23rem]';
export const SOLO_STAGE_CLASS = 'h-[36dvh] min-h-52 bg-sunken sm:h-[44dvh] sm:min-h-60 lg:h-auto lg:min-h-[30rem]';

/** What follows the name: formats and facts. As high with text alone as with the badge of a format. */
export const HEADING_CLASS = 'mt-0.5 flex min-h-6 flex-wrap items-center gap-x-2 gap-y-0.5 text-ink-soft text-sm tabular';

export const CONTROLS_CLASS =
  'order-last mt-2.5 flex basis-full flex-wrap items-center gap-2 empty:hidden @lg/row:pl-13 @4xl/row:order-none @4xl/row:mt-0 @4xl/row:flex-nowrap @4xl/row:basis-auto @4xl/row:pl-0';

/** Truncates the name in the middle, so that the extension stays visible. The tooltip has the whole name. */
export function FileName({ name }: { readonly name: string }): ReactNode {
  const characters = [...name];
  return (
    <p className="flex font-medium" title={name}>
      <span className="truncate whitespace-pre">{characters.slice(0, -12).join('')}</span>
      <span className="shrink-0 whitespace-pre">{characters.slice(-12).join('')}</span>
    </p>
  );
}
