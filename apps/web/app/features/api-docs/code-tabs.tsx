import { classNames } from '@bakkum/ui/class-names';
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { CodeBlock } from './code-block.tsx';
import type { Sample } from './samples.ts';

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** The same sample in several languages, one at a time. */
export function CodeTabs({ label, samples }: { readonly label: string; readonly samples: readonly Sample[] }): ReactNode {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = (chosen + step + samples.length) % samples.length;
    setChosen(next);
    list.current?.querySelectorAll('button')[next]?.focus();
  };
  return (
    <div className="min-w-0">
      <div ref={list} role="tablist" aria-label={label} className="mb-3 flex flex-wrap gap-2">
        {samples.map((sample, index) => (
          <button
            key={sample.id}
            type="button"
            role="tab"
            id={`${id}-${sample.id}`}
            aria-controls={`${id}-${sample.id}-panel`}
            aria-selected={index === chosen}
            tabIndex={index === chosen ? 0 : -1}
            className={classNames(
              'min-h-11 cursor-pointer rounded-md border px-4 font-semibold transition-colors',
              index === chosen
                ? 'border-accent-line bg-accent-soft text-accent-strong'
                : 'border-line bg-surface text-ink-soft hover:border-line-strong hover:text-ink',
            )}
            onClick={() => setChosen(index)}
            onKeyDown={onKeyDown}
          >
            {sample.name}
          </button>
        ))}
      </div>
      {samples.map((sample, index) => (
        <div
          key={sample.id}
          role="tabpanel"
          id={`${id}-${sample.id}-panel`}
          aria-labelledby={`${id}-${sample.id}`}
          hidden={index !== chosen}
        >
          <CodeBlock id={`${id}-${sample.id}-name`} name={sample.name} code={sample.code} />
        </div>
      ))}
    </div>
  );
}
