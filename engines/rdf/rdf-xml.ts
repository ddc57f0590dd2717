import { ConversionError } from '@bakkum/conversion/errors';
import { decodeXml } from '@bakkum/document-input/xml-file';
import { writeXml } from '@bakkum/markup/write-xml';
import { elementsOf, parseXml, textOf, type XmlElement } from '@bakkum/markup/xml';

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#';
/** Base for relative IRIs without a declared one. */
const NOWHERE = 'file:///';
const MOST_ENTITIES = 500;
const MOST_TEXT = 256 * 1024 * 1024;

/** Converts RDF/XML (W3C, 2014) to N-Triples. Errors: `corrupt`, `too-large`. */
export function ntriplesOf(bytes: Uint8Array): string {
  const root = parseXml(expanded(decodeXml(bytes)));
  const writer = new Statements();
  const scope = scopeOf(root, { prefixes: new Map(), base: NOWHERE, language: '' });
  if (scope.nameOf(root) === `${RDF}RDF`) for (const child of elementsOf(root)) writer.node(child, scope);
  else writer.node(root, scope.outer);
  return writer.text();
}

/**
 * Expands entities, which ontologies use to abbreviate IRIs. Nested entities are not expanded, so the text cannot grow without
 * limit.
 */
function expanded(text: string): string {
  const entities = new Map<string, string>();
  for (const [, name = '', double, single] of text.matchAll(
    /<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%<]{0,2000})"|'([^'&%<]{0,2000})')\s*>/g,
  )) {
    entities.set(name, double ?? single ?? '');
    if (entities.size > MOST_ENTITIES) throw new ConversionError('too-large', 'more entities than any file needs');
  }
  if (entities.size === 0) return text;
  let length = text.length;
  return text.replaceAll(/&([\w.-]+);/g, (whole, name: string) => {
    const value = entities.get(name);
    length += value?.length ?? 0;
    if (length > MOST_TEXT) throw new ConversionError('too-large', 'entities unfold to too much');
    return value ?? whole;
  });
}

type Outer = { readonly prefixes: ReadonlyMap<string, string>; readonly base: string; readonly language: string };
type Attribute = { readonly name: string; readonly value: string };
type Scope = Outer & {
  readonly outer: Outer;
  nameOf(element: XmlElement): string;
  /** Excludes attributes of XML itself. */
  readonly attributes: readonly Attribute[];
  resolve(address: string): string;
};

function scopeOf(element: XmlElement, outer: Outer): Scope {
  const prefixes = new Map(outer.prefixes);
  const plain: Attribute[] = [];
  for (const [name, value] of Object.entries(element.attributes)) {
    if (name === 'xmlns') prefixes.set('', value);
    else if (name.startsWith('xmlns:')) prefixes.set(name.slice(6), value);
    else if (!name.startsWith('xml:')) plain.push({ name, value });
  }
  const given = element.attributes['xml:base'];
  const base = given === undefined ? outer.base : addressIn(given, outer.base);
  const full = (qualified: string, fallback: string): string => {
    const colon = qualified.indexOf(':');
    if (colon < 0) return fallback + qualified;
    return (prefixes.get(qualified.slice(0, colon)) ?? '') + qualified.slice(colon + 1);
  };
  return {
    prefixes,
    base,
    language: element.attributes['xml:lang'] ?? outer.language,
    outer,
    nameOf: ({ name, qualified }) => full(qualified ?? name, prefixes.get('') ?? ''),
    attributes: plain.map(({ name, value }) => ({
      name: full(name, name === 'about' || name === 'resource' || name === 'ID' ? RDF : ''),
      value,
    })),
    resolve: (address) => addressIn(address, base),
  };
}

const addressIn = (address: string, base: string): string =>
  URL.canParse(address, base) && !/^[a-z][\w+.-]*:/i.test(address) ? new URL(address, base).href : address;

