/** Opens the payment window with the service's script. Our only script on the page; its hash is allowed by the policy. */
export const WINDOW_SCRIPT = `(() => {
  const { requests, words, returnUrl } = JSON.parse(document.getElementById('payment').textContent);
  const buttons = [...document.querySelectorAll('button[data-means]')];
  const status = document.getElementById('status');
  const show = (text, isBusy) => {
    status.textContent = text;
    for (const button of buttons) button.disabled = isBusy;
  };
  const pay = async (means) => {
    if (!window.PortOne) return show(words.blocked, false);
    show(words.opening, true);
    try {
      const result = await window.PortOne.requestPayment(requests[means]);
      if (result && result.code) show(words.failed, false);
      else location.assign(returnUrl);
    } catch {
      show(words.failed, false);
    }
  };
  for (const button of buttons) button.addEventListener('click', () => void pay(button.dataset.means));
  addEventListener('pageshow', (event) => event.persisted && show('', false));
  if (!window.PortOne) show(words.blocked, false);
})();`;
