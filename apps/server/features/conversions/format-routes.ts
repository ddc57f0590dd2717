import * as contract from '@bakkum/api-contract/conversions/conversions';
import { text } from '@bakkum/api-contract/text';
import { AREA_PATTERN } from '@bakkum/conversion/area';
import type { OptionField, OptionsSchema } from '@bakkum/conversion/options';
import type { Format } from '@bakkum/formats/format';
import { availableIn } from '@bakkum/registry/browser-support';
import { formatNamed, publicFormats } from '@bakkum/registry/catalogue';
import type { ProcessHost } from '@bakkum/registry/node/process-host.node';
import { createRoute } from '@hono/zod-openapi';
import { z } from 'zod';
import { type ApiApp, answer } from '../../http/api-routes.ts';
import type { Services } from '../../services.ts';
import type { Authentication } from './authentication.ts';
import { schemaOf } from './create-job.ts';
import { createApiRoutes, DOCUMENTED } from './documented.ts';
import { plannedOperation } from './file-operations.ts';
import { ApiProblem } from './problem.ts';

const tags = ['Formats'];
const name = text().max(32).toLowerCase();
const list = createRoute({
  method: 'get',
  path: '/api/v1/formats',
  operationId: 'listFormats',
  summary: 'List all conversions',
  tags,
  security: [],
  request: { query: contract.formatsQuery },
  responses: { 200: answer('Formats that can be converted', contract.formatList), ...DOCUMENTED },
});
const pair = createRoute({
  method: 'get',
  path: '/api/v1/formats/{from}/{to}',
  operationId: 'getConversion',
  summary: 'List the options of a conversion or operation',
  tags,
  security: [],
  request: { params: z.object({ from: name, to: name }), query: contract.pairQuery },
  responses: { 200: answer('The fidelity and options of the conversion', contract.pairView), ...DOCUMENTED },
});

/** Supported formats and pairs. No authentication needed. */
export function formatRoutes(services: Services, authentication: Authentication): ApiApp {
  const routes = createApiRoutes();
  routes.openapi(list, async (context) => {
    await authentication.count(context);
    const host = await services.converter();
    const { category } = context.req.valid('query');
    const formats = formatViews(host).filter((format) => category === undefined || format.category === category);
    return context.json({ formats }, 200);
  });
  routes.openapi(pair, async (context) => {
    await authentication.count(context);
    const host = await services.converter();
    const given = context.req.valid('param');
    const from = formatNamed(given.from);
    const { operation } = context.req.valid('query');
    const view = from && (operation ? operationViewOf(host, operation, from, given.to) : pairViewOf(host, from, given.to));
    if (!view) throw new ApiProblem('NOT_FOUND');
    return context.json(view, 200);
  });
  return routes;
}

/** Formats that can be converted, with their targets. */
export function formatViews({ targetsOf }: ProcessHost): readonly contract.FormatView[] {
  return publicFormats()
    .map((format) => viewOf(format, targetsOf(format.id)))
    .filter(({ targets }) => targets.length > 0);
}

/** Fidelity and options of a conversion. Undefined if it does not exist. @param named target, by id or extension */
export function pairViewOf(host: ProcessHost, from: string, named: string): contract.PairView | undefined {
  const to = formatNamed(named);
  const answered = to && host.targetsOf(from).includes(to) ? host.planner.plan(from, to) : undefined;
  if (!to || !answered?.ok) return undefined;
  const { fidelity } = answered.plans[0];
  const options = jsonSchemaOf(schemaOf(host, from, to) ?? {});
  return { from, to, fidelity, options, browsers: [...availableIn({ from, to })] };
}

/** Fidelity and options of an operation on files of one format. Undefined if it does not exist. */
function operationViewOf(
  host: ProcessHost,
  operation: contract.Operation,
  from: string,
  named: string,
): contract.PairView | undefined {
  const to = formatNamed(named);
  const planned = to && plannedOperation(host, operation, [from, from], to);
  if (!to || !planned) return undefined;
  const { fidelity } = planned.plan;
  // Every browser can do what follows the conversion to this format.
  const browsers = planned.input === from ? contract.WEBSITE_BROWSERS : availableIn({ from, to: planned.input });
  return { from, to, fidelity, options: jsonSchemaOf(planned.options), browsers: [...browsers] };
}

function viewOf({ id, name: title, extensions, mediaTypes, family }: Format, targets: readonly string[]): contract.FormatView {
  return { id, name: title, extensions: [...extensions], media_type: mediaTypes[0], category: family, targets: [...targets] };
}

/** Converts options to a JSON Schema for programs. */
function jsonSchemaOf(schema: OptionsSchema): Record<string, unknown> {
  const properties = Object.fromEntries(Object.entries(schema).map(([option, field]) => [option, propertyOf(field)]));
  return { $schema: 'https://json-schema.org/draft/2020-12/schema', type: 'object', properties, additionalProperties: false };
}

/** Values that depend on other options, as JSON Schema has no short form for them. */
function limitsOf({ limits }: Extract<OptionField, { kind: 'choice' | 'number' }>): Record<string, unknown> {
  return limits ? { 'x-limits': limits } : {};
}

function propertyOf(field: OptionField): Record<string, unknown> {
  switch (field.kind) {
    case 'choice':
      return {
        type: 'string',
        enum: field.values,
        default: field.default,
        ...(field.numbers && { 'x-numbers': field.numbers }),
        ...limitsOf(field),
      };
    case 'number':
      return {
        type: field.default === null ? ['number', 'null'] : 'number',
        minimum: field.min,
        maximum: field.max,
        default: field.default,
        ...(field.values && { enum: field.default === null ? [...field.values, null] : field.values }),
        ...(field.unit && { 'x-unit': field.unit }),
        ...limitsOf(field),
      };
    case 'boolean':
      return { type: 'boolean', default: field.default };
    case 'colour':
      return { type: 'string', pattern: '^#[0-9a-fA-F]{6}$', default: field.default };
    case 'area':
      return { type: ['string', 'null'], pattern: AREA_PATTERN, default: null, 'x-unit': 'px' };
    case 'text':
      return { type: 'string', maxLength: field.maxLength, default: field.default, ...(field.secret && { writeOnly: true }) };
  }
}
