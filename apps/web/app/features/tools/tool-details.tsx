import { localePath } from '@bakkum/i18n/locale';
import { useLocale } from '@bakkum/i18n/react';
import { buttonClass } from '@bakkum/ui/button';
import { Disclosure } from '@bakkum/ui/disclosure';
import { Check } from '@bakkum/ui/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ToolView } from './tool-view.server.ts';

/** The part of a tool page below the converter. */
export function ToolDetails({ view: { points, questions, others } }: { readonly view: ToolView }): ReactNode {
  const locale = useLocale();
  return (
    <div className="border-line border-t bg-surface">
      <div className="work-width space-y-12 py-12 sm:py-16">
        <ul className="grid gap-6 sm:grid-cols-3">
          {points.map((point) => (
            <li key={point} className="flex gap-3">
              <Check aria-hidden size={20} className="mt-0.5 shrink-0 text-success" />
              {point}
            </li>
          ))}
        </ul>
        <section className="max-w-read">
          <h2 className="font-bold text-xl">{questions.heading}</h2>
          <div className="mt-4 divide-y divide-line border-line border-y">
            {questions.items.map(({ question, answer }) => (
              <Disclosure key={question} title={question} className="py-1.5">
                <p className="pt-1 pb-3 pl-7">{answer}</p>
              </Disclosure>
            ))}
          </div>
        </section>
        <section>
          <h2 className="font-bold text-xl">{others.heading}</h2>
          <ul className="mt-4 flex flex-wrap gap-2">
            {others.links.map(({ path, text }) => (
              <li key={path}>
                <Link to={localePath(locale, path)} className={buttonClass({ size: 'sm' })}>
                  {text}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </div>
  );
}
