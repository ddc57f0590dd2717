import type { ProviderView, StudioView } from '@bakkum/api-contract/images/images';
import { expect, it } from 'vitest';
import { EMPTY_STUDIO, type StudioState } from '../studio-state.ts';
import { FIRST_DRAFT } from './draft.ts';
import { canRefine, isFree, obstacleTo } from './use-order.ts';

const provider = (changes: Partial<ProviderView>): ProviderView => ({
  id: 'one',
  name: 'One',
  design: false,
  seed: true,
  negativePrompt: true,
  edit: false,
  mask: false,
  needsConsent: false,
  ...changes,
});
const studio = (tier: StudioView['tier'], ...providers: ProviderView[]): StudioState => ({
  ...EMPTY_STUDIO,
  studio: { tier, providers, refine: { edit: false, mask: false } },
});

const draft = { ...FIRST_DRAFT, prompt: 'a red fox' };
const rich = { current: 100, free: false, consent: '' };
const premium = studio('premium', provider({}));

it('allows an order that is valid and affordable', () => {
  expect(obstacleTo(draft, premium, rich)).toBeUndefined();
  expect(obstacleTo(draft, premium, { ...rich, current: 2 })).toBeUndefined();
});

it('reports why it is blocked: the three reasons of the specification first', () => {
  expect(obstacleTo({ ...draft, prompt: ' \n' }, premium, rich)).toBe('blank');
  expect(obstacleTo(draft, { ...premium, ordering: true }, rich)).toBe('sending');
  expect(obstacleTo({ ...draft, prompt: '' }, premium, { ...rich, current: 0 })).toBe('no-credits');
});

it('reports limits of the plan and of the credits', () => {
  expect(obstacleTo(draft, premium, { ...rich, current: 1 })).toBe('too-few');
  expect(obstacleTo({ ...draft, resolution: '2048x2048' }, studio('free', provider({})), rich)).toBe('premium');
  expect(obstacleTo({ ...draft, count: 8 }, premium, rich)).toBe('premium');
});

it('asks for consent before a prompt is sent in a URL', () => {
  const asking = studio('premium', provider({ needsConsent: true }), provider({ id: 'two' }));
  const chosen = { ...draft, provider: 'one' };
  expect(obstacleTo(chosen, asking, rich)).toBe('consent');
  expect(obstacleTo(chosen, asking, { ...rich, consent: 'one' })).toBeUndefined();
  expect(obstacleTo(draft, asking, rich)).toBeUndefined();
});

it('asks for no consent for designs', () => {
  const designs = studio('free', provider({ design: true }));
  expect(isFree(draft, designs)).toBe(true);
  expect(obstacleTo(draft, designs, { ...rich, current: 0, free: true })).toBeUndefined();
  expect(isFree(draft, premium)).toBe(false);
  expect(isFree({ provider: 'two' }, studio('premium', provider({}), provider({ id: 'two', design: true })))).toBe(true);
  expect([canRefine(0, true), canRefine(0, false), canRefine(1, false)]).toEqual([true, false, true]);
});
