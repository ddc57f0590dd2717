import type { ModelView } from '@bakkum/api-contract/images/images';
import { useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';

type ModelOptionsProps = { readonly models: readonly Pick<ModelView, 'id' | 'name' | 'serviceName'>[] };

/** The values of a select of models: the site's own order, then each model with its service. */
export function ModelOptions({ models }: ModelOptionsProps): ReactNode {
  const t = useMessages('studio');
  return (
    <>
      <option value="">{t('modelAuto')}</option>
      {models.map(({ id, name, serviceName }) => (
        <option key={id} value={id}>
          {name === serviceName ? name : `${name} · ${serviceName}`}
        </option>
      ))}
    </>
  );
}
