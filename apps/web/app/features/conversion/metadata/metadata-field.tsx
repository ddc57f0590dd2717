import type { OptionValue, OptionValues } from '@bakkum/conversion/options';
import { numberFormat } from '@bakkum/i18n/intl';
import type { Locale } from '@bakkum/i18n/locale';
import { formatDateTime } from '@bakkum/i18n/quantity';
import { useLocale, useMessages } from '@bakkum/i18n/react';
import type { PersonalData } from '@bakkum/image-metadata/personal';
import { classNames } from '@bakkum/ui/class-names';
import { NativeSelect } from '@bakkum/ui/field';
import type { ReactNode } from 'react';

type MetadataFieldProps = {
  readonly data: PersonalData;
  readonly values: OptionValues;
  readonly isDisabled: boolean;
  /** The result has these values. */
  readonly isConverted: boolean;
  readonly onChange: (name: string, value: OptionValue) => void;
};

const KINDS = ['place', 'camera', 'takenAt', 'author'] as const;

/** What an image says about people and places, and whether the result keeps it. */
export function MetadataField({ data, values, isDisabled, isConverted, onChange }: MetadataFieldProps): ReactNode {
  const t = useMessages('workbench');
  const locale = useLocale();
  const found = KINDS.filter((kind) => data[kind] !== undefined);
  const isRemoved = values['metadata'] === 'strip';
  return (
    <section className="space-y-2">
      <NativeSelect
        label={t('metadata')}
        value={isRemoved ? 'strip' : 'keep'}
        disabled={isDisabled}
        onChange={({ target }) => onChange('metadata', target.value)}
      >
        <option value="keep">{t('metadataKeep')}</option>
        <option value="strip">{t('metadataStrip')}</option>
      </NativeSelect>
      <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-0.5 text-sm">
        {found.map((kind) => (
          <div key={kind} className="contents">
            <dt className="text-ink-soft">{t(`metadata_${kind}`)}</dt>
            <dd className={classNames('min-w-0 break-words', isRemoved && 'text-ink-soft line-through')}>
              {textOf(kind, data, locale)}
            </dd>
          </div>
        ))}
      </dl>
      {isRemoved ? <p className="text-ink-soft text-sm">{t(isConverted ? 'metadataRemoved' : 'metadataWillGo')}</p> : undefined}
    </section>
  );
}

/** Decimal places of degrees: about eleven metres. */
const DEGREES: Intl.NumberFormatOptions = { minimumFractionDigits: 4, maximumFractionDigits: 4 };

function textOf(kind: (typeof KINDS)[number], { camera, takenAt = '', place, author }: PersonalData, locale: Locale): string {
  switch (kind) {
    case 'camera':
      return camera ?? '';
    case 'author':
      return author ?? '';
    case 'takenAt':
      // The camera's clock has no time zone.
      return formatDateTime(locale, new Date(`${takenAt}Z`), 'UTC');
    case 'place': {
      const { latitude = 0, longitude = 0 } = place ?? {};
      return [latitude, longitude].map((degrees) => `${numberFormat(locale, DEGREES).format(degrees)}°`).join(', ');
    }
  }
}
