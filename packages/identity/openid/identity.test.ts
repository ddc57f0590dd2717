import { expect, it } from 'vitest';
import { identityOf, withUserInfo } from './identity.ts';

const claims = { iss: 'https://id.example', sub: '248289761001' };

it('needs an issuer and a subject', () => {
  expect(identityOf(claims, 'groups')).toEqual({
    issuer: 'https://id.example',
    subject: '248289761001',
    emailVerified: false,
    firstName: '',
    lastName: '',
    groups: [],
  });
  for (const sub of ['', 'x'.repeat(256), 'a\0b', 7]) expect(() => identityOf({ ...claims, sub }, 'groups')).toThrow(/sub/);
});

it.each([[false], ['false'], ['yes'], [1], [undefined], [null]])('does not take %j for a verified address', (email_verified) => {
  expect(identityOf({ ...claims, email: 'a@b.example', email_verified }, 'groups').emailVerified).toBe(false);
});

it('does not take an address for verified because the userinfo response verifies another one', () => {
  const token = { ...claims, email: 'boss@corp.example' };
  const emailsOf = (more: Readonly<Record<string, unknown>>) => {
    const { email, emailVerified } = identityOf(
      withUserInfo(token, { sub: claims.sub, email_verified: true, ...more }),
      'groups',
    );
    return [email, emailVerified];
  };
  expect(emailsOf({ email: 'eve@corp.example' })).toEqual(['boss@corp.example', false]);
  expect(emailsOf({})).toEqual(['boss@corp.example', false]);
  expect(emailsOf({ email: 'boss@corp.example' })).toEqual(['boss@corp.example', true]);
  const { email, emailVerified } = identityOf(withUserInfo(claims, { email: 'a@b.example', email_verified: true }), 'groups');
  expect([email, emailVerified]).toEqual(['a@b.example', true]);
});

it('leaves out addresses, names and groups that are not valid', () => {
  const given = {
    email: 'no address',
    given_name: '<script>',
    family_name: 'Kim',
    roles: ['staff', 7, '', 'staff', 'x'.repeat(201)],
  };
  const identity = identityOf({ ...claims, ...given }, 'roles');
  expect(identity).toMatchObject({ firstName: '', lastName: 'Kim', groups: ['staff'] });
  expect(identity.email).toBeUndefined();
});

it('reads a single group', () => {
  expect(identityOf({ ...claims, groups: 'staff' }, 'groups').groups).toEqual(['staff']);
});
