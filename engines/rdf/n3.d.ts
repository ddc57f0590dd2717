declare module 'n3' {
  export type Term = { readonly termType: string; readonly value: string };
  export type Quad = { readonly subject: Term; readonly predicate: Term; readonly object: Term; readonly graph: Term };
  export type ReadOptions = { readonly format: string; readonly blankNodePrefix: string };
  export class Parser {
    constructor(options: ReadOptions);
    parse(text: string, onQuad: null, onPrefix: (prefix: string, address: string | Term) => void): Quad[];
  }
  export type WriteOptions = { readonly format: string; readonly prefixes: Readonly<Record<string, string>> };
  export class Writer {
    constructor(options: WriteOptions);
    addQuad(subject: Term, predicate: Term, object: Term, graph?: Term): void;
    end(done: (error: Error | null, result: string) => void): void;
  }
}
