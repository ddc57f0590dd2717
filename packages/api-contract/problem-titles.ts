import type { ProblemCode } from './problem.ts';

type Titles = Readonly<Record<ProblemCode, string>>;

const ENGLISH: Titles = {
  'invalid-request': 'Something in the request is missing or not allowed.',
  'too-large': 'The request is too large.',
  'unsupported-media-type': 'The request must be JSON.',
  'foreign-origin': 'The request comes from another site.',
  'not-signed-in': 'Please sign in first.',
  'wrong-credentials': 'E-mail address or password is wrong.',
  'wrong-password': 'The password is wrong.',
  'address-unconfirmed': 'Please confirm your e-mail address first.',
  'invalid-token': 'The link is not valid any more. Ask for a new one.',
  'demo-account': 'Everybody uses the demo account, so this cannot be changed. Create an account of your own.',
  'too-many-requests': 'Too many attempts. Please try again later.',
  'not-found': 'There is nothing here.',
  'no-credits': 'You have no credits remaining. Please upgrade your plan to continue generating images.',
  'account-frozen': 'This account cannot spend credits at the moment. Please write to us.',
  'premium-needed': 'This size or number of images needs a paid plan.',
  'annual-needed': 'This size or number of images needs the annual plan.',
  'prompt-refused': 'Your prompt contains content that cannot be generated. Please modify your prompt and try again.',
  'idempotency-conflict': 'This order was sent before with other contents. Please try again.',
  'payments-off': 'Payments are not configured on this site.',
  'payment-unavailable': 'The payment service does not answer. Nothing was charged. Please try again in a moment.',
  'refund-not-possible': 'This payment cannot be refunded any more.',
  'too-many-keys': 'This account has as many API keys as it may. Revoke one you no longer use.',
  'method-not-allowed': 'This cannot be done here.',
  unavailable: 'The service is not ready. Please try again in a moment.',
  internal: 'Something went wrong on our side. Please try again.',
};

const KOREAN: Titles = {
  'invalid-request': '요청에 빠졌거나 허용되지 않는 값이 있어요.',
  'too-large': '요청이 너무 커요.',
  'unsupported-media-type': '요청은 JSON 형식이어야 해요.',
  'foreign-origin': '다른 사이트에서 보낸 요청이에요.',
  'not-signed-in': '먼저 로그인해 주세요.',
  'wrong-credentials': '이메일 주소나 비밀번호가 맞지 않아요.',
  'wrong-password': '비밀번호가 맞지 않아요.',
  'address-unconfirmed': '먼저 이메일 주소를 확인해 주세요.',
  'invalid-token': '더 이상 쓸 수 없는 링크예요. 새 링크를 요청해 주세요.',
  'demo-account': '모두가 함께 쓰는 데모 계정이라 바꿀 수 없어요. 내 계정을 만들어 주세요.',
  'too-many-requests': '시도 횟수가 너무 많아요. 잠시 후 다시 시도해 주세요.',
  'not-found': '여기에는 아무것도 없어요.',
  'no-credits': '남은 크레딧이 없어요. 이미지를 계속 만들려면 요금제를 업그레이드해 주세요.',
  'account-frozen': '지금은 이 계정으로 크레딧을 쓸 수 없어요. 문의해 주세요.',
  'premium-needed': '이 크기나 장수는 유료 요금제에서 쓸 수 있어요.',
  'annual-needed': '이 크기나 장수는 연간 요금제에서 쓸 수 있어요.',
  'prompt-refused': '프롬프트에 만들 수 없는 내용이 있어요. 프롬프트를 고쳐서 다시 시도해 주세요.',
  'idempotency-conflict': '같은 주문이 다른 내용으로 이미 들어왔어요. 다시 시도해 주세요.',
  'payments-off': '이 사이트에는 결제가 설정되어 있지 않아요.',
  'payment-unavailable': '결제 서비스가 응답하지 않아요. 청구된 금액은 없어요. 잠시 후 다시 시도해 주세요.',
  'refund-not-possible': '이 결제는 더 이상 환불할 수 없어요.',
  'too-many-keys': 'API 키를 더 만들 수 없어요. 쓰지 않는 키를 폐기해 주세요.',
  'method-not-allowed': '여기서는 할 수 없는 요청이에요.',
  unavailable: '아직 준비 중이에요. 잠시 후 다시 시도해 주세요.',
  internal: '서버에 문제가 생겼어요. 다시 시도해 주세요.',
};

/** What each problem is called. */
export const PROBLEM_TITLES: Readonly<Record<'en' | 'ko', Titles>> = { en: ENGLISH, ko: KOREAN };
