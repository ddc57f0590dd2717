/**
 * Replaces PortOne's browser SDK. It opens a dialog where a tester chooses what happens, and returns to the site as the SDK
 * does with `forceRedirect`.
 */
export const SDK_SCRIPT = `(() => {
  const base = new URL('.', document.currentScript.src);
  const korean = document.documentElement.lang === 'ko';
  const words = korean
    ? { title: '모의 결제창', banner: '테스트 모드예요. 실제로 결제되지 않아요.', paid: '결제 성공', declined: '카드 거절',
        pending: '결제 승인 대기', amount: '다른 금액으로 결제', close: '결제창 닫기' }
    : { title: 'Test payment window', banner: 'Test mode: no money is charged.', paid: 'The payment succeeds', declined: 'The card is declined',
        pending: 'The payment waits for approval', amount: 'A different amount is charged', close: 'Close the window' };

  const send = async (request, outcome) => {
    const body = JSON.stringify({ request, outcome });
    const response = await fetch(new URL('window', base), { method: 'POST', headers: { 'Content-Type': 'application/json' }, body });
    return response.json();
  };
  const back = (request, result) => {
    const url = new URL(request.redirectUrl);
    for (const [name, value] of Object.entries(result)) url.searchParams.set(name, value);
    location.assign(url);
    return new Promise(() => undefined);
  };
  const choose = (request) =>
    new Promise((resolve) => {
      const dialog = document.createElement('dialog');
      dialog.setAttribute('aria-label', words.title);
      const add = (kind, text) => dialog.appendChild(Object.assign(document.createElement(kind), { textContent: text }));
      add('h2', words.title);
      add('p', words.banner);
      add('p', request.orderName + ', ' + new Intl.NumberFormat(korean ? 'ko' : 'en', { style: 'currency', currency: request.currency }).format(request.totalAmount));
      const choices = { paid: words.paid, declined: words.declined, pending: words.pending, 'other-amount': words.amount, closed: words.close };
      for (const [outcome, text] of Object.entries(choices)) {
        const button = add('button', text);
        button.type = 'button';
        button.addEventListener('click', () => resolve(outcome));
      }
      dialog.addEventListener('cancel', () => resolve('closed'));
      document.body.append(dialog);
      dialog.showModal();
    });

  window.PortOne = {
    async requestPayment(request) {
      const opened = await send(request, 'opened');
      // As in the SDK, errors before the window opens are returned, without leaving the page.
      if (opened.code) return opened;
      return back(request, await send(request, await choose(request)));
    },
  };
})();
`;
