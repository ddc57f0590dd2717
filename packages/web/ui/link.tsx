import { classNames } from './class-names.tsx';

/** Returns the classes of a link inside text. */
export function textLinkClass(extra?: string): string {
  return classNames(
    'text-accent underline decoration-accent-line underline-offset-4 transition-colors hover:text-accent-strong hover:decoration-current',
    extra,
  );
}
