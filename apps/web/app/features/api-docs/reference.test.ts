import type { ApiDocument } from '@bakkum/site/api-document';
import { describe, expect, it } from 'vitest';
import { readReference, untold } from './reference.server.ts';
import { notationOf } from './schema-notation.ts';

const DOCUMENT: ApiDocument = {
  paths: {
    '/api/v1/jobs/{id}': {
      get: {
        operationId: 'getJob',
        summary: 'The job',
        tags: ['Jobs'],
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
          { name: 'wait', in: 'query', description: 'Patience', schema: { type: ['number', 'null'], minimum: 0, maximum: 60 } },
          { name: 'idempotency-key', in: 'header', schema: { type: 'string' } },
          { name: 'session', in: 'cookie', schema: { type: 'string' } },
        ],
        responses: {
          200: { description: 'The job', content: { 'application/json': { schema: { $ref: '#/components/schemas/Job' } } } },
          404: { description: 'None' },
        },
      },
    },
    '/api/v1/formats': { get: { operationId: 'listFormats', tags: ['Formats'], security: [], responses: {} } },
  },
  components: {
    schemas: {
      Job: {
        type: 'object',
        required: ['job_id'],
        properties: {
          job_id: { type: 'string', format: 'uuid' },
          retention: { type: 'string', enum: ['1h', '24h'], default: '24h' },
        },
      },
      Problem: { type: 'object', properties: {} },
    },
  },
  webhooks: { 'conversion.completed': {} },
};

describe('the reference', () => {
  const { groups, objects, webhooks } = readReference(DOCUMENT, 'en');

  it('groups every endpoint by subject', () => {
    expect(
      groups.map(({ id, title, endpoints }) => [id, title, endpoints.map(({ method, path }) => `${method} ${path}`)]),
    ).toEqual([
      ['group-jobs', 'Jobs', ['GET /api/v1/jobs/{id}']],
      ['group-formats', 'Formats', ['GET /api/v1/formats']],
    ]);
  });

  it('lists parameters, answers, problems and whether a key is needed', () => {
    const [one, list] = groups.flatMap(({ endpoints }) => endpoints);
    expect(one?.parameters.map(({ name, place, type, required }) => [name, place, type, required])).toEqual([
      ['id', 'path', 'uuid', true],
      ['wait', 'query', '0…60', false],
      ['Idempotency-Key', 'header', 'string', false],
    ]);
    expect(one?.answers).toEqual([
      { status: '200', text: 'The job', body: { mediaType: 'application/json', object: 'Job', fields: [] } },
    ]);
    expect([one?.problems, one?.needsKey, list?.needsKey]).toEqual([['404'], true, false]);
  });

  it('includes all objects except the problem, which has its own section, and the events of the server', () => {
    expect(objects).toEqual([
      {
        name: 'Job',
        fields: [
          { name: 'job_id', type: 'uuid', required: true },
          { name: 'retention', type: '"1h" | "24h"', required: false, preset: '"24h"' },
        ],
      },
    ]);
    expect(webhooks).toEqual(['conversion.completed']);
  });

  it('is in Korean and reports missing translations', () => {
    const [jobs] = readReference(DOCUMENT, 'ko').groups;
    expect([jobs?.title, jobs?.endpoints[0]?.title, jobs?.endpoints[0]?.parameters[1]?.text]).toEqual([
      '작업',
      '작업',
      'Patience',
    ]);
    expect(untold(DOCUMENT)).toEqual(['Patience']);
  });
});

it.each([
  [{ type: 'array', items: { $ref: '#/components/schemas/Job' } }, 'Job[]'],
  [{ type: 'array', items: { enum: ['a', 'b'] } }, '("a" | "b")[]'],
  [{ type: ['object', 'null'], properties: { code: { type: 'string' } }, required: [] }, '{ code?: string } | null'],
  [{ anyOf: [{ type: 'string' }, { type: 'boolean' }] }, 'string | boolean'],
  [{ type: 'object' }, 'object'],
  [{ type: 'integer', minimum: 0 }, 'integer'],
  [{ type: 'string', format: 'binary' }, 'file'],
  [{}, 'any'],
])('writes %j like TypeScript', (schema, notation) => {
  expect(notationOf(schema)).toBe(notation);
});
