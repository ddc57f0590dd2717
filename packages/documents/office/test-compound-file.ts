const SECTOR = 512;
const ENTRY = 128;
const END = 0xfffffffe;
const FREE = 0xffffffff;

/** A compound file ([MS-CFB]) whose streams all use whole sectors, without a mini stream. */
export function compoundOf(streams: Readonly<Record<string, Uint8Array>>): Uint8Array<ArrayBuffer> {
  const bodies = Object.entries(streams)
    .map(([name, bytes]) => ({ name, bytes, sectors: Math.ceil(bytes.length / SECTOR) }))
    .sort((a, b) => a.name.length - b.name.length || (a.name.toUpperCase() < b.name.toUpperCase() ? -1 : 1));
  const directory = Math.ceil(((bodies.length + 1) * ENTRY) / SECTOR);
  const content = directory + bodies.reduce((sum, { sectors }) => sum + sectors, 0);
  const tables = Math.ceil(content / (SECTOR / 4 - 1));
  const file = Buffer.alloc((1 + tables + content) * SECTOR);
  writeHeader(file, tables);
  for (let at = 0; at < tables * SECTOR; at += 4) file.writeUInt32LE(at < tables * 4 ? 0xfffffffd : FREE, SECTOR + at);
  const chain = (first: number, sectors: number) => {
    for (let index = 0; index < sectors; index += 1)
      file.writeUInt32LE(index + 1 < sectors ? first + index + 1 : END, SECTOR + (first + index) * 4);
  };
  chain(tables, directory);
  const entry = (index: number, name: string, type: number) => {
    const at = (1 + tables) * SECTOR + index * ENTRY;
    file.write(name, at, 'utf16le');
    file.writeUInt16LE((name.length + 1) * 2, at + 64);
    file.set([type, 1], at + 66);
    for (const link of [68, 72, 76]) file.writeUInt32LE(FREE, at + link);
    return at;
  };
  const root = entry(0, 'Root Entry', 5);
  file.writeUInt32LE(bodies.length > 0 ? 1 : FREE, root + 76);
  file.writeUInt32LE(END, root + 116);
  let next = tables + directory;
  for (const [index, { name, bytes, sectors }] of bodies.entries()) {
    const at = entry(index + 1, name, 2);
    if (index + 1 < bodies.length) file.writeUInt32LE(index + 2, at + 72);
    file.writeUInt32LE(sectors > 0 ? next : END, at + 116);
    file.writeUInt32LE(bytes.length, at + 120);
    file.set(bytes, (next + 1) * SECTOR);
    chain(next, sectors);
    next += sectors;
  }
  return new Uint8Array(file);
}

/** Offsets of [MS-CFB] 2.2. */
function writeHeader(file: Buffer, tables: number): void {
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  for (const [at, value] of [
    [24, 0x3e],
    [26, 3],
    [28, 0xfffe],
    [30, 9],
    [32, 6],
  ] as const)
    file.writeUInt16LE(value, at);
  for (const [at, value] of [
    [44, tables],
    [48, tables],
    [56, 0],
    [60, END],
    [68, END],
  ] as const)
    file.writeUInt32LE(value, at);
  for (let at = 76; at < SECTOR; at += 4) file.writeUInt32LE((at - 76) / 4 < tables ? (at - 76) / 4 : FREE, at);
}