const iri = (address: string): string =>
  `<${address.replaceAll(/[\0- <>"{}|^`\\]/g, (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`)}>`;

const escaped = (text: string): string =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n').replaceAll('\r', '\\r');

const literal = (text: string, language: string, datatype?: string): string => {
  const quoted = `"${escaped(text)}"`;
  if (datatype !== undefined) return `${quoted}^^${iri(datatype)}`;
  return /^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i.test(language) ? `${quoted}@${language}` : quoted;
};

/** Syntax attributes of RDF/XML, which state nothing. */
const SYNTAX: ReadonlySet<string> = new Set(
  ['about', 'ID', 'nodeID', 'resource', 'parseType', 'datatype'].map((name) => RDF + name),
);

class Statements {
  readonly #lines: string[] = [];
  #blank = 0;

  text(): string {
    return this.#lines.join('');
  }

  #state(subject: string, predicate: string, object: string): void {
    this.#lines.push(`${subject} ${iri(predicate)} ${object} .\n`);
  }

  #fresh(): string {
    this.#blank += 1;
    return `_:g${this.#blank}`;
  }

  #called(scope: Scope, name: string): string | undefined {
    return scope.attributes.find((each) => each.name === RDF + name)?.value;
  }

  #subject(scope: Scope): string {
    const about = this.#called(scope, 'about');
    if (about !== undefined) return iri(scope.resolve(about));
    const id = this.#called(scope, 'ID');
    if (id !== undefined) return iri(scope.resolve(`#${id}`));
    const blank = this.#called(scope, 'nodeID');
    return blank === undefined ? this.#fresh() : `_:n${blank.replaceAll(/\W/g, '_')}`;
  }

  /** Emits the statements of a node element and returns its subject. */
  node(element: XmlElement, outer: Outer): string {
    const scope = scopeOf(element, outer);
    const subject = this.#subject(scope);
    const name = scope.nameOf(element);
    if (name !== `${RDF}Description`) this.#state(subject, `${RDF}type`, iri(name));
    this.#fromAttributes(subject, scope);
    this.#properties(subject, element, scope);
    return subject;
  }

  #fromAttributes(subject: string, scope: Scope): void {
    for (const { name, value } of scope.attributes) {
      if (SYNTAX.has(name) || !name.includes(':')) continue;
      this.#state(subject, name, name === `${RDF}type` ? iri(scope.resolve(value)) : literal(value, scope.language));
    }
  }

  #properties(subject: string, element: XmlElement, outer: Outer): void {
    let place = 0;
    for (const child of elementsOf(element)) {
      const scope = scopeOf(child, outer);
      const name = scope.nameOf(child);
      if (name === `${RDF}li`) place += 1;
      this.#state(subject, name === `${RDF}li` ? `${RDF}_${place}` : name, this.#object(child, scope));
    }
  }

  #object(element: XmlElement, scope: Scope): string {
    const resource = this.#called(scope, 'resource');
    if (resource !== undefined) return this.#described(iri(scope.resolve(resource)), scope);
    const blank = this.#called(scope, 'nodeID');
    if (blank !== undefined) return `_:n${blank.replaceAll(/\W/g, '_')}`;
    const children = elementsOf(element);
    switch (this.#called(scope, 'parseType')) {
      case 'Resource': {
        const made = this.#fresh();
        this.#properties(made, element, scope);
        return made;
      }
      case 'Collection':
        return this.#list(children, scope);
      case undefined:
        break;
      default:
        return literal(element.children.map(writeXml).join(''), '', `${RDF}XMLLiteral`);
    }
    const [only] = children;
    if (only) return this.node(only, scope);
    const hasFacts = scope.attributes.some(({ name }) => !SYNTAX.has(name) && name.includes(':'));
    const datatype = this.#called(scope, 'datatype');
    return hasFacts
      ? this.#described(this.#fresh(), scope)
      : literal(textOf(element), scope.language, datatype && scope.resolve(datatype));
  }

  #described(subject: string, scope: Scope): string {
    this.#fromAttributes(subject, scope);
    return subject;
  }

  #list(members: readonly XmlElement[], scope: Scope): string {
    const cells = members.map(() => this.#fresh());
    for (const [index, member] of members.entries()) {
      this.#state(cells[index] ?? '', `${RDF}first`, this.node(member, scope));
      this.#state(cells[index] ?? '', `${RDF}rest`, cells[index + 1] ?? iri(`${RDF}nil`));
    }
    return cells[0] ?? iri(`${RDF}nil`);
  }
}
