import { useMessages } from '@bakkum/i18n/react';
import type { FieldErrors } from '../../forms/use-form.ts';
import type { Failure } from '../../session/api.ts';
import { type FieldMessage, messageOf } from './field-checks.ts';

/** Returns a function that describes field errors. */
export function useFieldWords() {
  const t = useMessages('accountForms');
  return {
    inWords<Name extends string>(found: Readonly<Partial<Record<Name, FieldMessage | undefined>>>): FieldErrors<Name> {
      const entries = Object.entries<FieldMessage | undefined>(found);
      const wrong = entries.flatMap(([name, message]) => (message ? [[name, t.lookup(message)]] : []));
      return Object.fromEntries(wrong) as FieldErrors<Name>;
    },
    /** `aliases` maps names of the server's fields to those of the form. */
    explain<Name extends string>({ details }: Failure, aliases: Readonly<Record<string, Name>> = {}): FieldErrors<Name> {
      const entries = details.map(({ field, problem }) => [aliases[field] ?? field, t.lookup(messageOf(field, problem))]);
      return Object.fromEntries(entries) as FieldErrors<Name>;
    },
  };
}
