import { ProviderFault } from '@bakkum/image-provider/fault';
import { checkChat } from '@bakkum/image-studio/assistants/chat';
import { moderationEndpoint } from '@bakkum/image-studio/moderation/moderators';
import type { ImageAssistants } from '../config/image-assistants.ts';

const PATIENCE_MS = 30_000;

type AssistantCheck = { readonly line: string; readonly fault?: string };

/** Tries the services that translate and check prompts, one line each. */
export async function checkAssistants({ chat, moderation }: ImageAssistants): Promise<readonly AssistantCheck[]> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const checks = [
    ...(chat ? [checked(`chat ${chat.model}`, 'IMAGE_CHAT', 'accepts the key', checkChat(chat, signal))] : []),
    ...(moderation
      ? [
          checked(
            `moderation ${moderation.model}`,
            'IMAGE_MODERATION',
            'checked a prompt',
            moderationEndpoint(moderation).prompt('a red circle on a white background', signal),
          ),
        ]
      : []),
  ];
  return Promise.all(checks);
}

async function checked(name: string, prefix: string, success: string, call: Promise<unknown>): Promise<AssistantCheck> {
  try {
    await call;
    return { line: `${name}\tworks\t${success}` };
  } catch (error) {
    if (!(error instanceof ProviderFault)) throw error;
    const fault = `${error.code}: ${error.message}`;
    return { line: `${name}\t${fault}\tCheck ${prefix}_BASE, ${prefix}_KEY and ${prefix}_MODEL.`, fault };
  }
}
