import path from 'node:path';
import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

it('has a default for everything', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    dataDir: path.resolve('data'),
    brand: 'Bakkum',
    origin: 'http://localhost:3000',
    logLevel: 'info',
  });
});

it('takes what is set; empty counts as not set', () => {
  const settings = readSettings({
    PORT: '8080',
    HOST: '127.0.0.1',
    DATA_DIR: '/srv/data',
    BRAND_NAME: 'Turn',
    PUBLIC_ORIGIN: 'https://turn.example/',
    LOG_LEVEL: ' ',
  });
  expect(settings).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDir: path.resolve('/srv/data'),
    brand: 'Turn',
    origin: 'https://turn.example',
    logLevel: 'info',
  });
});

it.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['PUBLIC_ORIGIN', 'turn.example'],
  ['PUBLIC_ORIGIN', 'https://turn.example/app'],
  ['LOG_LEVEL', 'loud'],
])('names %s when it is %s', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name);
});

it('names every wrong variable at once', () => {
  expect(() => readSettings({ PORT: '-1', LOG_LEVEL: 'loud' })).toThrow(/PORT[\s\S]*LOG_LEVEL/);
});
