import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult, ServerNotification } from '@modelcontextprotocol/sdk/types.js';
import type { Converter } from '../converter.ts';
import type { AllowedFolders } from './allowed-folders.ts';
import { combineInput, combineTool } from './combine-tool.ts';
import { convertInput, convertOutput, convertTool, type Run } from './convert-tool.ts';
import {
  createFormatsTool,
  detectInput,
  detectOutput,
  detectTool,
  listFormatsInput,
  listFormatsOutput,
} from './look-up-tools.ts';
import { createResults } from './results.ts';
import { errorResult, ToolError } from './tool-error.ts';

/** Maximum elements in the arguments of one call, across all levels. */
const MAX_ARGUMENTS = 1000;

export type McpContext = { readonly converter: Converter; readonly folders: AllowedFolders; readonly version: string };

/** Creates the Model Context Protocol server of `bakkum mcp`: conversions of files in allowed folders. */
export function createMcpServer({ converter, folders, version }: McpContext): McpServer {
  const server = new McpServer(
    { name: 'bakkum', title: 'Bakkum', version },
    { capabilities: { tools: {}, resources: {} }, instructions: instructionsFor(folders), maxToolInputElements: MAX_ARGUMENTS },
  );
  const results = createResults(server);
  const listFormats = createFormatsTool(converter);
  server.registerTool(
    'convert',
    {
      title: 'Convert a file',
      description:
        'Converts a document, image, video, audio, data, archive or 3D model file on this machine and writes the result next to it or to output. Nothing is uploaded.',
      inputSchema: convertInput,
      outputSchema: convertOutput,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    },
    (given, extra) => answering(() => convertTool({ converter, folders, results }, given, runOf(extra))),
  );
  server.registerTool(
    'combine_files',
    {
      title: 'Combine or compare files',
      description:
        'Combines files on this machine into one, such as a PDF of several documents and images, or lists the differences of two documents. Nothing is uploaded.',
      inputSchema: combineInput,
      outputSchema: convertOutput,
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
    },
    (given, extra) => answering(() => combineTool({ converter, folders, results }, given, runOf(extra))),
  );
  server.registerTool(
    'detect',
    {
      title: 'Detect a format',
      description: 'Detects the format of a file from its content and shows what it converts to.',
      inputSchema: detectInput,
      outputSchema: detectOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given) => answering(() => detectTool(converter, folders, given)),
  );
  server.registerTool(
    'list_formats',
    {
      title: 'List formats and options',
      description:
        'Lists all formats. With from, lists what a format converts to. With from and to, lists the options of that conversion, such as quality, page range or password.',
      inputSchema: listFormatsInput,
      outputSchema: listFormatsOutput,
      annotations: { readOnlyHint: true, openWorldHint: false },
    },
    (given) => answering(() => listFormats(given)),
  );
  return server;
}

function instructionsFor({ folders }: AllowedFolders): string {
  return `Bakkum converts files on this machine. It reads and writes only in ${folders.join(', ')}. Existing files are replaced only with overwrite: true.`;
}

type Extra = {
  readonly signal: AbortSignal;
  readonly _meta?: { readonly progressToken?: string | number | undefined } | undefined;
  sendNotification(notification: ServerNotification): Promise<void>;
};

function runOf({ signal, _meta, sendNotification }: Extra): Run {
  const progressToken = _meta?.progressToken;
  return {
    signal,
    onProgress(progress, message) {
      if (progressToken === undefined) return;
      const params = { progressToken, progress, total: 100, message };
      // The client may have disconnected, which ends the conversion through the signal.
      sendNotification({ method: 'notifications/progress', params }).catch(() => undefined);
    },
  };
}

/** Turns expected errors into results that a program can act on. */
async function answering(work: () => CallToolResult | Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolError) return errorResult(error);
    const defect = error instanceof Error ? error : new Error(String(error));
    process.stderr.write(`bakkum mcp: ${defect.stack ?? defect.message}\n`);
    return errorResult(new ToolError('internal', defect.message));
  }
}
