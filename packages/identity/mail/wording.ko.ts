import { formatDay, formatMoment, formatMoney, type Wordings } from './wording.ts';

const LOCALE = 'ko';
const PLANS = { monthly: '월간 프로', annual: '연간 프로' } as const;

function productName({
  plan,
  credits,
}: {
  readonly plan?: keyof typeof PLANS | undefined;
  readonly credits?: number | undefined;
}): string {
  return plan ? PLANS[plan] : `크레딧 ${credits ?? 0}개`;
}

const ENDED = {
  cancelled: '해지 요청에 따라',
  unpaid: 'PayPal에서 갱신 요금을 결제하지 못해',
  refunded: '이번 이용 기간의 요금이 환불되어',
  replaced: '다른 요금제로 바꾸셔서',
  mismatch: '안내해 드린 요금과 다른 금액이 PayPal에서 결제되어',
} as const;

function hello(name: string | undefined): string {
  return name === undefined ? '안녕하세요.' : `${name}님, 안녕하세요.`;
}

/** Korean texts of the emails. */
export const KOREAN: Wordings = {
  'verify-email': ({ url }, brand) => ({
    subject: `${brand.name} 계정의 이메일 주소를 확인해 주세요`,
    paragraphs: [
      '안녕하세요.',
      `아래 링크에서 이메일 주소를 확인해 주세요. 확인하면 ${brand.name} 계정을 바로 사용할 수 있어요.`,
    ],
    action: { label: '이메일 주소 확인', url },
    note: '링크는 24시간 동안 쓸 수 있어요. 계정을 만든 적이 없다면 이 메일은 무시하셔도 돼요.',
  }),
  'reset-password': ({ name, url }, brand) => ({
    subject: `${brand.name} 계정의 비밀번호를 새로 정해 주세요`,
    paragraphs: [
      hello(name),
      '비밀번호 재설정을 요청하셨어요. 아래 링크에서 새 비밀번호를 정해 주세요. 비밀번호를 바꾸면 모든 기기에서 로그아웃돼요.',
    ],
    action: { label: '새 비밀번호 정하기', url },
    note: '링크는 한 시간 안에 한 번만 쓸 수 있어요. 직접 요청하지 않으셨다면 이 메일은 무시하셔도 돼요. 그러면 비밀번호는 바뀌지 않아요.',
  }),
  'sign-up-attempt': ({ name, url }, brand) => ({
    subject: `이미 ${brand.name} 계정이 있어요`,
    paragraphs: [
      hello(name),
      '누군가 이 이메일 주소로 계정을 만들려고 했어요. 이미 계정이 있어서 아무것도 바뀌지 않았어요.',
      '직접 시도하셨다면 로그인해 주세요. 비밀번호를 잊으셨다면 로그인 화면에서 새로 정할 수 있어요.',
    ],
    action: { label: '로그인', url },
    note: '직접 시도하지 않으셨다면 이 메일은 무시하셔도 돼요.',
  }),
  'change-address': ({ url }, brand) => ({
    subject: `${brand.name} 계정의 새 이메일 주소를 확인해 주세요`,
    paragraphs: [
      '안녕하세요.',
      `${brand.name} 계정의 이메일 주소를 이 메일을 받은 주소로 바꿔 달라고 요청하셨어요. 아래 링크에서 확인해 주세요.`,
    ],
    action: { label: '이 주소로 바꾸기', url },
    note: '링크는 24시간 안에 한 번만 쓸 수 있어요. 직접 요청하지 않으셨다면 이 메일은 무시하셔도 돼요. 링크를 누르지 않으면 아무것도 바뀌지 않아요.',
  }),
  'address-changed': ({ name, address, url }, brand) => ({
    subject: `${brand.name} 계정의 이메일 주소가 바뀌었어요`,
    paragraphs: [
      `${name}님, 안녕하세요.`,
      `계정의 이메일 주소가 바뀌었어요. 앞으로 메일은 이 주소가 아니라 ${address} 주소로 보내 드려요.`,
    ],
    action: { label: '문의하기', url },
    note: '직접 바꾸지 않으셨다면 바로 문의해 주세요.',
  }),
  'password-changed': ({ name, at, revokedKeys, url }, brand) => ({
    subject: `${brand.name} 계정의 비밀번호가 변경됐어요`,
    paragraphs: [
      `${name}님, 안녕하세요.`,
      `${formatMoment(at, LOCALE)}(한국 시간)에 비밀번호가 변경됐어요. 다른 기기에서는 모두 로그아웃됐어요.`,
      ...(revokedKeys > 0 ? [`폐기한 API 키: ${revokedKeys}개`] : []),
    ],
    action: { label: '비밀번호 재설정', url },
    note: '직접 바꾸지 않으셨다면 지금 비밀번호를 재설정하고 API 키를 폐기해 주세요.',
  }),
  'new-sign-in': ({ name, at, device, url }, brand) => ({
    subject: `새 브라우저에서 ${brand.name} 계정에 로그인했어요`,
    paragraphs: [
      `${name}님, 안녕하세요.`,
      `${formatMoment(at, LOCALE)}(한국 시간)에 새 브라우저에서 계정에 로그인한 기록이 있어요.`,
      ...(device ? [`기기: ${device.system}의 ${device.browser}`] : []),
    ],
    action: { label: '기기 확인', url },
    note: '직접 로그인하셨다면 이 메일은 무시하셔도 돼요. 아니라면 지금 비밀번호를 바꿔 주세요. 그러면 다른 기기에서는 모두 로그아웃돼요.',
  }),
  'sign-in-connected': ({ name, url }, brand) => ({
    subject: `${brand.name} 계정에 새 로그인 방법이 연결됐어요`,
    paragraphs: [hello(name), '소속 조직의 로그인 서비스가 계정에 연결됐어요. 이제 그 서비스로도 로그인할 수 있어요.'],
    action: { label: '계정 열기', url },
    note: '직접 연결하지 않으셨다면 비밀번호를 바꾸고 바로 문의해 주세요. 비밀번호를 바꾸면 연결이 끊겨요.',
  }),
  receipt: ({ name, amount, currency, paymentId, paidAt, paidFrom, paidUntil, renews, url, ...product }, brand) => ({
    subject: `${brand.name} 결제 영수증`,
    paragraphs: [
      `${name}님, 안녕하세요.`,
      '결제가 완료됐어요. 이용해 주셔서 감사해요.',
      `${productName(product)}: ${formatMoney(amount, currency, LOCALE)}, 결제 시각 ${formatMoment(paidAt, LOCALE)}(한국 시간)`,
      product.plan
        ? `이용 기간은 ${formatDay(paidFrom, LOCALE)}부터 ${formatDay(paidUntil, LOCALE)}까지예요. ${renews ? '계정 페이지에서 해지하기 전까지 자동으로 갱신돼요.' : '기간이 끝나면 자동으로 종료되고, 추가로 결제되지 않아요.'}`
        : `이 크레딧은 요금제와 관계없이 ${formatDay(paidUntil, LOCALE)}까지 쓸 수 있어요. 추가로 결제되지 않아요.`,
    ],
    action: { label: '영수증 인쇄', url },
    note: `결제 번호: ${paymentId}`,
  }),
  refund: ({ name, amount, currency, paymentId, refundedAt, ...product }, brand) => ({
    subject: `${brand.name} 환불 안내`,
    paragraphs: [
      `${name}님, 안녕하세요.`,
      `${productName(product)} 결제 금액(${formatMoney(amount, currency, LOCALE)})을 ${formatMoment(refundedAt, LOCALE)}(한국 시간)에 환불했어요. ${product.plan ? '요금제를 종료하고 남은 크레딧을 회수했어요.' : '크레딧도 회수했어요.'}`,
    ],
    note: `결제 번호: ${paymentId}. 환불 금액이 들어오기까지 며칠 걸릴 수 있어요.`,
  }),
  'contact-answer': ({ number, askedAt, answer }, brand) => ({
    subject: `${brand.name}에 보내신 문의(#${number})에 답변드려요`,
    paragraphs: ['안녕하세요.', ...answer.split(/\n{2,}/)],
    note: `${formatDay(askedAt, LOCALE)}에 보내신 문의에 대한 답변이에요.`,
  }),
  'money-alert': ({ what, number, command }, brand) => ({
    subject: `${brand.name}: 결제 확인 필요(${what})`,
    paragraphs: [
      number ? `확인이 필요한 결제가 있어요(${what}): ${number}` : `결제와 크레딧이 서로 맞지 않아요(${what}).`,
      command
        ? `다음 단계: ${command}`
        : number
          ? `자세히 보기: bakkum admin payments history ${number}`
          : '자세히 보기: bakkum admin money',
    ],
    note: '문제마다 한 번만 메일을 보내요. 반복되는 내용은 로그에서 볼 수 있어요.',
  }),
  'image-report': ({ number, reason }, brand) => ({
    subject: `${brand.name}: 이미지 신고 ${number}번 (${reason})`,
    paragraphs: [
      `이미지나 거절된 프롬프트에 대한 신고가 들어왔어요 (${reason}).`,
      `자세히 보기: bakkum admin images reports ${number}`,
    ],
    note: '이 이메일은 계정마다 하루에 한 번만 보내요. bakkum admin images reports에서 처리하지 않은 신고를 모두 볼 수 있어요.',
  }),
  'renewal-failed': ({ name, plan, amount, currency, retryAt, endsAt, url }, brand) => ({
    subject: `${brand.name} 요금제를 갱신하지 못했어요`,
    paragraphs: [
      hello(name),
      `PayPal에서 ${PLANS[plan]} 요금(${formatMoney(amount, currency, LOCALE)})을 결제하지 못했어요. 요금제는 당분간 그대로 쓸 수 있지만, 쓰지 않은 크레딧은 다음 주기로 넘어가지 않아요.`,
      retryAt
        ? `PayPal이 ${formatDay(retryAt, LOCALE)}에 결제를 다시 시도해요. 그전에 PayPal에서 카드나 잔액을 확인해 주세요.`
        : 'PayPal에서 카드나 잔액을 확인해 주세요.',
      `${formatDay(endsAt, LOCALE)}까지 결제되지 않으면 구독이 종료돼요. 따로 내야 할 금액은 없어요.`,
    ],
    action: { label: '구독 확인', url },
    note: '갱신에 실패할 때마다 한 번만 보내는 메일이에요.',
  }),
  'renewal-ahead': ({ name, plan, amount, currency, chargeAt, url }, brand) => ({
    subject: `${brand.name} 요금제가 ${formatDay(chargeAt, LOCALE)}에 갱신돼요`,
    paragraphs: [
      hello(name),
      `${PLANS[plan]} 요금제가 ${formatDay(chargeAt, LOCALE)}에 갱신되고, PayPal에서 요금(${formatMoney(amount, currency, LOCALE)})이 결제돼요.`,
      '더 이용하지 않으려면 그전에 구독을 해지해 주세요. 이미 결제한 기간은 그대로 쓸 수 있어요.',
    ],
    action: { label: '구독 확인', url },
    note: '연간 요금제가 갱신되기 일주일 전에 한 번만 보내는 메일이에요.',
  }),
  'subscription-ended': ({ name, plan, why, paidUntil, url }, brand) => ({
    subject: `${brand.name} 구독이 종료됐어요`,
    paragraphs: [
      hello(name),
      `${ENDED[why]} ${PLANS[plan]} 구독이 종료됐어요. ${why === 'mismatch' ? '결제된 금액은 전액 환불하고 있어요. ' : ''}앞으로는 요금이 결제되지 않아요.`,
      paidUntil
        ? `${formatDay(paidUntil, LOCALE)}까지 요금제와 크레딧을 그대로 쓸 수 있어요.`
        : '계정은 무료 요금제로 계속 쓸 수 있어요.',
    ],
    action: { label: '계정 보기', url },
    note: '구독이 잘못 종료된 것 같다면 문의 페이지에서 알려 주세요.',
  }),
  'plan-ending': ({ name, plan, endsAt, credits, url }, brand) => ({
    subject: `${brand.name} 요금제가 ${formatDay(endsAt, LOCALE)}에 끝나요`,
    paragraphs: [
      `${name}님, 안녕하세요.`,
      `${PLANS[plan]} 요금제가 ${formatMoment(endsAt, LOCALE)}(한국 시간)에 끝나요. 자동으로 갱신되거나 결제되지 않아요.`,
      credits === 0
        ? '지금 다시 결제하시면 요금제가 끝나는 날부터 이어서 쓸 수 있어요.'
        : `남은 크레딧 ${credits}개는 그때까지 쓰지 않으면 사라져요. 지금 다시 결제하시면 요금제가 끝나는 날부터 이어서 쓸 수 있어요.`,
    ],
    action: { label: '요금제 보기', url },
    note: '요금제가 끝나기 사흘 전에 한 번만 보내는 메일이에요.',
  }),
  'cycle-ending': ({ name, credits, resetsAt, renews = true, url }, brand) => ({
    subject: `크레딧 ${credits}개를 ${formatDay(resetsAt, LOCALE)}까지 쓸 수 있어요`,
    paragraphs: [
      `${name}님, 안녕하세요.`,
      renews
        ? `${brand.name} 크레딧이 ${formatMoment(resetsAt, LOCALE)}(한국 시간)에 새로 채워져요. 남은 크레딧 ${credits}개는 다음 주기로 넘어가지 않아요.`
        : `쓰지 않은 ${brand.name} 크레딧 ${credits}개가 ${formatMoment(resetsAt, LOCALE)}(한국 시간)에 만료돼요.`,
    ],
    action: { label: '이미지 만들기', url },
    note: '크레딧이 남아 있을 때만 주기마다 한 번 보내는 메일이에요.',
  }),
  'cloud-invitation': ({ inviter, format, url }, brand) => ({
    subject: `${brand.name}에서 공유된 파일이 있어요`,
    paragraphs: [
      '안녕하세요.',
      `${inviter === undefined ? '누군가' : `${inviter}님이`} ${brand.name}에서 ${format} 형식으로 변환한 결과를 공유했어요.`,
      '이 메일을 받은 주소로 로그인하면 ‘나에게 공유된 파일’에서 결과를 볼 수 있어요. 계정은 무료로 만들 수 있어요.',
    ],
    action: { label: '공유된 파일 보기', url },
    note: '다른 사람이 보낸 파일은 위험할 수 있으니, 아는 사람이 보냈을 때만 열어 주세요. 모르는 사람이라면 이 메일은 무시하셔도 돼요.',
  }),
};
