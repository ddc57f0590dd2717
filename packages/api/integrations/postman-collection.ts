/** Generates a collection for Postman, Bruno, Insomnia and others, which read version 2.1 of Postman's format. */
import { type ApiDescription, type Operation, readApiDescription, refName, type Schema } from './api-description.ts';

const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'multipart/form-data';
/** Paths of resumable uploads, which need another client. */
const OTHER_PROTOCOLS = /^\/api\/v1\/tus/;

/** Properties of responses that later requests use, and the variables that store them, by operation. */
const CARRIED: Readonly<Record<string, readonly [property: string, variable: string]>> = {
  createUpload: ['upload_id', 'uploadId'],
  convertFile: ['job_id', 'jobId'],
  createJob: ['job_id', 'jobId'],
};
/** Variables in the path, by the beginning of the path. */
const PATH_VARIABLES: Readonly<Record<string, string>> = {
  '/api/v1/uploads/': 'uploadId',
  '/api/v1/jobs/': 'jobId',
  '/api/v1/download/': 'jobId',
  '/api/v1/webhooks/deliveries/': 'deliveryId',
};
/** Example values of fields that a valid request needs. */
const EXAMPLES: Readonly<Record<string, string>> = {
  upload_id: '{{uploadId}}',
  target_format: 'png',
  to: 'png',
  from: 'svg',
  url: '{{storageUrl}}',
};

/** Returns the collection as JSON. */
export function postmanCollection(document: unknown): string {
  const api = readApiDescription(document);
  const operations = api.operations.filter(({ path }) => !OTHER_PROTOCOLS.test(path));
  const groups = Map.groupBy(operations, ({ tags: [tag] }) => tag);
  const collection = {
    info: {
      name: api.title,
      description: 'Set `baseUrl` and `apiKey`. Requests that create an upload or a job store its id for later requests.',
      schema: FORMAT,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{apiKey}}', type: 'string' }] },
    variable: ['baseUrl', 'apiKey', 'uploadId', 'jobId', 'deliveryId', 'storageUrl'].map((key) => ({ key, value: '' })),
    item: [...groups].map(([name, members]) => ({ name, item: members.map((operation) => itemOf(operation, api)) })),
  };
  return `${JSON.stringify(collection, undefined, 2)}\n`;
}

function itemOf(operation: Operation, api: ApiDescription): object {
  const { operationId, summary, description, method, path } = operation;
  const carried = CARRIED[operationId];
  const query = operation.parameters.filter(({ in: place }) => place === 'query');
  const names = path
    .split('/')
    .slice(1)
    .map((part) => pathPart(part, path));
  return {
    name: summary,
    request: {
      method,
      ...(description !== undefined && { description }),
      url: {
        raw: `{{baseUrl}}/${names.join('/')}`,
        host: ['{{baseUrl}}'],
        path: names,
        ...(query.length > 0 && {
          query: query.map((one) => ({ key: one.name, value: '', disabled: true, ...described(one.description) })),
        }),
      },
      ...bodyOf(operation, api),
    },
    ...(carried && { event: [{ listen: 'test', script: { type: 'text/javascript', exec: [storing(...carried)] } }] }),
  };
}

function pathPart(part: string, path: string): string {
  const name = /^\{(\w+)\}$/.exec(part)?.[1];
  if (name === undefined) return part;
  const begin = Object.keys(PATH_VARIABLES).find((prefix) => path.startsWith(prefix));
  const variable = begin === undefined ? undefined : PATH_VARIABLES[begin];
  return variable === undefined ? (EXAMPLES[name] ?? name) : `{{${variable}}}`;
}

function storing(property: string, variable: string): string {
  return `pm.collectionVariables.set('${variable}', pm.response.json().${property});`;
}

function described(description: string | undefined): { readonly description?: string } {
  return description === undefined ? {} : { description };
}

function bodyOf({ requestBody }: Operation, api: ApiDescription): object {
  const form = requestBody?.content[FORM_TYPE];
  if (form) return { body: { mode: 'formdata', formdata: formFields(resolved(form.schema, api)) } };
  const json = requestBody?.content[JSON_TYPE];
  if (!json) return {};
  const raw = JSON.stringify(exampleOf(resolved(json.schema, api)), undefined, 2);
  return {
    header: [{ key: 'Content-Type', value: JSON_TYPE }],
    body: { mode: 'raw', raw, options: { raw: { language: 'json' } } },
  };
}

function resolved(schema: Schema, { schemas }: ApiDescription): Schema {
  const name = refName(schema);
  return (name === undefined ? undefined : schemas[name]) ?? schema;
}

/** Lists the fields of a form; optional ones are disabled. */
function formFields({ properties = {}, required = [] }: Schema): readonly object[] {
  return Object.entries(properties).map(([key, { description }]) => {
    const common = { key, ...described(description) };
    if (key === 'file') return { ...common, type: 'file', src: null };
    return { ...common, type: 'text', value: EXAMPLES[key] ?? '', ...(!required.includes(key) && { disabled: true }) };
  });
}

/** Returns a body with the required fields, and with `upload_id` if the body accepts it or a URL. */
function exampleOf({ properties = {}, required = [] }: Schema): Readonly<Record<string, unknown>> {
  const names = Object.hasOwn(properties, 'upload_id') ? ['upload_id', ...required] : required;
  return Object.fromEntries(names.map((name) => [name, EXAMPLES[name] ?? null]));
}
