import { escapeXmlAttribute, escapeXmlText } from '@bakkum/markup/escape';
import { STANDALONE_XML_DECLARATION } from '@bakkum/markup/write-xml';
import { strToU8, type Zippable, zipSync } from 'fflate';
import type { Picture } from './model.ts';
import { PRESENTATION_PARTS, presentationXml } from './pptx-parts.ts';
import { itemXml, type SlideRelations } from './pptx-shapes.ts';
import type { Slide, SlideDeck } from './slides.ts';

const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

/** Writes a presentation of editable text boxes, tables and images, one slide per page (ECMA-376, part 1, 19). */
export function writePptx(deck: SlideDeck): Blob {
  const files: Zippable = { 'ppt/presentation.xml': strToU8(presentationXml(deck)) };
  for (const [name, xml] of PRESENTATION_PARTS) files[name] = strToU8(xml);
  const media = new Map<Uint8Array, string>();
  for (const [index, slide] of deck.slides.entries()) {
    const { xml, relations } = slideXml(slide, media);
    files[`ppt/slides/slide${index + 1}.xml`] = strToU8(xml);
    files[`ppt/slides/_rels/slide${index + 1}.xml.rels`] = strToU8(relations);
  }
  for (const [bytes, name] of media) files[`ppt/media/${name}`] = [bytes, { level: 0 }];
  files['ppt/_rels/presentation.xml.rels'] = strToU8(
    relationships([
      ['master', `${TYPES}/slideMaster`, 'slideMasters/slideMaster1.xml'],
      ['theme', `${TYPES}/theme`, 'theme/theme1.xml'],
      ...deck.slides.map((_, index): Relation => [`slide${index + 1}`, `${TYPES}/slide`, `slides/slide${index + 1}.xml`]),
    ]),
  );
  files['docProps/core.xml'] = strToU8(coreXml(deck.title ?? ''));
  files['_rels/.rels'] = strToU8(
    relationships([
      ['presentation', `${TYPES}/officeDocument`, 'ppt/presentation.xml'],
      ['core', `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
    ]),
  );
  files['[Content_Types].xml'] = strToU8(contentTypes(deck.slides.length));
  return new Blob([new Uint8Array(zipSync(files, { level: 6 }))], { type: PPTX });
}

type Relation = readonly [id: string, type: string, target: string, isExternal?: true];

function relationships(all: readonly Relation[]): string {
  const parts = all.map(
    ([id, type, target, isExternal]) =>
      `<Relationship Id="${id}" Type="${type}" Target="${escapeXmlAttribute(target)}"${isExternal ? ' TargetMode="External"' : ''}/>`,
  );
  return `${STANDALONE_XML_DECLARATION}<Relationships xmlns="${PACKAGE}/relationships">${parts.join('')}</Relationships>`;
}

const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  `xmlns:r="${TYPES}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;

function slideXml(slide: Slide, media: Map<Uint8Array, string>): { readonly xml: string; readonly relations: string } {
  const relations: Relation[] = [['layout', `${TYPES}/slideLayout`, '../slideLayouts/slideLayout1.xml']];
  const add = (type: string, target: string, isExternal?: true): string => {
    const known = relations.find((one) => one[2] === target);
    if (known) return known[0];
    const [id, kind] = [`r${relations.length}`, `${TYPES}/${type}`];
    relations.push(isExternal ? [id, kind, target, isExternal] : [id, kind, target]);
    return id;
  };
  const related: SlideRelations = {
    link: (address) => add('hyperlink', address, true),
    picture(picture: Picture) {
      const name = media.get(picture.bytes) ?? `picture${media.size + 1}.${picture.mediaType === 'image/jpeg' ? 'jpeg' : 'png'}`;
      media.set(picture.bytes, name);
      return add('image', `../media/${name}`);
    },
  };
  const shapes = slide.items.map((item, index) => itemXml(item, index + 2, related)).join('');
  const tree = '<p:nvGrpSpPr><p:cNvPr id="1" name=""/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>' + shapes;
  const xml = `${STANDALONE_XML_DECLARATION}<p:sld ${NAMESPACES}><p:cSld><p:spTree>${tree}</p:spTree></p:cSld><p:clrMapOvr><a:masterClrMapping/></p:clrMapOvr></p:sld>`;
  return { xml, relations: relationships(relations) };
}

function coreXml(title: string): string {
  return (
    `${STANDALONE_XML_DECLARATION}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/">` +
    `${title ? `<dc:title>${escapeXmlText(title)}</dc:title>` : ''}</cp:coreProperties>`
  );
}

function contentTypes(slides: number): string {
  const type = 'application/vnd.openxmlformats-officedocument';
  const override = (name: string, kind: string): string => `<Override PartName="${name}" ContentType="${kind}+xml"/>`;
  const own = Array.from({ length: slides }, (_, index) =>
    override(`/ppt/slides/slide${index + 1}.xml`, `${type}.presentationml.slide`),
  );
  return (
    `${STANDALONE_XML_DECLARATION}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpeg" ContentType="image/jpeg"/>' +
    override('/ppt/presentation.xml', `${type}.presentationml.presentation.main`) +
    override('/ppt/slideMasters/slideMaster1.xml', `${type}.presentationml.slideMaster`) +
    override('/ppt/slideLayouts/slideLayout1.xml', `${type}.presentationml.slideLayout`) +
    override('/ppt/theme/theme1.xml', `${type}.theme`) +
    override('/docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties') +
    `${own.join('')}</Types>`
  );
}
