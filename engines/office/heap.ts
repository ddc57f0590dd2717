import type { OfficeProgram } from './program.ts';

/** Strings in the program's memory. The memory may grow in any call, so views are created on each access. */
export type Heap = {
  /** Returns the four-byte word at an address. */
  wordAt(address: number): number;
  /** Reads up to the zero byte; empty for pointer 0. */
  textAt(pointer: number): string;
  /** Calls a function with pointers to copies of the strings, which are freed afterwards. */
  withTexts<Result>(texts: readonly string[], call: (...pointers: readonly number[]) => Result): Result;
};

export function heapOf({ module, memory }: OfficeProgram): Heap {
  const copy = (text: string): number => {
    const bytes = new TextEncoder().encode(`${text}\0`);
    const pointer = module._malloc(bytes.length);
    new Uint8Array(memory.buffer).set(bytes, pointer);
    return pointer;
  };
  return {
    wordAt: (address) => new Uint32Array(memory.buffer)[address >>> 2] ?? 0,
    textAt(pointer) {
      if (pointer === 0) return '';
      const bytes = new Uint8Array(memory.buffer);
      return new TextDecoder().decode(bytes.slice(pointer, bytes.indexOf(0, pointer)));
    },
    withTexts(texts, call) {
      const pointers = texts.map(copy);
      try {
        return call(...pointers);
      } finally {
        for (const pointer of pointers) module._free(pointer);
      }
    },
  };
}
