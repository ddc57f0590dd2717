import { corrupt } from '@bakkum/conversion/errors';
import { writeRows } from '@bakkum/delimited-text/rows';
import { type Component, firstOf, type Notes, type Property, property, textOf } from './component.ts';
import { type Row, rowsOf } from './table.ts';

/** The first eight columns follow Google Calendar and Outlook; the rest keep other common fields. */
const HEADER =
  'Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Categories,Status,Organizer,Attendees,Recurrence,Time Zone,URL,UID'.split(
    ',',
  );
const KEPT: ReadonlySet<string> = new Set(
  'SUMMARY DTSTART DTEND DURATION DESCRIPTION LOCATION CATEGORIES STATUS ORGANIZER ATTENDEE RRULE URL UID DTSTAMP'.split(' '),
);

export function writeEvents(calendars: readonly Component[], notes: Notes): string {
  const parts = calendars.flatMap(({ components }) => components);
  const events = parts.filter(({ type }) => type === 'VEVENT');
  const others = parts.some(({ type }) => type !== 'VEVENT' && type !== 'VTIMEZONE');
  if (
    others ||
    events.some(({ properties, components }) => components.length > 0 || properties.some(({ name }) => !KEPT.has(name)))
  )
    notes.lose('metadata-dropped');
  return writeRows([HEADER, ...events.map(cellsOf)]);
}

function cellsOf(event: Component): readonly string[] {
  const text = (name: string): string => textOf(firstOf(event, name));
  const attendees = event.properties.filter(({ name }) => name === 'ATTENDEE').map(person);
  return [
    text('SUMMARY'),
    ...timeCells(event),
    ...['DESCRIPTION', 'LOCATION', 'CATEGORIES', 'STATUS'].map(text),
    person(firstOf(event, 'ORGANIZER')),
    attendees.join(', '),
    text('RRULE'),
    momentOf(firstOf(event, 'DTSTART'))?.zone ?? '',
    text('URL'),
    text('UID'),
  ];
}

/** Start, end and whether the event lasts all day. A calendar ends on the day after; a table on the last day. */
function timeCells(event: Component): readonly string[] {
  const start = momentOf(firstOf(event, 'DTSTART'));
  if (!start) return ['', '', '', '', 'False'];
  const end = momentOf(firstOf(event, 'DTEND')) ?? later(start, textOf(firstOf(event, 'DURATION'))) ?? start;
  if (start.time === '') return [start.date, '', end === start ? start.date : dayBefore(end.date, start.date), '', 'True'];
  return [start.date, start.time, end.date, end.time, 'False'];
}

const person = (found: Property | undefined): string => textOf(found).replace(/^mailto:/i, '');

type Moment = { readonly date: string; readonly time: string; readonly zone: string };

/** Splits `20261121T090000Z` into date, time and zone; an all-day value has no time. */
function momentOf(found: Property | undefined): Moment | undefined {
  const [, year, month, day, hour, minute, second, utc] =
    /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)(Z)?)?$/.exec(textOf(found).trim()) ?? [];
  if (year === undefined) return undefined;
  const time = hour === undefined ? '' : `${hour}:${minute}${second === '00' ? '' : `:${second}`}`;
  return { date: `${year}-${month}-${day}`, time, zone: utc ? 'UTC' : (found?.parameters.TZID?.[0] ?? '') };
}

const DAY_MS = 86_400_000;

