/**
 * Windows code page 949, the usual encoding of Korean Windows: EUC-KR plus the 8,822 syllables that EUC-KR lacks. Browsers decode
 * both as `euc-kr`; Node knows only the smaller set, so those syllables are decoded here. They are in Unicode order in the code
 * points that EUC-KR leaves free.
 */
const TRAILS = [range(0x41, 0x5a), range(0x61, 0x7a), range(0x81, 0xfe)].flat();
/** From this lead byte on, trail bytes from 0xA1 belong to EUC-KR. */
const FIRST_SHARED_LEAD = 0xa1;
const FIRST_SYLLABLE = 0xac00;
const LAST_SYLLABLE = 0xd7a3;

function range(first: number, last: number): readonly number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

let extension: ReadonlyMap<number, string> | undefined;

/** Syllables by their two bytes, lead byte first. */
function extensionTable(): ReadonlyMap<number, string> {
  const decoder = new TextDecoder('euc-kr');
  const inEucKr = new Set(
    range(0xb0, 0xc8).flatMap((lead) => range(0xa1, 0xfe).map((trail) => decoder.decode(new Uint8Array([lead, trail])))),
  );
  const syllables = range(FIRST_SYLLABLE, LAST_SYLLABLE)
    .map((code) => String.fromCharCode(code))
    .filter((syllable) => !inEucKr.has(syllable));
  const places = range(0x81, 0xc6).flatMap((lead) =>
    TRAILS.filter((trail) => lead < FIRST_SHARED_LEAD || trail < FIRST_SHARED_LEAD).map((trail) => (lead << 8) | trail),
  );
  return new Map(syllables.map((syllable, index) => [places[index] ?? 0, syllable]));
}

/** Decodes code page 949. Invalid bytes become U+FFFD, or make the result `undefined` in strict mode. */
export function decodeWindows949(bytes: Uint8Array, strictly = true): string | undefined {
  extension ??= extensionTable();
  const decoder = new TextDecoder('euc-kr', { fatal: strictly });
  let text = '';
  let from = 0;
  try {
    for (let at = 0; at < bytes.length; at += 1) {
      const lead = bytes[at] ?? 0;
      if (lead < 0x80) continue;
      const syllable = extension.get((lead << 8) | (bytes[at + 1] ?? 0));
      if (syllable !== undefined) {
        text += decoder.decode(bytes.subarray(from, at)) + syllable;
        from = at + 2;
      } else if (lead < FIRST_SHARED_LEAD && strictly) return undefined;
      at += 1;
    }
    return text + decoder.decode(bytes.subarray(from));
  } catch (refusal) {
    if (refusal instanceof TypeError) return undefined;
    throw refusal;
  }
}
