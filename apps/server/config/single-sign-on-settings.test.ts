import { expect, it } from 'vitest';
import { readSettings } from './settings.ts';

const ISSUER = { OIDC_ISSUER: 'https://id.example/realms/staff', OIDC_CLIENT_ID: 'bakkum', OIDC_CLIENT_SECRET: 'secret' };

it('is off by default', () => {
  expect(readSettings({}).singleSignOn).toBeUndefined();
});

it('needs an issuer and a client, and has a default for the rest', () => {
  expect(readSettings(ISSUER).singleSignOn).toEqual({
    issuer: 'https://id.example/realms/staff',
    clientId: 'bakkum',
    clientSecret: 'secret',
    name: 'id.example',
    scopes: 'openid email profile',
    groupClaim: 'groups',
    groups: new Map(),
    admitsOutsiders: true,
    groupDays: 30,
    trustsEmail: false,
    linksAccounts: false,
    reachable: [],
  });
});

it.each([
  ['https://id.example/', 'https://id.example'],
  ['https://id.example', 'https://id.example'],
  ['https://id.example/realms/staff/', 'https://id.example/realms/staff/'],
])('names the issuer %s %s', (given, issuer) => {
  expect(readSettings({ ...ISSUER, OIDC_ISSUER: given }).singleSignOn?.issuer).toBe(issuer);
});

it('reads the limits of groups, whose names may contain most characters', () => {
  const OIDC_GROUPS = '/staff=free, 8b2e:pro team=pro,cn=engineers=enterprise:20000';
  expect(readSettings({ ...ISSUER, OIDC_GROUPS, OIDC_OUTSIDERS: 'refuse' }).singleSignOn).toMatchObject({
    groups: new Map([
      ['/staff', { tier: 'free' }],
      ['8b2e:pro team', { tier: 'pro' }],
      ['cn=engineers', { tier: 'enterprise', commandsPerHour: 20_000 }],
    ]),
    admitsOutsiders: false,
  });
});

it.each([
  ['OIDC_CLIENT_SECRET', { ...ISSUER, OIDC_CLIENT_SECRET: '' }],
  ['OIDC_ISSUER', { OIDC_NAME: 'Corp' }],
  ['OIDC_ISSUER', { ...ISSUER, OIDC_ISSUER: 'http://id.example' }],
  ['OIDC_ISSUER', { ...ISSUER, OIDC_ISSUER: 'http://localhost.example' }],
  ['OIDC_ISSUER', { ...ISSUER, OIDC_ISSUER: 'https://id.example/.well-known/openid-configuration' }],
  ['OIDC_ISSUER', { ...ISSUER, OIDC_ISSUER: 'id.example' }],
  ['OIDC_SCOPES', { ...ISSUER, OIDC_SCOPES: 'email' }],
  ['OIDC_GROUPS', { ...ISSUER, OIDC_GROUPS: 'staff' }],
  ['OIDC_GROUPS', { ...ISSUER, OIDC_GROUPS: 'staff=gold' }],
  ['OIDC_GROUPS', { ...ISSUER, OIDC_GROUPS: 'staff=pro:5' }],
  ['OIDC_GROUPS', { ...ISSUER, OIDC_GROUPS: 'staff=enterprise:0' }],
  ['OIDC_GROUPS', { ...ISSUER, OIDC_GROUPS: 'staff=pro,staff=free' }],
  ['OIDC_OUTSIDERS', { ...ISSUER, OIDC_OUTSIDERS: 'refuse' }],
  ['OIDC_OUTSIDERS', { ...ISSUER, OIDC_OUTSIDERS: 'maybe' }],
  ['OIDC_GROUP_DAYS', { ...ISSUER, OIDC_GROUP_DAYS: '0' }],
  ['OIDC_EMAIL_VERIFIED', { ...ISSUER, OIDC_EMAIL_VERIFIED: 'yes' }],
  ['OIDC_LINK_ACCOUNTS', { ...ISSUER, OIDC_LINK_ACCOUNTS: 'yes' }],
  ['OIDC_ALLOW', { ...ISSUER, OIDC_ALLOW: 'id.internal:443' }],
])('names %s if it is wrong', (name, environment) => {
  expect(() => readSettings(environment)).toThrow(new RegExp(`^${name}: `));
});
