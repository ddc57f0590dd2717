import { expect, it } from 'vitest';
import { isOwnAddress } from './own-address.ts';

it('allows the host of the service, and its other regions', () => {
  expect(isOwnAddress('https://api.bfl.ai/v1/get_result?id=1', 'https://api.bfl.ai')).toBe(true);
  expect(isOwnAddress('https://api.eu1.bfl.ai/v1/get_result?id=1', 'https://api.bfl.ai')).toBe(true);
  expect(isOwnAddress('http://127.0.0.1:1/bfl/v1/get_result?id=1', 'http://127.0.0.1:1/bfl')).toBe(true);
});

it.each([
  'https://api.bfl.ai.evil.example/v1/get_result',
  'https://evilbfl.ai/v1/get_result',
  'http://api.eu1.bfl.ai/v1/get_result',
  'https://api.eu1.bfl.ai:8443/v1/get_result',
  'https://evil.example/.bfl.ai',
  'https://api.bfl.ai@evil.example/',
  'not an address',
])('refuses %s', (address) => {
  expect(isOwnAddress(address, 'https://api.bfl.ai')).toBe(false);
});

it('does not send the key of another server to the vendor', () => {
  expect(isOwnAddress('https://api.bfl.ai/v1/get_result', 'http://localhost:8080')).toBe(false);
});
