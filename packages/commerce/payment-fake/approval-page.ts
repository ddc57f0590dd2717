import { escapeHtml } from '@bakkum/markup/escape';
import { type FakeOrder, needsApproval } from './store.ts';

const WORDS = {
  en: {
    title: 'Test payment service',
    banner: 'Test mode: this is not PayPal, and no money is charged.',
    to: 'Pay to',
    what: 'Choose an outcome',
    paid: 'The payment succeeds',
    declined: 'The card is declined',
    pending: 'The payment is held for review',
    lost: 'The response is lost after the payment succeeds',
    'other-amount': 'A different amount is charged',
    pay: 'Pay now',
    cancel: 'Cancel and return',
    over: 'This order is already approved.',
    back: 'Return',
  },
  ko: {
    title: '모의 PayPal',
    banner: '테스트 모드예요. 실제 PayPal이 아니고, 실제로 결제되지 않아요.',
    to: '받는 곳',
    what: '결제 결과 선택',
    paid: '결제 성공',
    declined: '카드 거절',
    pending: '결제 검토 대기',
    lost: '결제 후 응답 없음',
    'other-amount': '다른 금액으로 결제',
    pay: '지금 결제',
    cancel: '취소하고 돌아가기',
    over: '이미 승인한 주문이에요.',
    back: '돌아가기',
  },
} as const;
const OUTCOMES = ['paid', 'declined', 'pending', 'lost', 'other-amount'] as const;

/** Served as a separate file, as the content security policy of the page forbids inline styles. */
export const STYLES = `:root{color-scheme:light dark;word-break:keep-all;font:16px/1.6 system-ui,'Apple SD Gothic Neo','Malgun Gothic',sans-serif}
body{margin:0;display:grid;place-items:start center;min-height:100vh;background:Canvas;color:CanvasText}
main{width:min(26rem,calc(100% - 2rem));margin:2rem 0}
.banner{background:#7a4b00;color:#fff;border-radius:.75rem;padding:.75rem 1rem;font-weight:600}
.sum{font-size:2rem;font-weight:700;margin:.25rem 0}
fieldset{border:1px solid GrayText;border-radius:.75rem;padding:.75rem 1rem;margin:1.5rem 0}
label{display:flex;gap:.6rem;align-items:center;min-height:2.75rem}
button{font:inherit;font-weight:600;width:100%;min-height:3rem;border-radius:.75rem;border:1px solid GrayText;margin-top:.75rem;cursor:pointer}
button[value=pay]{background:#17634d;color:#fff;border-color:#17634d}
`;

/** Renders the page where the buyer approves, in the language of the order. Needs no script. */
export function approvalPage(order: FakeOrder): string {
  const { id, amount, description, brand, locale } = order;
  const lang = locale.startsWith('ko') ? 'ko' : 'en';
  const words = WORDS[lang];
  const sum = new Intl.NumberFormat(lang, { style: 'currency', currency: amount.currency_code }).format(Number(amount.value));
  const choices = OUTCOMES.map(
    (name) =>
      `<label><input type="radio" name="outcome" value="${name}"${name === 'paid' ? ' checked' : ''}>${words[name]}</label>`,
  ).join('\n');
  const body = needsApproval(order)
    ? `<fieldset><legend>${words.what}</legend>
${choices}
</fieldset>
<button name="choice" value="pay">${words.pay}</button>
<button name="choice" value="cancel">${words.cancel}</button>`
    : `<p>${words.over}</p>
<button name="choice" value="pay">${words.back}</button>`;
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${words.title}</title><link rel="stylesheet" href="checkoutnow.css"></head>
<body><main>
<p class="banner" role="note">${words.banner}</p>
<h1>${words.title}</h1>
<p>${words.to}: ${escapeHtml(brand)}<br>${escapeHtml(description)}</p>
<p class="sum">${escapeHtml(sum)}</p>
<form method="post" action="checkoutnow?token=${escapeHtml(id)}">
${body}
</form>
</main></body>
</html>
`;
}
