import type { OptionsSchema } from '@bakkum/conversion/options';
import { useMessages } from '@bakkum/i18n/react';
import { Notice } from '@bakkum/ui/notice';
import type { ReactNode } from 'react';
import { askServer } from '../../../conversion-api/ask-server.ts';
import { useFaultWords } from '../../../conversion-api/use-fault-words.ts';
import { OptionsPanel } from '../../../options/options-form.tsx';
import { useServerData } from '../../../state/server-data.ts';
import type { CloudItem } from '../cloud-state.ts';
import { cloudStore } from '../cloud-store.ts';

/** GET /api/v1/cloud/options/{from}/{to} */
type OptionsView = { readonly options: OptionsSchema };

/** The options of the conversion on the server. */
export function RowOptions({ item: { id, format = '', target, options } }: { readonly item: CloudItem }): ReactNode {
  const t = useMessages('cloud');
  const faultWords = useFaultWords(t('unreachable'));
  const path = `cloud/options/${format}/${target ?? ''}`;
  const { body, fault } = useServerData({ key: [path], ask: () => askServer<OptionsView>('GET', path) });
  const schema = body?.options;
  return (
    <div className="min-h-6">
      {fault ? <Notice tone="danger">{faultWords(fault)}</Notice> : undefined}
      {schema && Object.keys(schema).length === 0 ? <p className="text-ink-soft text-sm">{t('optionsNone')}</p> : undefined}
      {schema ? (
        <OptionsPanel
          schema={schema}
          values={options}
          onChange={(name, value) => cloudStore.setOption(id, name, value)}
          className=""
        />
      ) : undefined}
    </div>
  );
}
