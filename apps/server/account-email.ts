import type { AccountMail } from '@bakkum/accounts/account-mail';
import { displayName } from '@bakkum/api-contract/display-name';
import { localePath } from '@bakkum/i18n/locale';
import type { Mail } from '@bakkum/mail/mail';

/**
 * Account email in the language of the user, with links to pages of the website. Anyone can sign up with the address of somebody
 * else and any text as their name, so email to an address that is not confirmed contains no name.
 */
export function accountEmail(mail: AccountMail, origin: string): Mail {
  const { person } = mail;
  const { email, locale } = person;
  const to = { to: email, locale };
  const name = displayName(person);
  const greeted = person.emailVerified ? { name } : {};
  const page = (path: string): string => `${origin}${localePath(locale, path)}`;
  const link = (path: string, token: string): string => `${page(path)}#token=${encodeURIComponent(token)}`;
  switch (mail.kind) {
    case 'verify':
      return { ...to, template: 'verify-email', data: { url: link('/verify-email', mail.token) } };
    case 'reset':
      return { ...to, template: 'reset-password', data: { ...greeted, url: link('/reset-password', mail.token) } };
    case 'already-registered':
      return { ...to, template: 'sign-up-attempt', data: { ...greeted, url: page('/sign-in') } };
    case 'change-address':
      return { to: mail.address, locale, template: 'change-address', data: { url: link('/change-email', mail.token) } };
    case 'address-changed':
      return { ...to, template: 'address-changed', data: { name, address: mail.address, url: page('/contact') } };
    case 'password-changed': {
      const data = { name, at: mail.at.toISOString(), revokedKeys: mail.revokedKeys, url: page('/forgot-password') };
      return { ...to, template: 'password-changed', data };
    }
    case 'sign-in-connected':
      return { ...to, template: 'sign-in-connected', data: { ...greeted, url: page('/account') } };
    case 'new-sign-in': {
      const data = { name, at: mail.at.toISOString(), url: page('/account'), ...(mail.device && { device: mail.device }) };
      return { ...to, template: 'new-sign-in', data };
    }
  }
}
