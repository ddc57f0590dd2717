import { append } from '@bakkum/bytes/long-lists';
import { ConversionError, corrupt } from '@bakkum/conversion/errors';
import {
  assertDepth,
  type DataFormat,
  isList,
  isTable,
  Moment,
  type Notes,
  Real,
  realNumber,
  type Value,
  wholeNumber,
  wordsOf,
} from '@bakkum/data-tree/value';
import {
  Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseAllDocuments,
  Scalar,
  YAMLMap,
  YAMLSeq,
} from 'yaml';

/** Limit on nodes after alias expansion: a few lines can expand to billions. */
const MAX_NODES = 250_000;
/** Composing recurses, so more deeply nested text is refused beforehand. */
const TOO_DEEP = /(?:[[{][\s]*){300}/;

/** YAML 1.2 with the tags for bytes and times. Several documents form a list. */
export const yaml: DataFormat = {
  read(text, notes) {
    if (TOO_DEEP.test(text)) throw new ConversionError('too-large', 'nested too deep');
    const documents = parsed(text);
    const values = documents.map((document) => {
      const [error] = document.errors;
      if (error)
        throw new ConversionError(error.code === 'RESOURCE_EXHAUSTION' ? 'too-large' : 'corrupt', error.message.slice(0, 200));
      if (/(?:^|\s)#/m.test(text) && hasComment(document)) notes.lose('comments-dropped');
      const walk: Walk = { document, aliases: 0, left: MAX_NODES, notes, targets: new Map() };
      return document.contents === null ? null : valueOf(document.contents, walk, 0);
    });
    return values.length === 1 ? (values[0] ?? null) : values;
  },
  write(value) {
    const root = nodeOf(value);
    // A block without a key has no indentation, which readers of YAML 1.1 refuse.
    if (isScalar(root) && (typeof value === 'string' || value instanceof Uint8Array)) root.type = 'QUOTE_DOUBLE';
    const document = new Document(root, { version: '1.2', customTags: ['binary'] });
    return document.toString({ lineWidth: 0 });
  },
};

function parsed(text: string): readonly Document[] {
  try {
    const documents = parseAllDocuments(text, {
      intAsBigInt: true,
      merge: true,
      customTags: ['binary'],
      logLevel: 'silent',
      lineCounter: new LineCounter(),
    });
    return 'empty' in documents ? [new Document(null)] : documents;
  } catch (cause) {
    if (cause instanceof RangeError) throw new ConversionError('too-large', 'nested too deep', { cause });
    throw cause;
  }
}

function hasComment(document: Document): boolean {
  if (document.comment || document.commentBefore) return true;
  let found = false;
  const look = (node: unknown): void => {
    if (found || typeof node !== 'object' || node === null) return;
    if (('comment' in node && node.comment) || ('commentBefore' in node && node.commentBefore)) found = true;
    if (isMap(node)) for (const { key, value } of node.items) [key, value].forEach(look);
    if (isSeq(node)) node.items.forEach(look);
  };
  look(document.contents);
  return found;
}

type Walk = {
  readonly document: Document;
  /** Aliases being expanded, and nodes that may still be visited inside one. */
  aliases: number;
  left: number;
  readonly notes: Notes;
  /** Cached targets of aliases; resolving one scans the document. */
  readonly targets: Map<Node, Node>;
};

function valueOf(node: unknown, walk: Walk, depth: number): Value {
  assertDepth(depth);
  if (walk.aliases > 0) walk.left -= 1;
  if (walk.left < 0) throw new ConversionError('too-large', 'unfolds to too much');
  if (isAlias(node)) {
    const target = walk.targets.get(node) ?? node.resolve(walk.document);
    if (!target) throw corrupt('an alias of nothing');
    walk.targets.set(node, target);
    walk.aliases += 1;
    const value = valueOf(target, walk, depth + 1);
    walk.aliases -= 1;
    return value;
  }
  if (isSeq(node)) return node.items.map((item) => valueOf(item, walk, depth + 1));
  if (isMap(node)) return tableOf(node, walk, depth);
  return isScalar(node) ? scalarOf(node, walk.notes) : null;
}

function tableOf(map: YAMLMap, walk: Walk, depth: number): Value {
  const table = new Map<string, Value>();
  const merged: Value[] = [];
  for (const { key, value } of map.items) {
    const name = valueOf(key, walk, depth + 1);
    const child = valueOf(value, walk, depth + 1);
    if (name === '<<' && (isTable(child) || isList(child))) append(merged, isList(child) ? child : [child]);
    else {
      if (typeof name !== 'string') walk.notes.lose('types-changed');
      if (isList(name) || isTable(name)) throw new ConversionError('unsupported-feature', 'a key that is no scalar');
      table.set(wordsOf(name), child);
    }
  }
  for (const each of merged) if (isTable(each)) for (const [key, child] of each) if (!table.has(key)) table.set(key, child);
  return table;
}

const MOMENT = /^\d{4}-\d{2}-\d{2}(?:[Tt ]\d{2}:\d{2}:\d{2}(?:\.\d+)?(Z|[+-]\d{2}:\d{2})?)?$/;

function scalarOf(scalar: Scalar, notes: Notes): Value {
  const { value, source, type, tag } = scalar;
  if (typeof value === 'bigint') return wholeNumber(value);
  if (typeof value === 'number') return /[.eE]|inf|nan/i.test(source ?? '.') ? realNumber(value) : value;
  if (value === null || typeof value === 'boolean') return value;
  if (value instanceof Uint8Array) return new Uint8Array(value);
  if (typeof value !== 'string') {
    notes.lose('types-changed');
    return source ?? null;
  }
  const moment = type === 'PLAIN' || tag === 'tag:yaml.org,2002:timestamp' ? MOMENT.exec(value) : null;
  if (!moment) return value;
  const kind = moment[1] ? 'instant' : value.length === 10 ? 'date' : 'date-time';
  return new Moment(value.replace(/[ t]/, 'T'), kind);
}

/** Words YAML 1.1 readers take for booleans, numbers or markers. */
const OLD_WORD =
  /^(?:y|n|yes|no|on|off|=|<<|[-+]?[\d_]+(?::[0-5]?\d)+(?:\.[\d_]*)?|[-+]?0[0-7_]+|[-+]?0b[01_]+|[-+]?[\d][\d_]*)$/i;

function nodeOf(value: Value): Node {
  if (isList(value)) {
    const list = new YAMLSeq();
    for (const child of value) list.items.push(nodeOf(child));
    return list;
  }
  if (isTable(value)) {
    const map = new YAMLMap();
    for (const [key, child] of value) map.add({ key: new Scalar(key), value: nodeOf(child) });
    return map;
  }
  if (value instanceof Real) {
    const scalar = new Scalar(value.value);
    if (Number.isFinite(value.value) && Math.abs(value.value) < 1e15) scalar.minFractionDigits = 1;
    else if (Number.isFinite(value.value)) scalar.format = 'EXP';
    return scalar;
  }
  const scalar = new Scalar(value instanceof Moment ? value.iso : value);
  if (value instanceof Moment) scalar.type = 'PLAIN';
  if (typeof value === 'string' && (MOMENT.test(value) || OLD_WORD.test(value))) scalar.type = 'QUOTE_DOUBLE';
  if (value instanceof Uint8Array) scalar.tag = 'tag:yaml.org,2002:binary';
  return scalar;
}
