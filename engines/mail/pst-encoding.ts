import type { Bytes } from '@bakkum/bytes/bytes';

/** Block encodings ([MS-PST], 5.1 and 5.2), which only obfuscate: they need no key outside the file. */
const ENCODING = { none: 0, permuted: 1, cyclic: 2 } as const;

const tableOf = (digits: string): Uint8Array => Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** `mpbbR` of the specification; `mpbbI` is its inverse. */
const FORWARD = tableOf(
  '41361362a8216ebbf416cc047f64e85d1ef2cb2a74c55e35d295479e962d9a884c7d843fdbac31b6485ff6c4d8398be7233b388ec8c1df25b120a546604e9cfb' +
    'aad35651457c550007c92b9d859b09a08fadb30f63ab894bd7a7155a716642bf264a6b98faea7753b270052cfd593a867ece06eb827857c78d43afb41cd45bcd' +
    'e2e9274fc3087280cfb0eff5286dbe304d3492d50e3c2232e5e4f99fc2d10a8112e1ee918376e397e6618a1779a4b7dc907a5c8c02a6ca69de501a1193b95287' +
    '58fced1d37491b6ae0293399bd6cd994f340546ff0c673b8d63e6518441fdd6710f10c19ecae03a1147ba90bfff8a3c0a201f72ebc2468750dfeba2fb5d0da3d',
);
/** `mpbbS`, which is its own inverse. */
const MIDDLE = tableOf(
  '14530f56b3c87a9ceb65481716159f02cc547c83000d0c0ba262a876dbd9edc7c5a4dcac8574d6d0a79bae9a967166c36399b8dd73928e847da55ed15d93b157' +
    '5150808952944f4e0a6bbc8d7f6e47464140440111cb033ff7f4e1a98f3c3af9fbf0193082092ec99da08649ee6f4d6dc42d813425871b88aafc06a11238fd4c' +
    '4272641337246a757743ffe6b44b365ce4d8353d45b92cecb7312b290768a30e697b189e2139be281a5b78f523ca2ab0af3efe048ce7e5983295d3f64ae8a6ea' +
    'e9f3d52f7020f21f0567ad5510cecde3273bdabad7c226d4911dd21c2233f8faf15aefcf90b68bb5bdc0bf08971e6ce261e0c6c159abbb58de5fdf60797eb28a',
);
const BACKWARD = inverseOf(FORWARD);

function inverseOf(table: Uint8Array): Uint8Array {
  const inverse = new Uint8Array(256);
  for (const [value, encoded] of table.entries()) inverse[encoded] = value;
  return inverse;
}

/** Decodes the content of a block into a copy. `key` is the lower half of the block id. */
export function decodeBlock(bytes: Bytes, encoding: number, key: number): Bytes {
  if (encoding === ENCODING.permuted) return bytes.map((each) => BACKWARD[each] ?? 0);
  if (encoding === ENCODING.cyclic) return turned(bytes, key);
  return bytes;
}

/** Applies the cyclic cipher, which is its own inverse. */
function turned(bytes: Bytes, key: number): Bytes {
  let turn = (key ^ (key >>> 16)) & 0xff_ff;
  return bytes.map((each) => {
    const [low, high] = [turn & 0xff, turn >> 8];
    turn = (turn + 1) & 0xff_ff;
    const first = FORWARD[(each + low) & 0xff] ?? 0;
    const second = MIDDLE[(first + high) & 0xff] ?? 0;
    return (BACKWARD[(second - high) & 0xff] ?? 0) - low;
  });
}
