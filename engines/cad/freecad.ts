import { ConversionError } from '@bakkum/conversion/errors';
import { unpackParts } from '@bakkum/document-input/packed-parts';

/** A visible shape in BREP form with its placement. */
export type ShownShape = {
  readonly name: string;
  readonly brep: Uint8Array<ArrayBuffer>;
  readonly colour?: readonly [red: number, green: number, blue: number];
};

/** Limit on the total unpacked size; more is a bomb. */
const MAX_BYTES = 512 * 1024 * 1024;

/**
 * Returns the visible shapes of a FreeCAD document.
 * @throws ConversionError `corrupt`, `too-large`, `unsupported-feature` if it shows none
 */
export function shapesShown(file: Uint8Array): readonly ShownShape[] {
  const members = unpackParts(file, (name) => /^(?:Gui)?Document\.xml$|\.brp$/.test(name), MAX_BYTES);
  const text = (name: string): string => new TextDecoder().decode(members.get(name));
  const views = blocksOf(text('GuiDocument.xml'), 'ViewProvider');
  const objects = blocksOf(text('Document.xml').replace(/^[^]*?<ObjectData\b/, ''), 'Object');
  const shown = [...objects].flatMap(([name, block]): readonly ShownShape[] => {
    const view = views.get(name) ?? '';
    const isHidden = /<Property name="Visibility"[^>]*>\s*<Bool value="false"/.test(views.size > 0 ? view : block);
    const place = /<Property name="Shape"[^>]*>\s*<Part\b[^>]*?\bfile="([^"]+)"/.exec(block)?.[1];
    const brep = place === undefined ? undefined : members.get(place);
    if (isHidden || !brep || brep.length === 0) return [];
    const packed = Number(/<Property name="ShapeColor"[^>]*>\s*<PropertyColor value="(\d+)"/.exec(view)?.[1] ?? Number.NaN);
    const colour = [24, 16, 8].map((shift) => ((packed >>> shift) & 255) / 255);
    const [red = 0, green = 0, blue = 0] = colour;
    return [{ name, brep, ...(Number.isNaN(packed) ? {} : { colour: [red, green, blue] as const }) }];
  });
  if (shown.length === 0) throw new ConversionError('unsupported-feature', 'no shape is shown');
  return shown;
}

/** Elements of one kind by name, each with the text up to the next element. */
function blocksOf(document: string, element: string): ReadonlyMap<string, string> {
  const [, ...blocks] = document.split(`<${element} name="`);
  return new Map(blocks.map((block) => [block.slice(0, block.indexOf('"')), block]));
}
