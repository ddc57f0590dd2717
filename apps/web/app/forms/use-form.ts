import { type SubmitEvent, useRef, useState } from 'react';
import type { Failure } from '../session/api.ts';
import { useAlive } from './use-alive.ts';

export type Values<Name extends string> = Readonly<Record<Name, string>>;
/** Errors by field, as text. */
export type FieldErrors<Name extends string> = Readonly<Partial<Record<Name, string>>>;

type FormParts<Name extends string> = {
  readonly fields: readonly Name[];
  readonly check: (values: Values<Name>) => FieldErrors<Name>;
  /** Returns why it failed, or nothing. */
  readonly send: (values: Values<Name>, form: HTMLFormElement) => Promise<Failure | undefined>;
  /** Translates the server's field errors. */
  readonly explain: (failure: Failure) => FieldErrors<Name>;
};

/**
 * A form with uncontrolled fields: values, also from input methods and password managers, are read on submit. An error disappears
 * when its field is edited.
 */
export function useForm<Name extends string>({ fields, check, send, explain }: FormParts<Name>) {
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<ReadonlyMap<Name, string>>(new Map());
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const alive = useAlive();

  const show = (found: FieldErrors<Name>): boolean => {
    const wrong = fields.flatMap((name) => (found[name] === undefined ? [] : [[name, found[name]] as const]));
    setErrors(new Map(wrong));
    focusFirst(form.current, new Set(wrong.map(([name]) => name)));
    return wrong.length > 0;
  };
  const submit = async (element: HTMLFormElement): Promise<void> => {
    const values = valuesOf(element, fields);
    setFailure(undefined);
    if (show(check(values))) return;
    setBusy(true);
    const refusal = await send(values, element);
    setBusy(false);
    if (refusal && !show(explain(refusal))) setFailure(refusal);
  };
  return {
    busy,
    failure,
    /** Blocked until the page is hydrated, because the browser would submit the form itself. */
    blocked: busy || !alive,
    formProps: {
      ref: form,
      method: 'post' as const,
      noValidate: true,
      onSubmit: (event: SubmitEvent<HTMLFormElement>) => {
        event.preventDefault();
        if (!busy) void submit(event.currentTarget);
      },
    },
    field: (name: Name) => ({
      name,
      error: errors.get(name),
      onInput: () => setErrors(new Map([...errors].filter(([wrong]) => wrong !== name))),
    }),
  };
}

function valuesOf<Name extends string>(form: HTMLFormElement, fields: readonly Name[]): Values<Name> {
  const data = new FormData(form);
  const entries = fields.map((name) => {
    const value = data.get(name);
    return [name, typeof value === 'string' ? value : ''] as const;
  });
  return Object.fromEntries(entries) as Values<Name>;
}

/** In document order, which differs between languages. */
function focusFirst(form: HTMLFormElement | null, names: ReadonlySet<string>): void {
  const fields = [...(form?.elements ?? [])].filter((field) => field instanceof HTMLElement);
  fields.find((field) => names.has(field.getAttribute('name') ?? ''))?.focus();
}
