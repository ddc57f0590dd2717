/** Details of problems of /api/v1: codes for programs, each with a sentence in the language of the client. */
import type { OptionProblem } from '@bakkum/conversion/options';
import type { Locale } from '@bakkum/i18n/locale';
import { type FieldFault, fieldSentence } from '../../http/field-sentences.ts';

type Words = Readonly<Record<Locale, string>>;

/** Reasons of problems, as `details.reason`. */
const REASONS = {
  'body-too-large': { en: 'The body is too large.', ko: '요청 본문이 너무 커요.' },
  'body-missing': { en: 'The request has no body.', ko: '요청에 본문이 없어요.' },
  'not-json': { en: 'The body isn’t valid JSON.', ko: '요청 본문이 올바른 JSON이 아니에요.' },
  'not-a-form': { en: 'The form can’t be read.', ko: '폼 데이터를 읽을 수 없어요.' },
  'files-together': {
    en: 'Together, the files exceed the size limit for one file. Send fewer or smaller files.',
    ko: '파일을 모두 합친 크기가 파일 하나의 한도를 넘어요. 파일 수나 크기를 줄여 다시 보내 주세요.',
  },
  stalled: {
    en: 'No data arrived for a minute, so the upload was stopped.',
    ko: '1분 동안 데이터가 오지 않아 업로드를 중단했어요.',
  },
  'connection-lost': { en: 'The other server closed the connection.', ko: '상대 서버와의 연결이 끊겼어요.' },
  'invalid-address': { en: 'This isn’t a valid URL.', ko: '올바른 웹 주소가 아니에요.' },
  'private-address': {
    en: 'The address isn’t on the public internet.',
    ko: '인터넷에 공개된 주소가 아니에요.',
  },
  'unknown-host': { en: 'No server was found at this address.', ko: '이 주소의 서버를 찾지 못했어요.' },
  'too-many-redirects': { en: 'The address redirects too many times.', ko: '리디렉션이 너무 많은 주소예요.' },
  'no-answer': { en: 'The other server didn’t respond.', ko: '상대 서버가 응답하지 않아요.' },
  revoked: { en: 'The owner turned off this link.', ko: '파일 소유자가 공유를 중지했어요.' },
  gone: { en: 'The file was deleted or has expired.', ko: '파일이 지워졌거나 보관 기간이 끝났어요.' },
  'too-much-sent': {
    en: 'This hour’s limit for sending results to other servers is used up.',
    ko: '한 시간 동안 다른 서버로 내보낼 수 있는 양을 모두 썼어요.',
  },
  'too-much-fetched': {
    en: 'This hour’s limit for downloads from other servers is used up.',
    ko: '한 시간 동안 다른 서버에서 가져올 수 있는 양을 모두 썼어요.',
  },
  invitations: { en: 'Too many invitations today.', ko: '오늘 보낼 수 있는 초대를 모두 보냈어요.' },
} as const satisfies Readonly<Record<string, Words>>;
export type Reason = keyof typeof REASONS;

const OPTION_PROBLEMS: Readonly<Record<OptionProblem['reason'], Readonly<Record<Locale, (option: string) => string>>>> = {
  unknown: {
    en: (option) => `This conversion has no option “${option}”.`,
    ko: (option) => `이 변환에는 ‘${option}’ 옵션이 없어요.`,
  },
  'wrong-type': {
    en: (option) => `The value of “${option}” has the wrong type.`,
    ko: (option) => `‘${option}’ 값의 타입이 맞지 않아요.`,
  },
  'out-of-range': {
    en: (option) => `The value of “${option}” isn’t one of the allowed values.`,
    ko: (option) => `‘${option}’ 값이 허용 범위를 벗어났어요.`,
  },
};

/** Adds what is possible, if the problem says so: `Allowed values: 32 to 320.` */
function optionSentence({ option, reason, allowed }: OptionProblem, locale: Locale): string {
  const sentence = OPTION_PROBLEMS[reason][locale](option);
  if (!allowed) return sentence;
  const [label, none, to] = POSSIBLE[locale];
  const values = 'values' in allowed ? allowed.values.join(', ') : `${allowed.min}${to}${allowed.max}`;
  return `${sentence} ${label}: ${values || none}.`;
}

const POSSIBLE: Readonly<Record<Locale, readonly [label: string, none: string, to: string]>> = {
  en: ['Allowed values', 'none with these options', ' to '],
  ko: ['가능한 값', '이 옵션에서는 없음', '~'],
};

export type Details = Readonly<Record<string, unknown>> & {
  readonly fields?: readonly FieldFault[];
  readonly options?: readonly OptionProblem[];
  readonly reason?: Reason;
  /** Seconds. */
  readonly retry_after?: number;
};

/** Adds the sentences. */
export function detailsIn(locale: Locale, { fields, options, reason, ...rest }: Details): Record<string, unknown> {
  return {
    ...rest,
    ...(fields && { fields: fields.map((fault) => fieldDetail(fault, locale)) }),
    ...(options && {
      options: options.map((problem) => ({ ...problem, message: optionSentence(problem, locale) })),
    }),
    ...(reason && { reason, message: REASONS[reason][locale] }),
  };
}

function fieldDetail(fault: FieldFault, locale: Locale): Record<string, unknown> {
  const { field, problem, limit, values } = fault;
  return {
    field,
    problem,
    message: fieldSentence(fault, locale),
    ...(limit !== undefined && { limit }),
    ...(values && { values }),
  };
}
