/** What is told of a visit: the specification's events, and why a conversion failed. */
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

/** What a part of the page tells: never a name, a content, or words that somebody typed. */
export type VisitEvent = {
  readonly event: VisitEventName;
  /** Which of its kind: the code of a failure, the list that was searched. */
  readonly category?: string;
  /** What it was about: a pair as `jpeg-to-png`, the path of a link, the id of an article. */
  readonly label?: string;
  /** Milliseconds of a conversion, seconds of a visit, number of files or of what was found. */
  readonly value?: number;
};

/** Most events that are sent together. */
export const MOST_EVENTS = 20;
