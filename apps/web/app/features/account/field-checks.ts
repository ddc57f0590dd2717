import type { FieldProblem } from '@bakkum/api-contract/problem';
import type { accountForms } from '@bakkum/i18n/strings/account/account-forms.en';
import { isEmail } from '../../forms/email.ts';

/** Key of a message in the namespace `accountForms`. */
export type FieldMessage = keyof typeof accountForms;

/** Lengths as in packages/api/contract/account.ts; the test beside this file compares them. */
const PASSWORD = { min: 8, max: 128 };
const NAME_LENGTH = 60;

export function checkEmail(value: string): FieldMessage | undefined {
  if (value.trim() === '') return 'emailRequired';
  return isEmail(value) ? undefined : 'emailInvalid';
}

/** Applies to a new password and to sign-in, which the specification checks alike. */
export function checkPassword(value: string): FieldMessage | undefined {
  if (value === '') return 'passwordRequired';
  if (value.length < PASSWORD.min) return 'passwordShort';
  return value.length > PASSWORD.max ? 'passwordLong' : undefined;
}

export function checkName(which: 'firstName' | 'lastName', value: string): FieldMessage | undefined {
  const trimmed = value.trim();
  if (trimmed === '') return `${which}Required`;
  return trimmed.length <= NAME_LENGTH && /^[^\p{Cc}<>]+$/u.test(trimmed) ? undefined : 'nameInvalid';
}

export function checkRepeated(password: string, repeated: string): FieldMessage | undefined {
  return password === repeated ? undefined : 'passwordsDiffer';
}

/** Translates the server's field errors to messages of the form. */
export function messageOf(field: string, problem: FieldProblem): FieldMessage {
  if (problem === 'unsupported-characters') return 'charactersUnsupported';
  if (field === 'email') return problem === 'required' ? 'emailRequired' : 'emailInvalid';
  if (field === 'firstName' || field === 'lastName') return problem === 'required' ? `${field}Required` : 'nameInvalid';
  if (problem === 'required') return 'passwordRequired';
  return problem === 'too-long' ? 'passwordLong' : 'passwordShort';
}
