/** Events of a visit, as listed in the specification, and the failure codes of conversions. */
export const VISIT_EVENTS = [
  'session_start',
  'page_view',
  'page_hidden',
  'page_visible',
  'session_end',
  'conversion_started',
  'conversion_completed',
  'conversion_failed',
  'file_download',
  'ai_image_download',
  'footer_link_click',
  'resource_view',
  'search',
] as const;
export type VisitEventName = (typeof VISIT_EVENTS)[number];

/** Counts of a visit, sent with its end. */
export const VISIT_STATS = ['page_views', 'conversions', 'failures', 'downloads'] as const;
export type VisitStats = Readonly<Record<(typeof VISIT_STATS)[number], number>>;

/** An event as page code reports it: never a name, file content, or text that someone typed. */
export type VisitEvent = {
  readonly event: VisitEventName;
  /** Subcategory: the failure code, or the list that was searched. */
  readonly category?: string;
  /** Subject of the event: a pair such as `jpeg-to-png`, the path of a link, or an article's id. */
  readonly label?: string;
  /** Milliseconds of a conversion, seconds of a visit, or a number of files or search results. */
  readonly value?: number;
  /** With `session_end`. */
  readonly stats?: VisitStats;
};

/** Maximum number of events per request. */
export const MAX_EVENTS = 20;
