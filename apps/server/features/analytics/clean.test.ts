import { randomUUID } from 'node:crypto';
import type { SentEvent } from '@bakkum/api-contract/analytics';
import { describe, expect, it } from 'vitest';
import { sanitizeEvent } from './clean.ts';

const clean = (given: Partial<SentEvent>) =>
  sanitizeEvent({
    event: 'page_view',
    category: '',
    label: '',
    shared: false,
    session_id: randomUUID(),
    page_url: '/converter',
    ...given,
  });

describe('sanitizeEvent', () => {
  it.each([
    ['https://bakkum.example/ko/converter?from=secret.pdf#x', 'ko', '/converter'],
    ['/', 'en', '/'],
    ['/convert/jpg-to-png', 'en', '/convert/jpg-to-png'],
    ['/ko/convert/heic-to-pdf', 'ko', '/convert/heic-to-pdf'],
    ['/convert/secret-to-nothing', 'en', 'other'],
    ['/formats/jpeg', 'en', '/formats/jpg'],
    ['/convert/htm-to-pdf', 'en', '/convert/html-to-pdf'],
    ['/articles/pdf-or-docx', 'en', '/articles/pdf-or-docx'],
    ['/articles/my-tax-return', 'en', 'other'],
    ['/my-secret-page', 'en', 'other'],
    ['http://[', 'en', '/'],
  ])('a view of %s', (address, locale, label) => {
    expect(clean({ page_url: address })).toMatchObject({ locale, label, category: '' });
  });

  it('reduces a conversion to a format pair and a code', () => {
    expect(clean({ event: 'conversion_completed', label: 'jpg-to-png', category: 'my tax return', value: 1e12 })).toMatchObject({
      label: 'jpeg-to-png',
      category: '',
      value: 86_400_000,
    });
    expect(clean({ event: 'conversion_failed', label: 'tax.pdf', category: 'corrupt' })).toMatchObject({
      label: 'other',
      category: 'corrupt',
    });
    expect(clean({ event: 'conversion_failed', label: 'pdf-to-docx', category: 'tax.pdf' })).toMatchObject({
      label: 'pdf-to-docx',
      category: 'other',
    });
  });

  it('drops search terms and download names', () => {
    expect(clean({ event: 'search', label: 'how to hide money', page_url: '/ko/resources/help', value: 0 })).toMatchObject({
      label: '',
      category: '/resources/help',
      value: 0,
    });
    expect(clean({ event: 'file_download', label: 'tax.pdf', category: 'tax' })).toMatchObject({ label: '', category: '' });
  });

  it('keeps the counts of a visit at its end only', () => {
    const stats = { page_views: 2, conversions: 1, failures: 0, downloads: 0 };
    expect(clean({ event: 'session_end', value: 60, stats })).toMatchObject({ value: 60, stats });
    expect(clean({ event: 'page_view', stats })).not.toHaveProperty('stats');
  });

  it('keeps known links and articles only', () => {
    expect(clean({ event: 'footer_link_click', label: '/ko/faq' })).toMatchObject({ label: '/faq' });
    expect(clean({ event: 'footer_link_click', label: 'https://evil.example/' })).toMatchObject({ label: 'other' });
    expect(clean({ event: 'resource_view', label: 'pdf-or-docx' })).toMatchObject({ label: 'pdf-or-docx' });
    expect(clean({ event: 'resource_view', label: 'my-tax-return' })).toMatchObject({ label: 'other' });
    expect(clean({ event: 'resource_view', label: '<script>' })).toMatchObject({ label: 'other' });
  });
});
