/** Classes of menus, lists and their items, which open over the page. React Aria sets the data attributes. */
export const POPOVER_CLASS =
  'min-w-(--trigger-width) overflow-auto rounded-md border border-line bg-surface p-1 shadow-raised outline-none transition-[opacity,transform] ' +
  'data-[entering]:-translate-y-1 data-[entering]:opacity-0 data-[exiting]:opacity-0';

export const ITEM_CLASS =
  'flex min-h-10 cursor-pointer items-center gap-2 rounded-sm px-3 py-1.5 text-ink outline-none data-[disabled]:cursor-not-allowed data-[focused]:bg-sunken ' +
  'data-[selected]:font-semibold data-[selected]:text-accent data-[disabled]:opacity-50';

export const GROUP_HEADING_CLASS = 'px-3 pt-2 pb-1 font-semibold text-ink-faint text-xs';
