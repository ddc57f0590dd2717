import { expect, it } from 'vitest';
import { ownPath } from './own-path.ts';

it('accepts paths of this site', () => {
  expect([ownPath('/account'), ownPath('/ko/ai-generator?x=1#y')]).toEqual(['/account', '/ko/ai-generator?x=1#y']);
});

it.each([
  null,
  '',
  'account',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'https://elsewhere.example',
  'javascript:alert(1)',
  '/\t/x',
])('rejects %j', (given) => {
  expect(ownPath(given)).toBeUndefined();
});
