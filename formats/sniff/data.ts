import { rootElement, textOf } from './markup.ts';
import { zipMembers } from './zip.ts';

export function isJson(head: Uint8Array): boolean {
  return /^(?:\{\s*(?:"|\})|\[\s*(?:[[{"\d\]-]|true|false|null))/.test(textOf(head).trimStart());
}

/** GeoJSON is also JSON, so the name decides between them. */
export function isGeoJson(head: Uint8Array): boolean {
  const kind = /"type"\s*:\s*"(?:FeatureCollection|Feature|GeometryCollection|(?:Multi)?(?:Point|LineString|Polygon))"/;
  return isJson(head) && kind.test(textOf(head));
}

export function isTopoJson(head: Uint8Array): boolean {
  return isJson(head) && /"type"\s*:\s*"Topology"/.test(textOf(head));
}

export function isWellKnownText(head: Uint8Array): boolean {
  const shape =
    /^(?:SRID=\d+;\s*)?(?:(?:MULTI)?(?:POINT|LINESTRING|POLYGON)|GEOMETRYCOLLECTION)\s*(?:(?:ZM?|M)\s*)?(?:\(|EMPTY)/i;
  return shape.test(textOf(head).trimStart());
}

export function isXml(head: Uint8Array): boolean {
  return rootElement(head) !== undefined;
}

const RSS_1 = /http:\/\/(?:purl\.org\/rss\/1\.0|my\.netscape\.com\/rdf\/simple\/0\.9|channel\.netscape\.com\/rdf\/simple\/0\.9)/;

/** RSS 0.9x and 2.0 by their root, 0.9 and 1.0 as RDF with the RSS vocabulary. */
export function isRss(head: Uint8Array): boolean {
  const root = rootElement(head);
  return root === 'rss' || (root === 'rdf' && RSS_1.test(textOf(head)));
}

export function isRdf(head: Uint8Array): boolean {
  return rootElement(head) === 'rdf' && !isRss(head);
}

export function isAtom(head: Uint8Array): boolean {
  return rootElement(head) === 'feed' && /http:\/\/(?:www\.w3\.org\/2005\/Atom|purl\.org\/atom\/ns#)/.test(textOf(head));
}

export function isJsonFeed(head: Uint8Array): boolean {
  return isJson(head) && /"version"\s*:\s*"https?:(?:\\?\/){2}jsonfeed\.org/.test(textOf(head));
}

/** A property list with one URL, as XML or binary: a dictionary with the single key `URL`. */
export function isWebLocation(head: Uint8Array): boolean {
  if (rootElement(head) === 'plist')
    return /<plist[^<>]*>\s*<dict>\s*<key>URL<\/key>\s*<string>[^<]*<\/string>\s*<\/dict>/.test(textOf(head));
  return /^bplist00\xd1..\x53URL/.test(textOf(head));
}

/** XSPF: the root name is not unique, but its namespace is. */
export function isXspf(head: Uint8Array): boolean {
  return rootElement(head) === 'playlist' && textOf(head).includes('http://xspf.org/ns/');
}

const HEADER_FIELD =
  /^(?:received|return-path|from|to|subject|date|message-id|mime-version|delivered-to|x-[\w-]+|content-type): /im;

/** Email starts with header fields (RFC 5322), two well-known ones of which must be present. An `emlx` starts with its length. */
export function isMail(head: Uint8Array): boolean {
  const beginning = textOf(head)
    .replace(/^\d+\s*\r?\n/, '')
    .slice(0, 4096);
  if (!/^[\w-]+:[ \t]/.test(beginning) || !HEADER_FIELD.test(beginning)) return false;
  return (
    /^(?:from|to|received|return-path): /im.test(beginning) && /^(?:subject|date|message-id|mime-version): /im.test(beginning)
  );
}

/** A saved page with its resources: a multipart/related email that was never sent. */
export function isSavedPage(head: Uint8Array): boolean {
  const [headers = ''] = textOf(head)
    .slice(0, 4096)
    .split(/\r?\n\r?\n/);
  return /^content-type:\s*multipart\/related;/im.test(headers) && !/^(?:received|to|delivered-to|message-id):/im.test(headers);
}

export function isMailbox(head: Uint8Array): boolean {
  return /^From \S+ +\w{3} \w{3} /.test(textOf(head));
}

export function isCalendar(head: Uint8Array): boolean {
  return /^BEGIN:VCALENDAR\b/i.test(textOf(head).trimStart());
}

export function isContact(head: Uint8Array): boolean {
  return /^BEGIN:VCARD\b/i.test(textOf(head).trimStart());
}

/** Sentences of satellite receivers, one per line. */
export function isReceiverLog(head: Uint8Array): boolean {
  return /^\$(?:GP|GN|GL|GA|BD)[A-Z]{3},/.test(textOf(head).trimStart());
}

/** Shapes alone, or zipped with their table. */
export function isShapes(head: Uint8Array): true | undefined {
  if (head[0] === 0) return true;
  for (const { name } of zipMembers(head)) if (/\.shp$/i.test(name)) return true;
  return undefined;
}

/** EndNote references: records in a generically named element. */
export function isEndNote(head: Uint8Array): boolean {
  return rootElement(head) === 'xml' && /<records>\s*<record>/.test(textOf(head));
}
