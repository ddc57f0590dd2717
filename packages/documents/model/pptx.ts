import { STANDALONE_XML_DECLARATION } from '@bakkum/markup/write-xml';
import type { Picture } from './model.ts';
import { type OfficePart, packOffice, RELATIONSHIPS, type Relation, relationshipsXml } from './opc.ts';
import { PRESENTATION_PARTS, presentationXml } from './pptx-parts.ts';
import { itemXml, type SlideRelations } from './pptx-shapes.ts';
import type { Slide, SlideDeck } from './slides.ts';

const PPTX = 'application/vnd.openxmlformats-officedocument.presentationml.presentation';

/** Writes a presentation of editable text boxes, tables and images, one slide per page (ECMA-376, part 1, 19). */
export function writePptx(deck: SlideDeck): Blob {
  const media = new Map<Uint8Array<ArrayBuffer>, string>();
  const slides = deck.slides.flatMap((slide, index): readonly OfficePart[] => {
    const { xml, relations } = slideXml(slide, media);
    return [
      { path: `ppt/slides/slide${index + 1}.xml`, xml, type: 'presentationml.slide' },
      { path: `ppt/slides/_rels/slide${index + 1}.xml.rels`, xml: relations },
    ];
  });
  const relations = relationshipsXml([
    ['master', 'slideMaster', 'slideMasters/slideMaster1.xml'],
    ['theme', 'theme', 'theme/theme1.xml'],
    ...deck.slides.map((_, index): Relation => [`slide${index + 1}`, 'slide', `slides/slide${index + 1}.xml`]),
  ]);
  const pictures = [...media].map(([bytes, name]) => ({ path: `ppt/media/${name}`, bytes }));
  const main = { path: 'ppt/presentation.xml', xml: presentationXml(deck), type: 'presentationml.presentation.main' };
  const others = [...PRESENTATION_PARTS, ...slides, { path: 'ppt/_rels/presentation.xml.rels', xml: relations }, ...pictures];
  return packOffice(PPTX, [main, ...others], deck);
}

const NAMESPACES =
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" ' +
  `xmlns:r="${RELATIONSHIPS}" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"`;

function slideXml(
  slide: Slide,
  media: Map<Uint8Array<ArrayBuffer>, string>,
): { readonly xml: string; readonly relations: string } {
  const relations: Relation[] = [['layout', 'slideLayout', '../slideLayouts/slideLayout1.xml']];
  const add = (type: string, target: string, isExternal?: true): string => {
    const known = relations.find((one) => one[2] === target);
    if (known) return known[0];
    const id = `r${relations.length}`;
    relations.push(isExternal ? [id, type, target, isExternal] : [id, type, target]);
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
  return { xml, relations: relationshipsXml(relations) };
}
