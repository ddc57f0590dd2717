/** Tools that only read: the format of a file, and the conversions that exist. */
import { routeOf } from '@bakkum/conversion/planner';
import { formatById, formatNamed } from '@bakkum/registry/catalogue';
import { defaultTarget } from '@bakkum/registry/targets/default-target';
import { z } from 'zod';
import type { Converter } from '../converter.ts';
import { type FormatList, formatList, provenTargetsOf } from '../list-formats.ts';
import { openFile } from '../open-file.ts';
import type { AllowedFolders } from './allowed-folders.ts';
import { ToolError, toolErrorSchema } from './tool-error.ts';

export const detectInput = { path: z.string().describe('File to inspect: a path or file: URL inside the allowed folders') };

const target = z.object({ id: z.string(), name: z.string(), extension: z.string(), fidelity: z.string() });

export const detectOutput = {
  path: z.string().optional(),
  bytes: z.number().optional(),
  format: z.string().nullable().optional().describe('Format id; null if unknown'),
  name: z.string().optional(),
  family: z.string().optional(),
  mediaType: z.string().optional(),
  by: z.enum(['content', 'extension', 'none']).optional(),
  claimed: z.string().optional().describe('Format the extension indicates, if it differs from the content'),
  encrypted: z.boolean().optional().describe('Whether it needs a password'),
  defaultTarget: z.string().optional().describe('The most common target format'),
  targets: z.array(z.string()).optional().describe('Formats it converts to'),
  error: toolErrorSchema.optional(),
};

/** Detects the format of a file, from its content first. @throws ToolError */
export async function detectTool(converter: Converter, folders: AllowedFolders, given: { readonly path: string }) {
  const path = await folders.file(given.path);
  const opened = await openFile(path);
  if (!opened) throw new ToolError('not-found', path);
  const { format, by, claimed, encrypted = false } = opened.detection;
  const targets = format ? provenTargetsOf(converter.planner, format.id) : [];
  const preferred = format && defaultTarget(format, targets)?.to;
  const structuredContent = {
    path,
    bytes: opened.blob.size,
    format: format?.id ?? null,
    ...(format && { name: format.title.en, family: format.family, mediaType: format.mediaTypes[0] }),
    by,
    ...(claimed && { claimed: claimed.id }),
    encrypted,
    ...(preferred !== undefined && { defaultTarget: preferred }),
    targets: [...targets],
  };
  return textResult(structuredContent);
}

export const listFormatsInput = {
  from: z.string().max(100).optional().describe('Source format: lists what it converts to'),
  to: z.string().max(100).optional().describe('Together with from: the route and the options of this conversion'),
};

export const listFormatsOutput = {
  formats: z
    .array(
      z.object({
        id: z.string(),
        family: z.string(),
        extensions: z.array(z.string()),
        reads: z.boolean(),
        writes: z.boolean(),
      }),
    )
    .optional()
    .describe('Without from: every format'),
  targets: z.array(target).optional().describe('With from: what it converts to'),
  route: z.string().optional(),
  fidelity: z.string().optional(),
  options: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .optional()
    .describe('With from and to: options by name, with kind, values or range, and default'),
  error: toolErrorSchema.optional(),
};

export type FormatsTool = (given: { readonly from?: string | undefined; readonly to?: string | undefined }) => ToolResult;
type ToolResult = { content: { type: 'text'; text: string }[]; structuredContent: Record<string, unknown> };

/** Lists formats, the targets of one, or the options of a conversion. The tool throws ToolError. */
export function createFormatsTool({ planner }: Converter): FormatsTool {
  let all: FormatList | undefined;
  return ({ from, to }) => {
    if (from === undefined) {
      if (to !== undefined) throw new ToolError('invalid-options', 'to needs from');
      all ??= formatList(planner);
      return textResult({ formats: all.formats.map((entry) => ({ ...entry, extensions: [...entry.extensions] })) });
    }
    const source = known(from);
    if (to !== undefined) {
      const answer = planner.plan(source, known(to));
      if (!answer.ok) throw new ToolError('no-route', `${from} to ${to}`);
      const [plan] = answer.plans;
      return textResult({ route: routeOf(plan), fidelity: plan.fidelity, options: planner.optionsOf(plan) });
    }
    const fidelities = planner.targetsOf(source);
    const targets = provenTargetsOf(planner, source).flatMap((id) => {
      const format = formatById(id);
      return format
        ? [{ id, name: format.title.en, extension: format.extensions[0], fidelity: fidelities.get(id) ?? 'lossy' }]
        : [];
    });
    return textResult({ targets });
  };
}

function known(name: string): string {
  const format = formatNamed(name);
  if (format === undefined) throw new ToolError('unknown-format', name);
  return format;
}

/** Clients without support for structured content get the same as text. */
function textResult<Content extends Record<string, unknown>>(structuredContent: Content) {
  return { content: [{ type: 'text' as const, text: JSON.stringify(structuredContent) }], structuredContent };
}
