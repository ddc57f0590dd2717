import { useLocale, useMessages } from '@bakkum/i18n/react';
import { TEMPLATE_CATEGORIES, TEMPLATES, type TemplateCategory } from '@bakkum/prompt-analysis/templates-table';
import { classNames } from '@bakkum/ui/class-names';
import { useState } from 'react';

/** Complete example prompts, by category. */
export function PromptHelper({ onChoose }: { readonly onChoose: (prompt: string) => void }) {
  const t = useMessages('studio');
  const locale = useLocale();
  const [category, setCategory] = useState<TemplateCategory>(TEMPLATE_CATEGORIES[0]);
  return (
    <div className="mb-4 rounded-lg border border-line bg-surface p-4">
      <p className="text-ink-soft text-sm">{t('helperIntro')}</p>
      <div className="mt-3 flex flex-wrap gap-2">
        {TEMPLATE_CATEGORIES.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === category}
            onClick={() => setCategory(one)}
            className={classNames(
              'min-h-9 cursor-pointer rounded-full border px-3.5 text-sm transition-colors',
              one === category ? 'border-accent bg-accent-soft font-semibold text-accent-strong' : 'border-line hover:bg-sunken',
            )}
          >
            {t(`category_${one}`)}
          </button>
        ))}
      </div>
      <ul className="mt-3 grid gap-1">
        {TEMPLATES[category][locale].map((template) => (
          <li key={template}>
            <button
              type="button"
              onClick={() => onChoose(template)}
              className="min-h-11 w-full cursor-pointer rounded-md px-3 py-2 text-left transition-colors hover:bg-sunken"
            >
              {template}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
