import type { ChatSettings } from '@bakkum/image-studio/assistants/chat';
import type { ModerationSettings } from '@bakkum/image-studio/moderation/moderators';
import { z } from 'zod';

const key = z.string().min(4).max(500).regex(/^\S+$/, 'must not contain spaces').optional();
const base = z.url({ protocol: /^https?$/ }).optional();
const OPENAI = 'https://api.openai.com/v1';

/** Variables of the services that translate and check prompts for the image studio. */
export const imageAssistantVariables = z.object({
  IMAGE_CHAT_BASE: base,
  IMAGE_CHAT_KEY: key,
  IMAGE_CHAT_MODEL: z.string().max(200).optional(),
  IMAGE_MODERATION_BASE: base,
  IMAGE_MODERATION_KEY: key,
  IMAGE_MODERATION_MODEL: z.string().max(200).optional(),
  IMAGE_MODERATION_IMAGES: z.enum(['on', 'off']).optional(),
});

type Variables = z.infer<typeof imageAssistantVariables>;

export type ImageAssistants = {
  /** A chat model that translates prompts, and checks them where no moderation endpoint is set. */
  readonly chat?: ChatSettings;
  /** An endpoint that checks prompts and images. */
  readonly moderation?: ModerationSettings;
};

export function imageAssistants(values: Variables): ImageAssistants {
  const { IMAGE_CHAT_BASE: chatBase, IMAGE_CHAT_KEY: chatKey, IMAGE_CHAT_MODEL: chatModel } = values;
  const { IMAGE_MODERATION_BASE: checkBase, IMAGE_MODERATION_KEY: checkKey } = values;
  return {
    ...(chatModel && { chat: { base: chatBase ?? OPENAI, ...(chatKey && { key: chatKey }), model: chatModel } }),
    ...((checkBase || checkKey) && {
      moderation: {
        base: checkBase ?? OPENAI,
        ...(checkKey && { key: checkKey }),
        model: values.IMAGE_MODERATION_MODEL ?? 'omni-moderation-latest',
        images: values.IMAGE_MODERATION_IMAGES !== 'off',
      },
    }),
  };
}

/** Names what is missing beside a variable that is set. */
export function imageAssistantProblems(values: Variables): readonly string[] {
  return [...chatProblems(values), ...moderationProblems(values)];
}

/** Without a key or an address, prompts would be checked by nobody although the operator named a model for it. */
function moderationProblems(values: Variables): readonly string[] {
  if (values.IMAGE_MODERATION_BASE || values.IMAGE_MODERATION_KEY) return [];
  const given = (['IMAGE_MODERATION_MODEL', 'IMAGE_MODERATION_IMAGES'] as const).find((name) => values[name] !== undefined);
  if (!given) return [];
  return [`IMAGE_MODERATION_KEY: set it, or IMAGE_MODERATION_BASE of a server without keys, because ${given} is set`];
}

function chatProblems(values: Variables): readonly string[] {
  const { IMAGE_CHAT_BASE, IMAGE_CHAT_KEY, IMAGE_CHAT_MODEL } = values;
  if (IMAGE_CHAT_MODEL === undefined)
    return IMAGE_CHAT_BASE || IMAGE_CHAT_KEY
      ? ['IMAGE_CHAT_MODEL: name the chat model, because IMAGE_CHAT_BASE or IMAGE_CHAT_KEY is set']
      : [];
  return IMAGE_CHAT_BASE || IMAGE_CHAT_KEY ? [] : ['IMAGE_CHAT_KEY: set it, or IMAGE_CHAT_BASE of a server without keys'];
}
