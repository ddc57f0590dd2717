import { useMessages } from '@bakkum/i18n/react';
import { Badge } from '@bakkum/ui/badge';
import { textLinkClass } from '@bakkum/ui/link';
import type { ReactNode } from 'react';
import { FactTable } from './fact-table.tsx';
import { Code, Inline } from './inline.tsx';
import type { AnswerView, BodyView, EndpointView, FieldView, GroupView, ObjectView, ParameterView } from './view.ts';

const objectId = (name: string): string => `object-${name}`;
export const statusId = (status: string | number): string => `status-${status}`;

/** Endpoints by subject; each is collapsed at first. */
export function Endpoints({ groups }: { readonly groups: readonly GroupView[] }): ReactNode {
  return groups.map(({ id, title, endpoints }) => (
    <div key={id} className="mt-4 first:mt-0">
      <h3 id={id} className="mb-3 scroll-mt-20 font-semibold text-lg">
        {title}
      </h3>
      <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
        {endpoints.map((endpoint) => (
          <li key={endpoint.id}>
            <Endpoint endpoint={endpoint} />
          </li>
        ))}
      </ul>
    </div>
  ));
}

function Endpoint({ endpoint }: { readonly endpoint: EndpointView }): ReactNode {
  const t = useMessages('apiDocs');
  const { id, method, path, title, text, needsKey, parameters, bodies, answers, problems } = endpoint;
  return (
    <details id={id} className="scroll-mt-20">
      <summary className="flex cursor-pointer list-none flex-wrap items-baseline gap-x-3 gap-y-1 rounded-lg px-4 py-3 hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Badge tone={method === 'GET' || method === 'HEAD' ? 'info' : 'accent'} className="min-w-16 justify-center font-mono">
          {method}
        </Badge>
        <code className="min-w-0 break-all font-mono font-semibold text-sm">{path}</code>
        <span className="basis-full text-ink-soft text-sm">
          <Inline>{title}</Inline>
        </span>
      </summary>
      <div className="grid gap-5 px-4 pt-2 pb-6">
        {text ? (
          <p className="max-w-read text-sm">
            <Inline>{text}</Inline>
          </p>
        ) : undefined}
        {needsKey ? undefined : (
          <p>
            <Badge tone="success">{t('openAccess')}</Badge>
          </p>
        )}
        {parameters.length > 0 ? (
          <Part heading={t('parameters')}>
            <Fields label={`${method} ${path}: ${t('parameters')}`} fields={parameters} />
          </Part>
        ) : undefined}
        {bodies.length > 0 ? (
          <Part heading={t('requestBody')}>
            {bodies.map((body) => (
              <Body key={body.mediaType} body={body} label={`${method} ${path}: ${body.mediaType}`} />
            ))}
          </Part>
        ) : undefined}
        <Part heading={t('answers')}>
          <ul className="grid gap-1.5 text-sm">
            {answers.map((answer) => (
              <Answer key={answer.status} answer={answer} />
            ))}
          </ul>
        </Part>
        <Part heading={t('problems')}>
          <ProblemLinks statuses={problems} />
        </Part>
      </div>
    </details>
  );
}

function Part({ heading, children }: { readonly heading: string; readonly children: ReactNode }): ReactNode {
  return (
    <div className="grid gap-2">
      <h4 className="font-semibold text-sm">{heading}</h4>
      {children}
    </div>
  );
}

function Body({ body, label }: { readonly body: BodyView; readonly label: string }): ReactNode {
  const { mediaType, object, fields } = body;
  return (
    <div className="text-sm">
      <p>
        <Code>{mediaType}</Code> {object ? <ObjectLink name={object} /> : undefined}
      </p>
      {fields.length > 0 ? <Fields label={label} fields={fields} /> : undefined}
    </div>
  );
}

function Answer({ answer: { status, text, body } }: { readonly answer: AnswerView }): ReactNode {
  return (
    <li>
      <span className="font-semibold tabular">{status}</span> <Inline>{text}</Inline>{' '}
      {body ? <Code>{body.mediaType}</Code> : undefined} {body?.object ? <ObjectLink name={body.object} /> : undefined}
    </li>
  );
}

function ObjectLink({ name }: { readonly name: string }): ReactNode {
  return (
    <a href={`#${objectId(name)}`} className={textLinkClass('font-mono')}>
      {name}
    </a>
  );
}

function ProblemLinks({ statuses }: { readonly statuses: readonly string[] }): ReactNode {
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm">
      {statuses.map((status) => (
        <li key={status}>
          <a href={`#${statusId(status)}`} className={textLinkClass('inline-flex min-h-9 items-center tabular')}>
            {status}
          </a>
        </li>
      ))}
    </ul>
  );
}

type FieldsProps = { readonly label: string; readonly fields: readonly (FieldView | ParameterView)[] };

function Fields({ label, fields }: FieldsProps): ReactNode {
  const t = useMessages('apiDocs');
  const columns = [t('fieldName'), t('fieldType'), t('fieldText')];
  return (
    <FactTable
      label={label}
      columns={columns}
      rows={fields.map((field) => ({
        cells: [
          <FieldName key="name" field={field} />,
          <code key="type" className="break-words font-mono text-ink-soft text-xs">
            {field.type}
          </code>,
          <Meaning key="text" field={field} />,
        ],
      }))}
    />
  );
}

function FieldName({ field }: { readonly field: FieldView | ParameterView }): ReactNode {
  const t = useMessages('apiDocs');
  const notes = [...('place' in field ? [t(`place-${field.place}`)] : []), ...(field.required ? [t('required')] : [])];
  return (
    <>
      <code className="break-all font-mono font-semibold">{field.name}</code>
      {notes.length > 0 ? <span className="block text-ink-faint text-xs">{notes.join(', ')}</span> : undefined}
    </>
  );
}

function Meaning({ field: { text, preset } }: { readonly field: FieldView }): ReactNode {
  const t = useMessages('apiDocs');
  const sentences = [...(text ? [text] : []), ...(preset === undefined ? [] : [t('preset', { value: preset })])];
  return sentences.map((sentence, index) => (
    <span key={sentence} className={index > 0 ? 'block' : undefined}>
      <Inline>{sentence}</Inline>
    </span>
  ));
}

/** The objects in requests and answers. */
export function Objects({ objects }: { readonly objects: readonly ObjectView[] }): ReactNode {
  return objects.map(({ name, fields }) => (
    <div key={name} className="mt-4 first:mt-0">
      <h3 id={objectId(name)} className="mb-1 scroll-mt-20 font-mono font-semibold text-lg">
        {name}
      </h3>
      <Fields label={name} fields={wholeOrMarked(fields)} />
    </div>
  ));
}

/** Marking each field as required is noise when all are. */
function wholeOrMarked(fields: readonly FieldView[]): readonly FieldView[] {
  return fields.every(({ required }) => required) ? fields.map((field) => ({ ...field, required: false })) : fields;
}
