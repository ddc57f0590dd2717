import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { TextField } from '@bakkum/ui/field';
import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useHash } from '../../../state/use-hash.ts';
import { webAddress } from '../cloud-state.ts';
import { cloudStore } from '../cloud-store.ts';

/** Returns a link that another page could not fetch and passed on: `/home3#link=…`. */
function useHandedOver(): string {
  return new URLSearchParams(useHash().slice(1)).get('link') ?? '';
}

/** Adds a file that the server fetches from an address. */
export function LinkForm(): ReactNode {
  const t = useMessages('cloud');
  const handedOver = useHandedOver();
  const [typed, setText] = useState<string>();
  const text = typed ?? handedOver;
  const [isWrong, setWrong] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const address = webAddress(text);
    setWrong(address === undefined);
    if (address === undefined) return;
    setText('');
    void cloudStore.addLink(address);
  };
  return (
    <form noValidate onSubmit={submit} className="mt-5 flex flex-wrap items-start gap-x-3 gap-y-2">
      <TextField
        label={t('linkLabel')}
        hint={t('linkHint')}
        error={isWrong ? t('linkWrong') : undefined}
        type="url"
        inputMode="url"
        autoComplete="off"
        placeholder="https://"
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          setWrong(false);
        }}
        className="min-w-0 grow basis-64"
      />
      <Button type="submit" className="sm:mt-7">
        {t('linkAdd')}
      </Button>
    </form>
  );
}
