import type { ApiApp } from './api-routes.ts';
import { answerKept, type KeptBody, keptBody } from './kept-body.ts';

type DocumentConfig = Parameters<ApiApp['getOpenAPI31Document']>[0];

/** Serves the OpenAPI document of the routes. It is made on the first request, when all routes exist, and kept. */
export function serveApiDocument(routes: ApiApp, path: string, config: DocumentConfig): void {
  let kept: KeptBody | undefined;
  const make = (): KeptBody => {
    const headers = new Headers({
      'Content-Type': 'application/json; charset=UTF-8',
      'Cache-Control': 'private, max-age=0, must-revalidate',
    });
    return keptBody(new TextEncoder().encode(JSON.stringify(routes.getOpenAPI31Document(config))), 200, headers, 5);
  };
  routes.get(path, (context) => {
    kept ??= make();
    return answerKept(context.req.raw, kept);
  });
}
