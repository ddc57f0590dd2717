import type { OptionsSchema, OptionValues } from '@bakkum/conversion/options';

/** Where people print on US Letter; elsewhere on A4 (CLDR, supplemental data, paper sizes). */
const LETTER_REGIONS: ReadonlySet<string> = new Set([
  'BZ',
  'CA',
  'CL',
  'CO',
  'CR',
  'GT',
  'MX',
  'NI',
  'PA',
  'PH',
  'PR',
  'SV',
  'US',
  'VE',
]);

/** The schema with the paper size of a region as its default. @param language BCP 47, such as `en-US`; without a region, A4 stays */
export function withRegionalPaper(schema: OptionsSchema, language: string): OptionsSchema {
  const field = schema['pageSize'];
  const region = /[-_]([A-Z]{2})(?![A-Za-z])/.exec(language)?.[1] ?? '';
  if (field?.kind !== 'choice' || !field.values.includes('letter') || !LETTER_REGIONS.has(region)) return schema;
  return { ...schema, pageSize: { ...field, default: 'letter' } };
}

/** The paper size of a region, if it is not the engines' default. */
export function regionalPaper(schema: OptionsSchema, language: string): OptionValues {
  const chosen = withRegionalPaper(schema, language)['pageSize'];
  return chosen && chosen !== schema['pageSize'] ? { pageSize: chosen.default } : {};
}
