import { expect, it } from 'vitest';
import { linkedUrl, MAX_ADDRESS_LENGTH, MAX_LINK_LENGTH, permissionFor } from './linked-address.ts';

it.each([
  'javascript:alert(1)',
  'file:///etc/passwd',
  'blob:https://a.example/1',
  'chrome-extension://a/page.html',
  'ftp://a.example/b.hwp',
  'view-source:https://a.example/',
  'a.hwp',
  // In a permission, these hosts mean every site, or every one of a domain.
  'https://*/a.hwp',
  'https://*.example/a.hwp',
  '',
  `data:image/png,${'a'.repeat(MAX_ADDRESS_LENGTH)}`,
  `https://a.example/${'a'.repeat(MAX_LINK_LENGTH)}.hwp`,
])('never downloads from %.60s', (address) => {
  expect(linkedUrl(address)).toBeUndefined();
});

it('drops a username and a password', () => {
  expect(linkedUrl('https://user:secret@a.example/b.hwp')?.href).toBe('https://a.example/b.hwp');
});

it('asks for access to one site, or to none if the URL contains the file', () => {
  const origins = (address: string): readonly string[] | undefined => permissionFor(new URL(address))?.origins;
  expect(origins('https://a.example:8443/b/c.hwp?d=e')).toEqual(['https://a.example/*']);
  expect(origins('http://127.0.0.1:4000/b.png')).toEqual(['http://127.0.0.1/*']);
  expect(origins('data:image/png;base64,AAAA')).toBeUndefined();
});
