/** An image of 20 × 20 red pixels that would appear in the PDF if it were read. */
export const RED_DOT = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABQAAAAUCAIAAAAC64paAAAAG0lEQVR4nGP4z8BANiJf56jmUc2jmkc1U0UzADHNjoAymaoJAAAAAElFTkSuQmCC',
  'base64',
);

/** A flat OpenDocument text with an external image and section, a macro that runs on opening, and a line of its own. */
export function linkingTo(address: string, picture: string, text: string): string {
  const frame = (href: string): string =>
    `<text:p><draw:frame svg:width="2cm" svg:height="2cm" text:anchor-type="as-char"><draw:image xlink:href="${href}" xlink:type="simple" xlink:show="embed" xlink:actuate="onLoad"/></draw:frame></text:p>`;
  const section = (href: string, name: string): string =>
    `<text:section text:name="${name}"><text:section-source xlink:href="${href}"/><text:p>old</text:p></text:section>`;
  const names = [
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"',
    'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"',
    'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
    'xmlns:xlink="http://www.w3.org/1999/xlink"',
    'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
    'xmlns:script="urn:oasis:names:tc:opendocument:xmlns:script:1.0"',
  ].join(' ');
  return `<?xml version="1.0" encoding="UTF-8"?><office:document ${names} office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.text"><office:body><office:text>${frame(`${address}/a.png`)}${frame(`file://${picture}`)}${section(`${address}/b.odt`, 'far')}${section(`file://${text}`, 'near')}<text:p>an ordinary line</text:p></office:text></office:body></office:document>`;
}
