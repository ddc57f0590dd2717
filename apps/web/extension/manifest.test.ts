import { expect, it } from 'vitest';
import { BROWSERS, manifestOf } from './manifest.ts';
import { localeFiles } from './pack/locales.ts';

it.each(BROWSERS)('requests only menus and session storage at installation in %s', (browser) => {
  const manifest = manifestOf({ browser, brand: 'Bakkum', version: '1.2' });
  expect(manifest).toMatchObject({ manifest_version: 3, permissions: ['contextMenus', 'storage'] });
  for (const absent of ['host_permissions', 'content_scripts', 'web_accessible_resources', 'externally_connectable'])
    expect(manifest).not.toHaveProperty(absent);
});

it.each(BROWSERS)('runs only its own code in %s', (browser) => {
  const { content_security_policy: policy } = manifestOf({ browser, brand: 'Bakkum', version: '1.2' });
  const { extension_pages: text = '' } = policy as { extension_pages?: string };
  expect(text).toContain("default-src 'none'; script-src 'self' 'wasm-unsafe-eval';");
  expect(text).not.toMatch(/'unsafe-(inline|eval)'|script-src[^;]*https?:|\*/);
});

it.each(BROWSERS)('has every text that the manifest names for %s, in both languages', (browser) => {
  const manifest = JSON.stringify(manifestOf({ browser, brand: 'Bakkum', version: '1.2' }));
  const names = [...manifest.matchAll(/__MSG_(\w+)__/g)].map(([, name = '']) => name);
  expect(names.length).toBeGreaterThan(0);
  for (const file of localeFiles().values()) expect(Object.keys(JSON.parse(file))).toEqual(expect.arrayContaining(names));
});

it('has a description within the 132 characters that stores accept', () => {
  for (const file of localeFiles().values()) {
    const { browserDescription } = JSON.parse(file) as { browserDescription: { message: string } };
    expect(browserDescription.message.length).toBeLessThanOrEqual(132);
  }
});
