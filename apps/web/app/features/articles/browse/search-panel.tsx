import { useMessages } from '@bakkum/i18n/react';
import { NativeSelect, TextField } from '@bakkum/ui/field';
import type { ReactNode } from 'react';
import { SUBJECTS, type Subject } from '../view.ts';

type SearchPanelProps = {
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly subject: Subject | undefined;
  readonly onSubject: (subject: Subject | undefined) => void;
};

/** A search field and a subject filter. */
export function SearchPanel({ query, onQuery, subject, onSubject }: SearchPanelProps): ReactNode {
  const t = useMessages('articles');
  return (
    <search className="mt-8 grid gap-4 sm:grid-cols-[1fr_16rem]">
      <TextField
        type="search"
        label={t('search')}
        placeholder={t('searchHint')}
        value={query}
        onChange={(event) => onQuery(event.target.value)}
      />
      <NativeSelect
        label={t('subject')}
        value={subject ?? ''}
        onChange={(event) => onSubject(SUBJECTS.find((each) => each === event.target.value))}
      >
        <option value="">{t('allSubjects')}</option>
        {SUBJECTS.map((each) => (
          <option key={each} value={each}>
            {t(`subject-${each}`)}
          </option>
        ))}
      </NativeSelect>
    </search>
  );
}
