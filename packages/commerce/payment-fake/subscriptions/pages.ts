/** Pages where the buyer approves a subscription, and where it is charged or cancelled at the service. They need no script. */
import { escapeHtml } from '@bakkum/markup/escape';
import { BUYER_COOKIE, payerIdOf } from '../buyers.ts';
import type { Desk } from '../desk.ts';
import { approve, subscriptionTools } from './fake-subscriptions.ts';
import type { FakeSubscription } from './store.ts';
import { tokenOf } from './views.ts';

const WORDS = {
  en: {
    title: 'Test payment service',
    banner: 'Test mode: this is not PayPal, and no money is charged.',
    to: 'Pay to',
    every: 'every {days} days, from {date}',
    what: 'Choose an outcome',
    pays: 'Every charge succeeds',
    'renewals-declined': 'Charges after the first one are declined',
    'other-amount': 'A different amount is charged',
    agree: 'Agree and subscribe',
    cancel: 'Cancel and return',
    over: 'This subscription is already approved.',
    back: 'Return',
    manage: 'Automatic payments',
    status: 'Status',
    next: 'Next charge',
    charge: 'Charge the next cycle now',
    fail: 'Charge now, and be declined',
    end: 'Cancel automatic payments',
  },
  ko: {
    title: '모의 PayPal',
    banner: '테스트 모드예요. 실제 PayPal이 아니고, 실제로 결제되지 않아요.',
    to: '받는 곳',
    every: '{date}부터 {days}일마다',
    what: '결제 결과 선택',
    pays: '매번 결제 성공',
    'renewals-declined': '두 번째 결제부터 거절',
    'other-amount': '다른 금액으로 결제',
    agree: '동의하고 구독',
    cancel: '취소하고 돌아가기',
    over: '이미 승인한 구독이에요.',
    back: '돌아가기',
    manage: '자동 결제',
    status: '상태',
    next: '다음 결제',
    charge: '다음 결제를 지금 진행',
    fail: '지금 결제하고 거절',
    end: '자동 결제 해지',
  },
} as const;
const BEHAVIOURS = ['pays', 'renewals-declined', 'other-amount'] as const;

const langOf = ({ locale }: FakeSubscription) => (locale.startsWith('ko') ? 'ko' : 'en');

const notFound = (): Response =>
  new Response('No such subscription.', { status: 404, headers: { 'Content-Type': 'text/plain' } });

/** Shows the approval page and handles the buyer's choice. */
export async function approveSubscription(desk: Desk, request: Request, buyer: string): Promise<Response> {
  const token = new URL(request.url).searchParams.get('ba_token') ?? '';
  const id = `I-${token.slice(3)}`;
  const found = /^BA-[A-Z0-9]{12}$/.test(token) ? await desk.subscriptions.read(id) : undefined;
  if (!found) return notFound();
  const cookie = { 'Set-Cookie': `${BUYER_COOKIE}=${buyer}; Path=${new URL(request.url).pathname}; HttpOnly; SameSite=Lax` };
  if (request.method !== 'POST') return html(approvalPage(found), cookie);
  const form = new URLSearchParams(await request.text());
  const { returnUrl, cancelUrl } = found.revision ?? found;
  const isCancelled = form.get('choice') === 'cancel';
  const behaviour = BEHAVIOURS.find((one) => one === form.get('outcome')) ?? 'pays';
  if (!isCancelled) await approve(desk, id, { payerId: payerIdOf(buyer), behaviour });
  const url = new URL(isCancelled ? cancelUrl : returnUrl);
  for (const [name, value] of [
    ['subscription_id', id],
    ['ba_token', token],
    ['token', token],
  ] as const)
    url.searchParams.set(name, value);
  return new Response(null, { status: 303, headers: { ...cookie, Location: url.href } });
}

/** Shows the page where the buyer manages a subscription, with buttons that make a charge due now. */
export async function manageSubscription(desk: Desk, request: Request): Promise<Response> {
  const id = new URL(request.url).searchParams.get('id') ?? '';
  const found = /^I-[A-Z0-9]{12}$/.test(id) ? await desk.subscriptions.read(id) : undefined;
  if (!found) return notFound();
  if (request.method !== 'POST') return html(managementPage(found));
  const tools = subscriptionTools(desk);
  const choice = new URLSearchParams(await request.text()).get('choice');
  if (choice === 'end') await tools.cancel(id);
  if (choice === 'charge' || choice === 'fail') {
    await tools.change(id, { behaviour: choice === 'fail' ? 'renewals-declined' : 'pays' });
    await tools.charge(id);
  }
  return new Response(null, { status: 303, headers: { Location: `automatic-payments?id=${id}` } });
}

function html(text: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, { headers: { ...headers, 'Content-Type': 'text/html; charset=utf-8' } });
}

function approvalPage(subscription: FakeSubscription): string {
  const lang = langOf(subscription);
  const words = WORDS[lang];
  const isOpen = subscription.status === 'APPROVAL_PENDING' || subscription.revision !== undefined;
  const choices = BEHAVIOURS.map(
    (name) =>
      `<label><input type="radio" name="outcome" value="${name}"${name === 'pays' ? ' checked' : ''}>${words[name]}</label>`,
  ).join('\n');
  const body = isOpen
    ? `<fieldset><legend>${words.what}</legend>
${choices}
</fieldset>
<button name="choice" value="pay">${words.agree}</button>
<button name="choice" value="cancel">${words.cancel}</button>`
    : `<p>${words.over}</p>
<button name="choice" value="pay">${words.back}</button>`;
  return page(
    subscription,
    words.title,
    `<form method="post" action="subscribe?ba_token=${tokenOf(subscription.id)}">\n${body}\n</form>`,
  );
}

function managementPage(subscription: FakeSubscription): string {
  const lang = langOf(subscription);
  const words = WORDS[lang];
  const { id, status, nextAt } = subscription;
  const isCharging = status === 'ACTIVE' || status === 'SUSPENDED';
  const button = (value: string, label: string): string => `<button name="choice" value="${value}">${label}</button>`;
  const buttons = [
    ...(status === 'ACTIVE' ? [button('charge', words.charge), button('fail', words.fail)] : []),
    ...(isCharging ? [button('end', words.end)] : []),
  ].join('\n');
  return page(
    subscription,
    words.manage,
    `<p>${words.status}: ${status}${isCharging ? `<br>${words.next}: ${dateOf(lang, nextAt)}` : ''}</p>
<form method="post" action="automatic-payments?id=${id}">
${buttons}
</form>`,
  );
}

function dateOf(lang: 'en' | 'ko', moment: string): string {
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(moment));
}

function page(subscription: FakeSubscription, heading: string, body: string): string {
  const lang = langOf(subscription);
  const words = WORDS[lang];
  const { brand, nextAt } = subscription;
  const { amount, days, name } = subscription.revision?.plan ?? subscription.plan;
  const sum = new Intl.NumberFormat(lang, { style: 'currency', currency: amount.currency_code }).format(Number(amount.value));
  const every = words.every.replace('{days}', String(days)).replace('{date}', dateOf(lang, nextAt));
  return `<!doctype html>
<html lang="${lang}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${words.title}</title><link rel="stylesheet" href="checkoutnow.css"></head>
<body><main>
<p class="banner" role="note">${words.banner}</p>
<h1>${heading}</h1>
<p>${words.to}: ${escapeHtml(brand)}<br>${escapeHtml(name)}</p>
<p class="sum">${escapeHtml(sum)}</p>
<p>${every}</p>
${body}
</main></body>
</html>
`;
}
