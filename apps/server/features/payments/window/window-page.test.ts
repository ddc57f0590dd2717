import type { PaymentWindow } from '@bakkum/payment/provider';
import { createClient } from '@bakkum/provider-payment-portone/client';
import { describe, expect, it } from 'vitest';
import { windowHeaders, windowPage } from './window-page.ts';

const PAYMENT = '0f8fad5b-d9cb-469f-a165-70867728950e';

function opened(scripts: string, description = 'Monthly Pro'): PaymentWindow {
  const client = createClient({ storeId: 'store-1', secret: 'api-secret', webhookSecret: 'whsec_x', card: 'channel-1', scripts });
  const money = { minor: 29_000, currency: 'KRW' };
  const found = client.window?.({
    paymentId: PAYMENT,
    description,
    money,
    locale: 'en',
    returnUrl: 'https://site.example/payment',
  });
  if (!found) throw new Error('no window');
  return found;
}

function sourcesOf(window: PaymentWindow, directive: string): readonly string[] {
  const policy = windowHeaders(window)['Content-Security-Policy'] ?? '';
  const [, ...sources] =
    policy
      .split('; ')
      .find((part) => part.startsWith(`${directive} `))
      ?.split(' ') ?? [];
  return sources;
}

describe('the policy of the payment window', () => {
  const window = opened('static.tosspayments.com');

  it('allows scripts of PortOne and the gateway, and ours by hash', () => {
    const [sdk, ...others] = sourcesOf(window, 'script-src');
    expect(sdk).toBe('https://cdn.portone.io');
    expect(others.slice(0, -1)).toEqual(['https://static.tosspayments.com']);
    expect(others.at(-1)).toMatch(/^'sha256-/);
  });

  it('lets scripts send nothing to this server', () => {
    for (const directive of ['connect-src', 'script-src', 'form-action', 'img-src', 'worker-src']) {
      expect(sourcesOf(window, directive)).not.toContain("'self'");
    }
    for (const directive of ['connect-src', 'script-src', 'form-action', 'worker-src'])
      expect(sourcesOf(window, directive)).not.toContain('https:');
    expect(sourcesOf(window, 'connect-src').every((source) => /^https:\/\/[\w*-]+(\.[\w-]+)+$/.test(source))).toBe(true);
    expect(sourcesOf(window, 'default-src')).toEqual(["'none'"]);
    expect(sourcesOf(window, 'frame-ancestors')).toEqual(["'none'"]);
  });

  it('tells other sites the origin only, not the token in the address', () => {
    expect(windowHeaders(window)['Referrer-Policy']).toBe('strict-origin');
  });

  it('ignores hosts that would change it', () => {
    const policy = windowHeaders(opened("*; script-src * evil.example 'unsafe-inline' https://x.example"))[
      'Content-Security-Policy'
    ];
    expect(policy).not.toMatch(/script-src \*|unsafe-inline' https:\/\/x|; script-src .*; script-src/);
  });
});

it('passes the request to the script as data that cannot become markup', () => {
  const window = opened('', '</script><script>alert(1)</script>');
  const html = windowPage({
    ...{ locale: 'en', brand: '<b>Brand</b>', description: '<i>', amount: '₩29,000', window, test: false },
    returnUrl: 'https://site.example/payment?plan=monthly',
    cancelUrl: 'https://site.example/payment?"><script>',
  });
  expect(html.match(/<script/g)).toHaveLength(3);
  expect(html).not.toMatch(/<b>|<i>|alert\(1\)<\/script>/);
  const [, json = ''] = /id="payment">(.*?)<\/script>/.exec(html) ?? [];
  expect(JSON.parse(json)).toMatchObject({
    requests: { card: { paymentId: PAYMENT, totalAmount: 29_000, channelKey: 'channel-1' } },
  });
  expect(html).not.toContain('api-secret');
});
