import { useMessages } from '@bakkum/i18n/react';
import { staticCopy } from '@bakkum/site/static-copy';
import { CircleQuestionMark } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import type { QuestionView } from '../view.ts';
import { ContactLink } from './help-center.tsx';
import { Questions } from './questions.tsx';
import { ResourceHead } from './resource-head.tsx';

export function FaqPage({ questions }: { readonly questions: readonly QuestionView[] }): ReactNode {
  const t = useMessages('articles');
  return (
    <div className="work-width pt-6 pb-20">
      <ResourceHead
        title={t('faqTitle')}
        lead={t(staticCopy ? 'faqDescriptionCopy' : 'faqDescription')}
        icon={CircleQuestionMark}
      />
      <div className="mt-10 max-w-3xl">
        <Questions items={questions} />
      </div>
      <ContactLink />
    </div>
  );
}
