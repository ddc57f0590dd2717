import { useMessages } from '@bakkum/i18n/react';
import { Badge } from '@bakkum/ui/badge';
import { Button } from '@bakkum/ui/button';
import { TextField } from '@bakkum/ui/field';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { addressesIn, type CloudItem, type InviteeFault, inviteeFault } from '../cloud-state.ts';
import { cloudStore } from '../cloud-store.ts';
import { usePeopleWords } from './use-people-words.ts';

type PeopleProps = { readonly item: CloudItem; readonly jobId: string };

/** Invites people to a result, lists them and removes them. */
export function People({ item: { id, name, invitations }, jobId }: PeopleProps): ReactNode {
  const t = useMessages('cloud');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const words = usePeopleWords();
  const [fault, setFault] = useState<InviteeFault>();
  const submit = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const wrong = inviteeFault(text);
    setFault(wrong);
    if (wrong) return;
    setBusy(true);
    if (await cloudStore.invite(id, jobId, addressesIn(text).addresses)) setText('');
    setBusy(false);
  };
  return (
    <div className="mt-3 grid gap-3 border-line border-t pt-3">
      {invitations.length > 0 ? (
        <ul aria-label={t('peopleOf', { name })} className="grid gap-1">
          {invitations.map(({ invitation_id: invitationId, address, declined }) => (
            <li key={invitationId} className="flex flex-wrap items-center justify-between gap-x-3">
              <span className="flex min-w-0 flex-wrap items-center gap-2 break-all text-sm">
                {address}
                {declined ? <Badge>{t('peopleDeclined')}</Badge> : undefined}
              </span>
              <Button
                size="sm"
                variant="danger"
                aria-label={t('peopleRemoveNamed', { address })}
                onClick={() => void cloudStore.uninvite(id, invitationId)}
              >
                {t('peopleRemove')}
              </Button>
            </li>
          ))}
        </ul>
      ) : undefined}
      <form noValidate onSubmit={(event) => void submit(event)} className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <TextField
          label={t('peopleAdd')}
          hint={t('peopleHint')}
          error={fault ? words(fault) : undefined}
          type="text"
          inputMode="email"
          autoComplete="off"
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setFault(undefined);
          }}
          className="min-w-0 grow basis-56"
        />
        <Button type="submit" size="sm" disabled={busy} className="sm:mt-8">
          {t('peopleInvite')}
        </Button>
      </form>
    </div>
  );
}
