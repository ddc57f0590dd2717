const SECTOR = 512;
const END = 0xfffffffe;
const FREE = 0xffffffff;

/** A compound file of streams that are all 4096 bytes or longer, so that no small-stream container is needed. */
export function compoundOf(streams: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  const bodies = Object.entries(streams).map(([name, bytes]) => ({ name, bytes, sectors: Math.ceil(bytes.length / SECTOR) }));
  const total = 2 + bodies.reduce((sum, { sectors }) => sum + sectors, 0);
  const file = Buffer.alloc((total + 1) * SECTOR);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt16LE(6, 32);
  file.writeUInt32LE(1, 44);
  file.writeUInt32LE(1, 48);
  file.writeUInt32LE(0, 56);
  file.writeUInt32LE(END, 60);
  file.writeUInt32LE(END, 68);
  for (let at = 76; at < SECTOR; at += 4) file.writeUInt32LE(at === 76 ? 0 : FREE, at);
  const link = (sector: number, next: number) => file.writeUInt32LE(next, SECTOR + sector * 4);
  link(0, 0xfffffffd);
  link(1, END);
  let next = 2;
  for (const [index, { name, bytes, sectors }] of bodies.entries()) {
    const entry = 2 * SECTOR + index * 128;
    file.write(name, entry, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, entry + 64);
    file.writeUInt8(2, entry + 66);
    file.writeUInt32LE(next, entry + 116);
    file.writeUInt32LE(bytes.length, entry + 120);
    file.set(bytes, (next + 1) * SECTOR);
    for (let sector = next; sector < next + sectors; sector += 1) link(sector, sector + 1 < next + sectors ? sector + 1 : END);
    next += sectors;
  }
  return new Uint8Array(file);
}
