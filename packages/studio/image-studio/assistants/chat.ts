/** A chat model of any service with the API of OpenAI's chat completions, also a local one. */
import { ProviderFault } from '@bakkum/image-provider/fault';
import { anyJson, jsonInit, jsonOf, read, under } from '@bakkum/image-provider/http';
import { z } from 'zod';

export type ChatSettings = {
  /** Address of the API, such as `https://api.openai.com/v1`. */
  readonly base: string;
  /** Absent for a local server without keys. */
  readonly key?: string;
  readonly model: string;
};

export type Chat = {
  /**
   * Sends text with instructions and returns the JSON object of the answer.
   * @param text what the instructions are about; it comes from users and is no instruction itself
   * @throws ProviderFault `refused` if the model declines, `bad-answer` if the answer does not match
   */
  ask<Schema extends z.ZodType>(question: Question<Schema>): Promise<z.infer<Schema>>;
};

type Question<Schema> = {
  readonly instructions: string;
  readonly text: unknown;
  readonly answer: Schema;
  readonly signal: AbortSignal;
};

const completion = z.object({
  choices: z
    .array(
      z.object({
        finish_reason: z.string().nullish(),
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
      }),
    )
    .min(1),
});

export function createChat({ base, key, model }: ChatSettings): Chat {
  const address = under(base, 'chat/completions');
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  return {
    async ask({ instructions, text, answer, signal }) {
      const messages = [
        { role: 'system', content: instructions },
        { role: 'user', content: JSON.stringify(text) },
      ];
      const body = { model, messages, response_format: { type: 'json_object' } };
      const response = await read(address, { ...jsonInit(body, headers), signal });
      const [choice] = jsonOf(response, completion).choices;
      if (choice?.message.refusal || choice?.finish_reason === 'content_filter')
        throw new ProviderFault('refused', 'the chat model declines');
      const parsed = answer.safeParse(jsonIn(choice?.message.content ?? ''));
      if (!parsed.success) throw new ProviderFault('bad-answer', 'the chat model did not answer as instructed');
      return parsed.data;
    },
  };
}

/** Some models put JSON into a code block although they are asked not to. */
function jsonIn(content: string): unknown {
  const [, block] = /^\s*```(?:json)?\s*(\{[\s\S]*\})\s*```\s*$/.exec(content) ?? [];
  try {
    return JSON.parse(block ?? content);
  } catch {
    return undefined;
  }
}

const listed = z.object({ data: z.array(z.object({ id: z.string() })) });

/** Tries the key without using the model. @throws ProviderFault */
export async function checkChat({ base, key, model }: ChatSettings, signal: AbortSignal): Promise<void> {
  const headers = key ? { Authorization: `Bearer ${key}` } : {};
  const answer = await read(under(base, 'models'), { headers, signal });
  const models = listed.safeParse(anyJson(answer));
  if (models.success && !models.data.data.some(({ id }) => id === model))
    throw new ProviderFault('unsupported', 'the account has no such model');
}
