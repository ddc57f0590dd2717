import { useMessages } from '@bakkum/i18n/react';
import { Button } from '@bakkum/ui/button';
import { TextField } from '@bakkum/ui/field';
import { type ReactNode, type SubmitEvent, useEffect, useState } from 'react';
import { webAddress } from './cloud-state.ts';
import { cloudStore } from './cloud-store.ts';

/** What a page of ours that could not fetch a link leaves for this one: `/home3#link=…`. */
function handedOver(): string {
  return new URLSearchParams(location.hash.slice(1)).get('link') ?? '';
}

/** A file the server fetches. */
export function LinkForm(): ReactNode {
  const t = useMessages('cloud');
  const [text, setText] = useState('');
  const [isWrong, setWrong] = useState(false);
  useEffect(() => {
    const link = handedOver();
    // oxlint-disable-next-line react/set-state-in-effect -- the server that draws the page does not see what follows the #
    if (link !== '') setText(link);
  }, []);
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
