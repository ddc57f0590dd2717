/** The page that opens the payment window of a Korean gateway. */
export const paymentWindow = {
  title: 'Payment',
  heading: 'Choose how to pay',
  test: 'Test mode: no money is charged.',
  order: 'Your order',
  card: 'Pay by card',
  kakaopay: 'Pay with KakaoPay',
  tosspay: 'Pay with Toss Pay',
  opening: 'Opening the payment window…',
  failed: 'The payment window couldn’t be opened. Try again, or choose another way to pay.',
  blocked: 'The payment window couldn’t be loaded. Turn off your ad blocker for this page, and reload it.',
  noScript: 'The payment window needs JavaScript. Turn it on and reload the page.',
  note: 'PortOne opens the window of the payment company. We never see your card number.',
  back: 'Go back without paying',
} as const;
