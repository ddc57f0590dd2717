import type { WarningCode } from '@bakkum/conversion/engine';

/** Parameters by upper-case name, each with its values. */
export type Parameters = Readonly<Record<string, readonly string[]>>;

/**
 * A property of a calendar or card. Structured values (a name, an address, categories) are lists, everything else is one string.
 */
export type Property = {
  /** Upper case. */
  readonly name: string;
  /** Properties of one group belong together (`item1.TEL`). */
  readonly group?: string;
  readonly parameters: Parameters;
  readonly value: string | readonly string[];
};

/** `VCALENDAR`, `VEVENT`, `VCARD` …: properties, and components inside. */
export type Component = {
  readonly type: string;
  readonly properties: readonly Property[];
  readonly components: readonly Component[];
};

export type Loss = Extract<WarningCode, 'structure-changed' | 'metadata-dropped' | 'characters-replaced'>;
export type Notes = { lose(loss: Loss): void };

/** Properties with components separated by semicolons (RFC 5545, RFC 6350). */
export const PARTED: ReadonlySet<string> = new Set(['N', 'ADR', 'ORG', 'GENDER', 'REQUEST-STATUS', 'CLIENTPIDMAP']);
/** Properties with values separated by commas. */
export const LISTED: ReadonlySet<string> = new Set(['CATEGORIES', 'RESOURCES', 'NICKNAME', 'EXDATE', 'RDATE', 'FREEBUSY']);
/** Properties whose values are not escaped: rules, URLs, times and binary data. */
export const BARE: ReadonlySet<string> = new Set(
  'RRULE EXRULE URL TZURL ATTACH PHOTO LOGO SOUND KEY GEO TRIGGER DURATION ATTENDEE ORGANIZER SOURCE FBURL CALURI CALADRURI IMPP DTSTART DTEND DUE'.split(
    ' ',
  ),
);

export const firstOf = ({ properties }: Component, name: string): Property | undefined =>
  properties.find((property) => property.name === name);

export const textOf = (property: Property | undefined): string => {
  if (!property) return '';
  return typeof property.value === 'string' ? property.value : property.value.filter((part) => part !== '').join(', ');
};

export const property = (name: string, value: string | readonly string[], parameters: Parameters = {}): Property => ({
  name,
  parameters,
  value,
});
