/** Receipts as PDF, drawn by our own engine and judged by independent programs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as contract from '@bakkum/api-contract/billing/payments';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { judgePath } from '../../../../scripts/native-judges.mjs';
import { startTestServer, type TestServer, type Visitor } from '../../test-server.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'bakkum-receipt-'));
let server: TestServer;

beforeAll(async () => {
  server = await startTestServer(inject('postgresFolder'), {
    OPERATOR_NAME: '주식회사 바꿈 <Ltd> & "Co"',
    OPERATOR_ADDRESS: '서울특별시 마포구 어느길 12, 3층',
    OPERATOR_REGISTRATION: '123-45-67890',
    OPERATOR_SALES_REGISTRATION: '제2026-서울마포-0001호',
    OPERATOR_CONTACT: 'help@example.com',
    OPERATOR_TAX_PERCENT: '10',
    OPERATOR_TAX_NAME: '부가가치세',
  });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function bought({ cookie }: Visitor, product: contract.Product): Promise<string> {
  const found = await server.send(cookie, 'GET', `payments/offers?product=${product}`);
  const [offer] = contract.offersResponse.parse(await found.json()).offers;
  const request = { product, start: offer?.start, amount: offer?.amount, locale: 'ko' };
  const begun = contract.checkoutResponse.parse(await (await server.send(cookie, 'POST', 'payments', request)).json());
  const body = new URLSearchParams({ choice: 'pay', outcome: 'paid' });
  const agreed = await fetch(begun.approveUrl ?? '', { method: 'POST', body, redirect: 'manual' });
  const order = new URL(agreed.headers.get('Location') ?? '').searchParams.get('token');
  await server.send(cookie, 'POST', 'payments/return', { order });
  return begun.paymentId;
}

describe('the receipt', () => {
  const [pdftotext, pdffonts, qpdf] = ['pdftotext', 'pdffonts', 'qpdf'].map((judge) => judgePath(judge) ?? '');

  it.skipIf(!pdftotext || !pdffonts || !qpdf)('is a valid PDF with embedded Hangul and the tax', async () => {
    const visitor = await server.someone('ko');
    const id = await bought(visitor, 'pack500');
    const response = await server.send(visitor.cookie, 'GET', `payments/${id}/receipt.pdf?locale=ko`);
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    const file = path.join(folder, 'receipt.pdf');
    writeFileSync(file, new Uint8Array(await response.arrayBuffer()));
    execFileSync(qpdf ?? '', ['--check', file]);
    const text = execFileSync(pdftotext ?? '', ['-layout', file, '-'], { encoding: 'utf8' });
    for (const line of [
      'Bakkum 영수증',
      `INV-${id}`,
      '크레딧 500개',
      '김민아',
      visitor.email,
      '주식회사 바꿈 <Ltd> & "Co"',
      '사업자등록번호: 123-45-67890',
      '통신판매업신고번호: 제2026-서울마포-0001호',
      'US$24',
      '부가가치세 10% 포함',
      'US$2.18',
      '데모 결제예요.',
    ])
      expect(text).toContain(line);
    const fonts = execFileSync(pdffonts ?? '', [file], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .slice(2);
    expect(fonts.length).toBeGreaterThan(0);
    // Embedded, a subset, and with a table that leads from glyphs to characters.
    for (const font of fonts) expect(font).toMatch(/\byes yes yes\b/);
  });

  it('belongs to its buyer, and exists only for completed payments', async () => {
    const [visitor, stranger] = [await server.someone(), await server.someone()];
    const id = await bought(visitor, 'pack100');
    expect((await server.send(stranger.cookie, 'GET', `payments/${id}/receipt.pdf`)).status).toBe(404);
    expect((await server.send('', 'GET', `payments/${id}/receipt.pdf`)).status).toBe(401);
    const request = { product: 'pack100', start: 'now', amount: '5.00', locale: 'en' };
    const open = contract.checkoutResponse.parse(await (await server.send(stranger.cookie, 'POST', 'payments', request)).json());
    expect((await server.send(stranger.cookie, 'GET', `payments/${open.paymentId}/receipt.pdf`)).status).toBe(404);
  });
});
