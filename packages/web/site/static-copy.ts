/** A copy of the converter made of plain files (`npm run build:static`). Fixed when it is built. */
export type StaticCopy = {
  /** `core` leaves out the engines with the largest files, and most pages about one conversion. */
  readonly engines: 'all' | 'core';
  /** Address of an installation with a server, without a trailing slash. Links to pages that need one lead there. */
  readonly site?: string;
  /** Engine files that are stored packed, by URL path, with their number of parts. */
  readonly packed: Readonly<Record<string, number>>;
};

/** Replaced by the build; the build's own process defines it as a global. */
declare const STATIC_COPY: StaticCopy | undefined;

/** Undefined where a server serves the website. */
export const staticCopy: StaticCopy | undefined = typeof STATIC_COPY === 'undefined' ? undefined : STATIC_COPY;
