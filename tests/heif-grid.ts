import { concat, encodeLatin1, uint16BE, uint32BE } from '@bakkum/bytes/bytes';
import { itemData, readHeifMeta } from '@bakkum/image-metadata/heif/heif-meta';
import { boxOf, fullBoxOf } from '@bakkum/image-metadata/heif/iso-boxes';
import { fixture } from './engine-context.ts';

/** Of the fixture's images, of which the lower quarter is cropped. */
const TILE = { width: 64, height: 64 };
type GridShape = {
  readonly columns: number;
  readonly rows: number;
  /** Pixels by which the image is smaller than its tiles. */
  readonly cut?: number;
  /** A transformation of the image. */
  readonly change?: Uint8Array;
  /** Types of references from or to the grid, beside its tiles. */
  readonly layers?: readonly string[];
};

/** Writes a photo whose tiles are the two images of a fixture, in turn. */
export async function gridOf({ columns, rows, cut = 0, change, layers = [] }: GridShape): Promise<Uint8Array<ArrayBuffer>> {
  const source = new Uint8Array(await (await fixture('heic/two-pages.heic')).arrayBuffer());
  const meta = readHeifMeta(source);
  if (!meta) throw new Error('the fixture has no images');
  const images = meta.items.filter(({ type }) => type === 'hvc1');
  const tiles = Array.from({ length: columns * rows }, (_, index) => images[index % 2]?.id ?? 0);
  const [width, height] = [columns * TILE.width - cut, rows * TILE.height - cut];
  const payload = concat([[0, 0, rows - 1, columns - 1], uint16BE(width), uint16BE(height)]);
  const data = [payload, ...tiles.map((tile) => itemData(source, meta, tile) ?? new Uint8Array())];
  const size = fullBoxOf('ispe', 0, 0, [uint32BE(width), uint32BE(height)]);
  const added = [size, ...(change ? [change] : [])];
  const uncropped = (tile: number): readonly number[] =>
    (meta.associations.get(tile) ?? []).filter((index) => meta.properties[index - 1]?.type !== 'clap');
  const own = added.map((_, index) => meta.properties.length + 1 + index);
  const lists = [own, ...tiles.map(uncropped)];
  const ids = data.map((_, index) => uint16BE(index + 1));
  const describe = (start: number) => {
    let at = start;
    const places = data.map((content, index) => {
      const place = concat([uint16BE(index + 1), uint16BE(0), uint16BE(1), uint32BE(at), uint32BE(content.length)]);
      at += content.length;
      return place;
    });
    const types = data.map((_, index) => encodeLatin1(index === 0 ? 'grid' : 'hvc1'));
    return fullBoxOf('meta', 0, 0, [
      fullBoxOf('hdlr', 0, 0, [uint32BE(0), encodeLatin1('pict'), new Uint8Array(13)]),
      fullBoxOf('pitm', 0, 0, [uint16BE(1)]),
      fullBoxOf('iinf', 0, 0, [
        uint16BE(data.length),
        ...types.map((type, index) =>
          fullBoxOf('infe', 2, index === 0 ? 0 : 1, [uint16BE(index + 1), uint16BE(0), type, new Uint8Array(1)]),
        ),
      ]),
      fullBoxOf('iref', 0, 0, [
        boxOf('dimg', [uint16BE(1), uint16BE(tiles.length), ...ids.slice(1)]),
        ...layers.map((type) => boxOf(type, [uint16BE(2), uint16BE(1), uint16BE(1)])),
      ]),
      boxOf('iprp', [
        boxOf('ipco', [...meta.properties.map(({ start: from, end }) => source.slice(from, end)), ...added]),
        fullBoxOf('ipma', 0, 0, [
          uint32BE(lists.length),
          ...lists.map((list, index) => concat([uint16BE(index + 1), [list.length, ...list]])),
        ]),
      ]),
      fullBoxOf('iloc', 0, 0, [Uint8Array.of(0x44, 0), uint16BE(data.length), ...places]),
    ]);
  };
  const head = boxOf('ftyp', [encodeLatin1('heic'), uint32BE(0), encodeLatin1('mif1heic')]);
  return concat([head, describe(head.length + describe(0).length + 8), boxOf('mdat', data)]);
}
