import type { ModelView, StudioView } from '@bakkum/api-contract/images/images';
import { RESOLUTIONS } from '@bakkum/studio-options/resolutions';
import { expect, it } from 'vitest';
import { EMPTY_STUDIO, type StudioState } from '../studio-state.ts';
import { FIRST_DRAFT } from './draft.ts';
import { isFree, obstacleTo, orderPrice } from './use-order.ts';

const ALL_SIZES = RESOLUTIONS.filter(({ width }) => width <= 2048).map(({ id, credits }) => ({ id, credits }));
const model = (changes: Partial<ModelView>): ModelView => ({
  id: 'one',
  name: 'One',
  service: 'one',
  serviceName: 'One',
  resolutions: ALL_SIZES,
  creditRate: 1,
  languages: ['en', 'ko'],
  moderated: true,
  design: false,
  seed: true,
  negativePrompt: true,
  edit: 'none',
  mask: false,
  livePreview: false,
  needsConsent: false,
  ...changes,
});
const studio = (tier: StudioView['tier'], ...models: ModelView[]): StudioState => ({
  ...EMPTY_STUDIO,
  studio: {
    tier,
    models,
    refine: { edit: false, mask: false, extend: false, removeBackground: false },
    receivers: [],
    checksImages: false,
    translates: false,
  },
});

const draft = { ...FIRST_DRAFT, prompt: 'a red fox' };
const rich = { current: 100, free: false, consent: '' };
const premium = studio('premium', model({}));

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
  expect(obstacleTo({ ...draft, resolution: '2048x2048' }, studio('free', model({})), rich)).toBe('premium');
  expect(obstacleTo({ ...draft, count: 8 }, premium, rich)).toBe('premium');
});

it('asks for consent before a prompt is sent in a URL', () => {
  const asking = studio('premium', model({ needsConsent: true }), model({ id: 'two' }));
  const chosen = { ...draft, model: 'one' };
  expect(obstacleTo(chosen, asking, rich)).toBe('consent');
  expect(obstacleTo(chosen, asking, { ...rich, consent: 'one' })).toBeUndefined();
  expect(obstacleTo(draft, asking, rich)).toBeUndefined();
});

it('asks for no consent for designs', () => {
  const designs = studio('free', model({ design: true }));
  expect(isFree(draft, designs)).toBe(true);
  expect(obstacleTo(draft, designs, { ...rich, current: 0, free: true })).toBeUndefined();
  expect(isFree(draft, premium)).toBe(false);
  expect(isFree({ model: 'two' }, studio('premium', model({}), model({ id: 'two', design: true })))).toBe(true);
});

it('is priced by the model that will draw it, and blocked where none can', () => {
  const english = model({ resolutions: [{ id: '1024x1024', credits: 2 }], languages: ['en'] });
  const dear = model({
    id: 'two',
    resolutions: [
      { id: '1024x1024', credits: 4 },
      { id: '2048x2048', credits: 12 },
    ],
  });
  const both = studio('premium', english, dear, model({ id: 'design', design: true }));
  const korean = { ...draft, prompt: '눈 속의 여우' };
  expect([draft, korean, { ...draft, resolution: '2048x2048' as const }].map((one) => orderPrice(one, both))).toEqual([2, 4, 12]);
  expect(obstacleTo({ ...korean, model: 'one' }, both, rich)).toBe('language');
  expect(obstacleTo({ ...draft, model: 'one', resolution: '2048x2048' }, both, rich)).toBe('size');
  expect(obstacleTo(korean, studio('premium', english), rich)).toBe('language');
  expect(obstacleTo(korean, both, { ...rich, current: 3 })).toBe('too-few');
});
