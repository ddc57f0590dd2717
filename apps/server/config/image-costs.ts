import { z } from 'zod';

/** What the operator pays for an image, in US dollars, by service (`stability`) or by service and model (`openai/gpt-image-1`). */
export type ImageCosts = Readonly<Record<string, number>>;

const ENTRY = /^([\w.:/-]{1,100})=(\d{1,4}(?:\.\d{1,6})?)$/;

/** `stability=0.03,openai/gpt-image-1=0.04` */
export const imageCosts = z.string().transform((text, context): ImageCosts => {
  const entries = text.split(',').map((entry) => ENTRY.exec(entry.trim()));
  if (entries.every((entry) => entry !== null)) {
    return Object.fromEntries(entries.map(([, name = '', cost]) => [name, Number(cost)]));
  }
  context.addIssue({
    code: 'custom',
    message: 'must be US dollars for an image by service, such as stability=0.03,openai/gpt-image-1=0.04',
  });
  return z.NEVER;
});

/** Cost of an image of a model, otherwise of its service; undefined if neither is configured. */
export function costOf(costs: ImageCosts, provider: string, model: string | null): number | undefined {
  return costs[`${provider}/${model ?? ''}`] ?? costs[provider];
}
