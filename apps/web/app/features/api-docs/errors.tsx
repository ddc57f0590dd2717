import { useMessages } from '@bakkum/i18n/react';
import type { ReactNode } from 'react';
import { CodeBlock } from './code-block.tsx';
import { FactTable } from './fact-table.tsx';
import { Code, Inline } from './inline.tsx';
import { statusId } from './reference.tsx';
import { Section } from './section.tsx';

export type ProblemView = { readonly code: string; readonly status: number; readonly title: string };

/** The problem returned for a pair without a route. */
function exampleOf({ code, status, title }: ProblemView): string {
  const details = { source_format: 'mp3', supported_formats: ['wav', 'flac'] };
  return JSON.stringify({ type: `about:blank#${code}`, title, status, error: { code, message: title, details } }, undefined, 2);
}

/** Lists every error code with its status and description. */
export function Errors({ problems }: { readonly problems: readonly ProblemView[] }): ReactNode {
  const t = useMessages('apiDocs');
  const example = problems.find(({ code }) => code === 'INVALID_FORMAT');
  const firsts = new Map([...problems].reverse().map(({ code, status }) => [status, code]));
  return (
    <Section id="errors" heading={t('errors')}>
      <p className="max-w-read break-keep [overflow-wrap:anywhere]">
        <Inline>{t('errorsBody')}</Inline>
      </p>
      {example ? <CodeBlock id="error-example" name={t('errorsExample')} code={exampleOf(example)} /> : undefined}
      <FactTable
        label={t('errors')}
        columns={[t('status'), t('errorCode'), t('meaning')]}
        rows={problems.map(({ code, status, title }) => ({
          ...(firsts.get(status) === code && { id: statusId(status) }),
          cells: [String(status), <Code key="code">{code}</Code>, title],
        }))}
      />
    </Section>
  );
}
