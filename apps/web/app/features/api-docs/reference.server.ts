import type { Locale } from '@bakkum/i18n/locale';
import type { ApiContent, ApiDocument, ApiOperation, ApiParameter, ApiSchema } from '@bakkum/site/api-document';
import { KOREAN } from './korean.server.ts';
import { notationOf, objectOf } from './schema-notation.ts';
import type {
  AnswerView,
  BodyView,
  EndpointView,
  FieldView,
  GroupView,
  ObjectView,
  ParameterView,
  ReferenceView,
} from './view.ts';

type Say = (text: string) => string;

const METHODS = ['get', 'head', 'post', 'put', 'patch', 'delete'];
const PLACES = ['path', 'query', 'header'] as const;
/** Every answer with a status from here on is described by the same text. */
const FIRST_PROBLEM = 400;
/** Described in the section on errors. */
const PROBLEM = 'Problem';

/**
 * Builds the reference from the API's own document. The document is in English; other languages use a translation table and fall
 * back to English.
 */
export function readReference(document: ApiDocument, locale: Locale): ReferenceView {
  const say: Say = (text) => (locale === 'ko' ? (KOREAN[text] ?? text) : text);
  const endpoints = endpointsOf(document, say);
  const tags = [...new Set(endpoints.map(({ tag }) => tag))];
  const groups = tags.map(
    (tag): GroupView => ({
      id: `group-${tag.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}`,
      title: say(tag),
      endpoints: endpoints.filter((entry) => entry.tag === tag).map(({ endpoint }) => endpoint),
    }),
  );
  return { groups, objects: objectsOf(document, say), webhooks: Object.keys(document.webhooks ?? {}) };
}

/** Returns the sentences of the document that lack a translation. */
export function untold(document: ApiDocument): readonly string[] {
  const missing = new Set<string>();
  const say: Say = (text) => {
    if (text !== '' && !Object.hasOwn(KOREAN, text)) missing.add(text);
    return text;
  };
  for (const { tag } of endpointsOf(document, say)) say(tag);
  objectsOf(document, say);
  return [...missing];
}

function endpointsOf({ paths }: ApiDocument, say: Say): readonly { readonly tag: string; readonly endpoint: EndpointView }[] {
  return Object.entries(paths).flatMap(([path, operations]) =>
    METHODS.flatMap((method) => {
      const operation = operations[method];
      return operation ? [{ tag: operation.tags?.[0] ?? '', endpoint: endpointOf(method, path, operation, say) }] : [];
    }),
  );
}

function endpointOf(method: string, path: string, operation: ApiOperation, say: Say): EndpointView {
  const { operationId, summary = '', description, security, parameters = [], requestBody, responses = {} } = operation;
  const statuses = Object.keys(responses);
  return {
    id: operationId ?? `${method}-${path}`,
    method: method.toUpperCase(),
    path,
    title: say(summary),
    ...(description && { text: say(description) }),
    needsKey: security === undefined || security.length > 0,
    parameters: parameters.flatMap((parameter) => parameterOf(parameter, say)),
    bodies: bodiesOf(requestBody?.content, say),
    answers: statuses.filter((status) => Number(status) < FIRST_PROBLEM).map((status) => answerOf(status)),
    problems: statuses.filter((status) => Number(status) >= FIRST_PROBLEM),
  };

  function answerOf(status: string): AnswerView {
    const answer = responses[status];
    const [body] = bodiesOf(answer?.content, say);
    return { status, text: say(answer?.description ?? ''), ...(body && { body }) };
  }
}

function parameterOf(parameter: ApiParameter, say: Say): readonly ParameterView[] {
  const place = PLACES.find((each) => each === parameter.in);
  if (!place) return [];
  const schema = { ...parameter.schema, ...(parameter.description && { description: parameter.description }) };
  const name = place === 'header' ? headerName(parameter.name) : parameter.name;
  // Address parameters are strings, so null does not apply.
  const type = Array.isArray(schema.type) ? schema.type.filter((each) => each !== 'null') : schema.type;
  const field = fieldOf(name, { ...schema, ...(type !== undefined && { type }) }, parameter.required ?? false, say);
  return [{ ...field, place }];
}

/** Writes `idempotency-key` in the usual capitalization. */
function headerName(name: string): string {
  return name.replaceAll(/(^|-)([a-z])/g, (_, dash: string, letter: string) => dash + letter.toUpperCase());
}

function bodiesOf(content: ApiContent | undefined, say: Say): readonly BodyView[] {
  return Object.entries(content ?? {}).map(([mediaType, { schema = {} }]) => {
    const object = objectOf(schema);
    return { mediaType, ...(object && { object }), fields: fieldsOf(schema, say) };
  });
}

function objectsOf({ components }: ApiDocument, say: Say): readonly ObjectView[] {
  return Object.entries(components?.schemas ?? {})
    .filter(([name]) => name !== PROBLEM)
    .map(([name, schema]) => ({ name, fields: fieldsOf(schema, say) }));
}

function fieldsOf({ properties = {}, required = [] }: ApiSchema, say: Say): readonly FieldView[] {
  return Object.entries(properties).map(([name, schema]) => fieldOf(name, schema, required.includes(name), say));
}

function fieldOf(name: string, schema: ApiSchema, required: boolean, say: Say): FieldView {
  const preset = schema.default;
  return {
    name,
    type: notationOf(schema),
    required,
    ...(schema.description && { text: say(schema.description) }),
    ...(preset !== undefined && { preset: JSON.stringify(preset) }),
  };
}
