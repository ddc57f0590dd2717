import type { AttemptFault } from './faults.ts';

type Titles = Readonly<Record<AttemptFault, string>>;

const ENGLISH: Titles = {
  'not-configured': '{provider} key not configured',
  unsupported: 'Unsupported provider: {provider}',
  auth: '{provider} API error: the key was refused',
  quota: '{provider} API error: the account has reached its quota',
  'rate-limited': '{provider} API error: too many requests',
  refused: '{provider} refused this prompt',
  language: '{provider} doesn’t understand the language of this prompt',
  invalid: '{provider} API error: the request wasn’t accepted',
  unchanged: '{provider}: the instructions changed nothing',
  unavailable: '{provider} API error: the service can’t be reached',
  'start-failed': 'Failed to start {provider} prediction',
  failed: '{provider} prediction failed',
  'timed-out': '{provider} prediction timed out',
  ambiguous: '{provider} API error: no response',
  'bad-answer': '{provider} API error: the response isn’t an image',
  cancelled: 'Canceled',
};

const KOREAN: Titles = {
  'not-configured': '{provider}: 키가 설정되지 않았어요',
  unsupported: '지원하지 않는 서비스예요: {provider}',
  auth: '{provider} API 오류: 키가 거부됐어요',
  quota: '{provider} API 오류: 계정의 사용 한도를 다 썼어요',
  'rate-limited': '{provider} API 오류: 요청이 너무 많이 들어왔어요',
  refused: '{provider}: 이 프롬프트가 거절됐어요',
  language: '{provider}: 이 프롬프트의 언어를 이해하지 못해요',
  invalid: '{provider} API 오류: 요청이 받아들여지지 않았어요',
  unchanged: '{provider}: 요청한 내용으로 달라진 것이 없어요',
  unavailable: '{provider} API 오류: 서비스에 연결할 수 없어요',
  'start-failed': '{provider} 작업을 시작하지 못했어요',
  failed: '{provider} 작업이 실패했어요',
  'timed-out': '{provider} 작업 시간이 초과됐어요',
  ambiguous: '{provider} API 오류: 응답이 오지 않았어요',
  'bad-answer': '{provider} API 오류: 받은 응답이 이미지가 아니에요',
  cancelled: '취소했어요',
};

/** Messages for failed attempts, with `{provider}` for the service's name. */
export const ATTEMPT_TITLES: Readonly<Record<'en' | 'ko', Titles>> = { en: ENGLISH, ko: KOREAN };
