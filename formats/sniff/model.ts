import { hasText, u16, u32 } from './bytes.ts';
import { isText, rootIs, textOf } from './markup.ts';

export function isGltf(head: Uint8Array): boolean {
  const beginning = textOf(head).trimStart();
  return beginning.startsWith('{') && /"asset"\s*:\s*\{[^{}]*"version"/.test(beginning);
}

/** ASCII form: `solid`, then facets. The binary form has no signature and is identified by its extension. */
export function isStl(head: Uint8Array): boolean | undefined {
  const beginning = textOf(head);
  if (isText(head)) return /^\s*solid\b/.test(beginning) && /\bfacet\s+normal\b/.test(beginning);
  return undefined;
}

/** A main chunk longer than its header, then a known chunk. A big-endian TIFF starts similarly. */
export function isThreeDs(head: Uint8Array): boolean {
  return u32(head, 2, true) > 6 && [0x0002, 0x3d3d, 0xb000, 0x0100].includes(u16(head, 6, true));
}

/** Comments, then the header of Point Cloud Data. */
export function isPointCloud(head: Uint8Array): boolean {
  return /^(?:#[^\n]*\n\s*)*(?:VERSION\s+\.?[\d.]+\s+)?FIELDS\s/.test(textOf(head).trimStart());
}

/** A STEP file with a building schema. */
export function isBuilding(head: Uint8Array): boolean {
  return /FILE_SCHEMA\s*\(\s*\(\s*'IFC/i.test(textOf(head));
}

const isWorld = rootIs('world');

/** XML with the root WORLD, or deflated data, which only the name identifies. */
export function isXgl(head: Uint8Array): boolean | undefined {
  const isDeflated = head[0] === 0x78 && u16(head, 0, false) % 31 === 0;
  return isDeflated ? undefined : isWorld(head);
}

/** OpenGEX structures after comments. */
export function isOpenGex(head: Uint8Array): boolean {
  const beginning = textOf(head)
    .replaceAll(/\/\/[^\n]*/g, '')
    .trimStart();
  return (
    /^(?:Metric|GeometryNode|Node|BoneNode|GeometryObject|Material)\b[^{}]*\{/.test(beginning) &&
    /\bkey\s*=|\{ref\b/.test(beginning)
  );
}

const isMeshMarkup = rootIs('mesh');

/** The binary form with its header, or the XML form. */
export function isOgreMesh(head: Uint8Array): boolean | undefined {
  if (u16(head, 0, true) === 0x1000) return hasText(head, '[MeshSerializer_v', 2);
  return isMeshMarkup(head) === true && textOf(head).includes('<submesh');
}

/** Lines of nine or twelve numbers after at most one name line. */
export function isTriangleList(head: Uint8Array): boolean {
  if (!isText(head)) return false;
  // The last part of the split is the line that the head cuts off.
  const [first, second] = textOf(head).split('\n', 3).slice(0, 2);
  const lines = textOf(head).split('\n', 3).length;
  if (first !== undefined && lines > 1 && isTriangle(first)) return true;
  return first !== undefined && first !== '' && first.length <= 80 && second !== undefined && lines > 2 && isTriangle(second);
}

const NUMBER = /^-?(?:\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?$/i;

/** Three corners with three coordinates each, and at most three more numbers. */
function isTriangle(line: string): boolean {
  const words = line.trim().split(/\s+/, 13);
  return words.length >= 9 && words.length <= 12 && words.every((word) => NUMBER.test(word));
}

/** An Irrlicht mesh in XML, identified by its namespace or buffers. */
export function isIrrMesh(head: Uint8Array): boolean {
  return isMeshMarkup(head) && /irrlicht\.sourceforge\.net|<buffer>/i.test(textOf(head));
}