function dayBefore(date: string, first: string): string {
  const day = new Date(Date.parse(`${date}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
  return day < first ? first : day;
}

/** Adds a duration (`PT1H30M`, `P2D`) to a start. */
function later(start: Moment, duration: string): Moment | undefined {
  const found = /^\+?P(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/.exec(duration);
  if (!found) return undefined;
  const [weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((part) => Number(part ?? 0));
  const length = (((weeks * 7 + days) * 24 + hours) * 60 + minutes) * 60_000 + seconds * 1000;
  const clock = start.time === '' ? '00:00:00' : start.time.padEnd(8, ':00');
  const end = new Date(Date.parse(`${start.date}T${clock}Z`) + length).toISOString();
  return {
    date: end.slice(0, 10),
    time: start.time === '' ? '' : end.slice(11, end.slice(17, 19) === '00' ? 16 : 19),
    zone: start.zone,
  };
}

const SUBJECTS = ['Subject', 'Summary', 'Title', '제목', '일정'];

/** Reads columns of Google Calendar and Outlook, including the Korean version. */
export function readEvents(text: string): readonly Component[] {
  const events = rowsOf(text, SUBJECTS).map(
    (row, index): Component => ({
      type: 'VEVENT',
      components: [],
      properties: [
        property('UID', row.cell('UID') || `${index + 1}@bakkum`),
        property('DTSTAMP', '19700101T000000Z'), // the creation time is unknown, but a calendar requires one
        ...timesOf(row),
        ...fieldsOf(row),
      ],
    }),
  );
  const properties = [property('VERSION', '2.0'), property('PRODID', '-//Bakkum//Bakkum//EN')];
  return [{ type: 'VCALENDAR', properties, components: events }];
}

function fieldsOf(row: Row): readonly Property[] {
  const organizer = row.cell('Organizer', 'Meeting Organizer', '모임 이끌이');
  const attendees = row
    .cell('Attendees')
    .split(/[,;]/)
    .map((person) => person.trim())
    .filter(Boolean);
  return [
    property('SUMMARY', row.cell(...SUBJECTS)),
    property('DESCRIPTION', row.cell('Description', 'Notes', '설명', '내용')),
    property('LOCATION', row.cell('Location', '장소', '위치')),
    property(
      'CATEGORIES',
      row
        .cell('Categories', '범주')
        .split(/[,;]/)
        .map((person) => person.trim())
        .filter(Boolean),
    ),
    property('STATUS', row.cell('Status').toUpperCase()),
    property('ORGANIZER', organizer.includes('@') ? `mailto:${organizer}` : ''),
    property('RRULE', row.cell('Recurrence')),
    property('URL', row.cell('URL')),
    ...attendees.filter((each) => each.includes('@')).map((each) => property('ATTENDEE', `mailto:${each}`)),
  ].filter(({ value }) => value.length > 0);
}

function timesOf(row: Row): readonly Property[] {
  const startDate = dateIn(row.cell('Start Date', '시작 날짜', 'Date', '날짜'));
  if (startDate === '') throw corrupt('an event without a date');
  const endDate = dateIn(row.cell('End Date', '종료 날짜')) || startDate;
  const startTime = timeIn(row.cell('Start Time', '시작 시간', 'Time', '시간'));
  const isAllDay = /^(?:true|1|yes|예|참)$/i.test(row.cell('All Day Event', '하루 종일')) || startTime === '';
  if (isAllDay) {
    const after = new Date(Date.parse(`${endDate}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10);
    const date = { VALUE: ['DATE'] };
    return [property('DTSTART', startDate.replaceAll('-', ''), date), property('DTEND', after.replaceAll('-', ''), date)];
  }
  const zone = row.cell('Time Zone');
  const isUtc = zone === 'UTC';
  const parameters = zone !== '' && !isUtc ? { TZID: [zone] } : {};
  const moment = (date: string, time: string): string => `${date.replaceAll('-', '')}T${time}${isUtc ? 'Z' : ''}`;
  const endTime = timeIn(row.cell('End Time', '종료 시간')) || startTime;
  return [property('DTSTART', moment(startDate, startTime), parameters), property('DTEND', moment(endDate, endTime), parameters)];
}

/** Parses `2026-11-21`, `2026. 11. 21.`, `2026/11/21` and the US form `11/21/2026`. */
function dateIn(text: string): string {
  const [, year, month = '', day = ''] = /^(\d{4})\D{1,2}(\d{1,2})\D{1,2}(\d{1,2})\D?$/.exec(text) ?? [];
  const [, americanMonth, americanDay = '', americanYear] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const parts =
    year !== undefined ? [year, month, day] : americanYear !== undefined ? [americanYear, americanMonth ?? '', americanDay] : [];
  const date = parts.map((part) => part.padStart(2, '0')).join('-');
  if (text !== '' && !(Date.parse(`${date}T00:00:00Z`) > Number.NEGATIVE_INFINITY)) throw corrupt(`${text} is no date`);
  return date;
}

/** Parses `9:00`, `09:00:30`, `9:00 PM` and `오후 9:00`; returns `HHMMSS`. */
function timeIn(text: string): string {
  if (text === '') return '';
  const [, before, hour, minute, second = '00', behind] =
    /^(오전|오후|AM|PM)?\s*(\d{1,2}):(\d\d)(?::(\d\d))?\s*(AM|PM|오전|오후)?$/i.exec(text) ?? [];
  const half = (before ?? behind ?? '').toUpperCase();
  const number = Number(hour);
  const hours = half === '' ? number : (number % 12) + (half === 'PM' || half === '오후' ? 12 : 0);
  if (!(hours < 24) || Number(minute) > 59) throw corrupt(`${text} is no time`);
  return `${String(hours).padStart(2, '0')}${minute}${second}`;
}
