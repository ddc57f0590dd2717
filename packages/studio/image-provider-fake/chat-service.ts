/** Fake of OpenAI's chat completions. It translates the words it knows and finds the example of forbidden content. */
import { type Call, jsonBody, type Reply, text } from './service.ts';
import { isRefusedBySchema } from './vendor-schemas.ts';

const WORDS: Readonly<Record<string, string>> = { 눈: 'snow', 속의: 'in the', 여우: 'fox', 밤: 'night', 글자: 'letters' };

/** Answers as instructed: a translation, or categories. The text of the user is JSON with a `prompt`. */
export function chatAnswer(call: Call, refusal: Reply): Reply {
  const body = jsonBody(call);
  if (isRefusedBySchema('openai', 'chat', body)) return refusal;
  const messages = Array.isArray(body['messages']) ? body['messages'] : [];
  const { prompt = '', without } = given(messages.at(-1)?.content);
  if (prompt.includes('chat-declines')) return completion(body, { content: null, refusal: 'I can’t help with that.' });
  if (prompt.includes('chat-chatters')) return completion(body, { content: 'Of course! Here it is.', refusal: null });
  const isCheck = text(messages[0]?.content).includes('categories');
  const flagged = prompt.includes('moderation-example') ? ['violence/graphic', 'bad-taste'] : [];
  const answer = isCheck
    ? { categories: flagged }
    : { prompt: inEnglish(prompt), ...(without && { without: inEnglish(without) }) };
  // Some models put JSON into a code block.
  const json = JSON.stringify(answer);
  return completion(body, { content: prompt.includes('밤') ? `\`\`\`json\n${json}\n\`\`\`` : json, refusal: null });
}

function given(content: unknown): { readonly prompt?: string; readonly without?: string } {
  const parsed: unknown = JSON.parse(text(content) || '{}');
  if (typeof parsed !== 'object' || parsed === null) return {};
  const entries = Object.entries(parsed).map(([name, value]) => [name, text(value)]);
  return Object.fromEntries(entries);
}

function inEnglish(prompt: string): string {
  return prompt
    .split(/\s+/)
    .map((word) => WORDS[word] ?? (/\p{Script=Hangul}/u.test(word) ? 'something' : word))
    .join(' ');
}

function completion(
  body: Record<string, unknown>,
  message: { readonly content: string | null; readonly refusal: string | null },
): Reply {
  const choice = { index: 0, finish_reason: 'stop', logprobs: null, message: { role: 'assistant', ...message } };
  return { body: { id: 'chatcmpl-1', object: 'chat.completion', created: 1, model: text(body['model']), choices: [choice] } };
}
