/** Requests and answers as the vendors' own schemas describe them: extracts in `schemas/`, each with its source and date. */
import { readFileSync } from 'node:fs';
import { z } from 'zod';

const VENDORS = [
  'openai',
  'azure',
  'stability',
  'replicate',
  'fal',
  'gemini',
  'bfl',
  'ideogram',
  'recraft',
  'comfyui',
  'automatic1111',
] as const;
export type Vendor = (typeof VENDORS)[number];

const jsonSchema = z.custom<z.core.JSONSchema.JSONSchema>((value) => typeof value === 'object' && value !== null);
const extract = z.object({
  source: z.string(),
  retrieved: z.iso.date(),
  licence: z.string(),
  schemas: z.record(z.string(), jsonSchema),
  $defs: z.record(z.string(), jsonSchema).optional(),
});

const known = new Map<string, z.ZodType>();

/** The schema of a request or an answer; undefined if the extract has none of that name. */
export function vendorSchema(vendor: Vendor, name: string): z.ZodType | undefined {
  if (known.size === 0) for (const one of VENDORS) readExtract(one);
  return known.get(`${vendor} ${name}`);
}

function readExtract(vendor: Vendor): void {
  const file = new URL(`./schemas/${vendor}.json`, import.meta.url);
  const { schemas, $defs } = extract.parse(JSON.parse(readFileSync(file, 'utf8')));
  for (const [name, schema] of Object.entries(schemas))
    known.set(`${vendor} ${name}`, z.fromJSONSchema({ ...schema, ...($defs && { $defs }) }));
}

/** Whether a vendor would refuse this request. Requests without a schema are accepted. */
export function isRefusedBySchema(vendor: Vendor, name: string, request: unknown): boolean {
  return vendorSchema(vendor, name)?.safeParse(request).success === false;
}
