import type { OptionsSchema } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import { Disclosure } from '@bakkum/ui/disclosure';
import { Notice } from '@bakkum/ui/notice';
import { type ReactNode, useState } from 'react';
import { askServer, type CloudFault } from '../../../conversion-api/ask-server.ts';
import { useFaultWords } from '../../../conversion-api/use-fault-words.ts';
import { OptionsPanel } from '../../../options/options-form.tsx';
import type { CloudItem } from '../cloud-state.ts';
import { cloudStore } from '../cloud-store.ts';

/** GET /api/v1/cloud/options/{from}/{to} */
type OptionsView = { readonly options: OptionsSchema };
type Known = { readonly options?: OptionsSchema; readonly fault?: CloudFault };

/** The options of the conversion on the server, loaded when they are expanded. */
export function RowOptions({ item: { id, format, target, options } }: { readonly item: CloudItem }): ReactNode {
  const t = useMessages('cloud');
  const faultWords = useFaultWords(t('unreachable'));
  const [known, setKnown] = useState<Known>();
  const load = async (): Promise<void> => {
    const answer = await askServer<OptionsView>('GET', `cloud/options/${format ?? ''}/${target ?? ''}`);
    setKnown(answer.ok ? answer.body : { fault: answer.fault });
  };
  return (
    <Disclosure
      title={t('options')}
      className="mt-1 text-sm"
      onToggle={({ currentTarget }) => {
        if (currentTarget.open && !known?.options) void load();
      }}
    >
      {known?.fault ? <Notice tone="danger">{faultWords(known.fault)}</Notice> : undefined}
      {known?.options && Object.keys(known.options).length === 0 ? (
        <p className="pb-2 text-ink-soft">{t('optionsNone')}</p>
      ) : undefined}
      {known?.options ? (
        <OptionsPanel
          schema={known.options}
          values={options}
          onChange={(name, value) => cloudStore.setOption(id, name, value)}
          isAlone
          className="pt-1 pb-2"
        />
      ) : undefined}
    </Disclosure>
  );
}
