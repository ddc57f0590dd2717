/** Fake of Azure OpenAI with its dated API: deployments in the path, and errors of its content filter. */
import { isDrawnByOpenai, openai } from './cloud-services.ts';
import { base64, type Call, formRequest, jsonBody, type Reply, type Service } from './service.ts';
import { isRefusedBySchema } from './vendor-schemas.ts';

const PATH = /^openai\/deployments\/([\w.-]+)\/(images\/(generations|edits))$/;
const FIRST_GENERATION = ['1024x1024', '1024x1536', '1536x1024'];

/** The call as OpenAI would get it; undefined if it is none, or lacks the version. */
function callInside(call: Call): Call | undefined {
  const path = PATH.exec(call.path)?.[2];
  const isVersioned = /^\d{4}-\d{2}-\d{2}(-preview)?$/.test(call.query.get('api-version') ?? '');
  return path !== undefined && isVersioned ? { ...call, path } : undefined;
}

export const azureOpenai: Service = {
  id: 'azure-openai',
  key: { header: 'api-key', prefix: '' },
  standsInFor: openai,
  order(call) {
    const inside = callInside(call);
    return inside && openai.order(inside);
  },
  invalid({ width, height }, call) {
    const [, deployment = '', , kind] = PATH.exec(call.path) ?? [];
    const isFirst = !deployment.startsWith('gpt-image-2');
    const isDrawn = isFirst ? FIRST_GENERATION.includes(`${width}x${height}`) : isDrawnByOpenai(width, height);
    if (!isDrawn) return errorOf(400, 'invalid_value');
    const refused =
      kind === 'edits'
        ? isRefusedBySchema('azure', 'edit', formRequest(call, ['n']))
        : isRefusedBySchema('azure', 'generation', jsonBody(call));
    return refused ? errorOf(400, 'unknown_parameter') : undefined;
  },
  answer: (_, picture) => ({ body: { created: 1, data: picture ? [{ b64_json: base64(picture) }] : [] } }),
  error: (status) => errorOf(status, String(status)),
  noBalance: () => errorOf(429, 'insufficient_quota'),
  refusal: () =>
    errorOf(400, 'contentFilter', {
      code: 'ResponsibleAIPolicyViolation',
      content_filter_results: {
        self_harm: { severity: 'high', filtered: true },
        hate: { severity: 'safe', filtered: false },
        jailbreak: { detected: false, filtered: false },
      },
    }),
};

function errorOf(status: number, code: string, inner?: unknown): Reply {
  return { status, body: { error: { code, message: 'something', ...(inner !== undefined && { inner_error: inner }) } } };
}
