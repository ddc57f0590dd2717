import { MAX_INPUTS } from '@bakkum/api-contract/limits';
import { useMessages } from '@bakkum/i18n/react';
import { isBuilt, pathOf } from '@bakkum/site/pages';
import { textLinkClass } from '@bakkum/ui/link';
import { Notice } from '@bakkum/ui/notice';
import type { ReactNode } from 'react';
import { PageLink } from '../../shell/page-link.tsx';
import { CodeBlock } from './code-block.tsx';
import { CodeTabs } from './code-tabs.tsx';
import { Errors, type ProblemView } from './errors.tsx';
import { FactTable } from './fact-table.tsx';
import { Code, Inline } from './inline.tsx';
import { LimitsTable, type TiersView } from './limits-table.tsx';
import { Endpoints, Objects } from './reference.tsx';
import { quickStart, signatureChecks } from './samples.ts';
import { Section } from './section.tsx';
import { TryPanel } from './try-panel.tsx';
import type { ReferenceView } from './view.ts';

const SCOPES = ['convert:read', 'convert:write', 'account:read'] as const;
const STATES = ['queued', 'processing', 'completed', 'error', 'cancelled', 'expired'] as const;

export type ApiDocsView = {
  /** Base URL of the API, without a trailing slash. */
  readonly api: string;
  /** Undefined until the server has answered. */
  readonly reference: ReferenceView | undefined;
  readonly tiers: TiersView;
  readonly problems: readonly ProblemView[];
};

/** The API documentation, built from the document of the server itself. */
export function ApiDocs({ view }: { readonly view: ApiDocsView }): ReactNode {
  const { reference, api, tiers, problems } = view;
  const hasWebhooks = reference !== undefined && reference.webhooks.length > 0;
  return (
    <div className="mt-10 gap-12 lg:grid lg:grid-cols-[minmax(0,1fr)_13rem]">
      <Contents hasWebhooks={hasWebhooks} />
      <div className="min-w-0">
        <Overview api={api} hours={tiers.retentionHours} />
        <Authentication />
        <QuickStart api={api} />
        <SeveralFiles />
        <Trial />
        <Reference reference={reference} />
        <States />
        {hasWebhooks ? <Webhooks names={reference.webhooks} /> : undefined}
        <Agents api={api} />
        <Limits tiers={tiers} />
        <Errors problems={problems} />
      </div>
    </div>
  );
}

const PARTS = [
  'overview',
  'authentication',
  'quickStart',
  'severalFiles',
  'try',
  'endpoints',
  'objects',
  'states',
  'webhooks',
  'agents',
  'limits',
  'errors',
] as const;

function Contents({ hasWebhooks }: { readonly hasWebhooks: boolean }): ReactNode {
  const t = useMessages('apiDocs');
  return (
    <nav aria-labelledby="contents" className="mb-10 lg:sticky lg:top-20 lg:order-last lg:mb-0 lg:self-start">
      <h2 id="contents" className="font-semibold text-sm">
        {t('contents')}
      </h2>
      <ol className="mt-2 border-line text-sm max-lg:flex max-lg:flex-wrap max-lg:gap-x-5 lg:border-s">
        {PARTS.filter((part) => part !== 'webhooks' || hasWebhooks).map((part) => (
          <li key={part}>
            <a
              href={`#${part}`}
              className="flex min-h-9 items-center text-ink-soft lg:ps-3 no-underline hover:text-ink hover:underline"
            >
              {t(part)}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

function Text({ children }: { readonly children: string }): ReactNode {
  return (
    <p className="max-w-read break-keep [overflow-wrap:anywhere]">
      <Inline>{children}</Inline>
    </p>
  );
}

function Overview({ api, hours }: { readonly api: string; readonly hours: number }): ReactNode {
  const t = useMessages('apiDocs');
  return (
    <Section id="overview" heading={t('overview')}>
      <Text>{t('overviewBody')}</Text>
      <Text>{t('overviewUploaded', { hours })}</Text>
      <CodeBlock id="base-address" name={t('baseAddress')} code={api} />
      <p>
        <a href="/api/v1/openapi.json" className={textLinkClass()}>
          {t('machineReadable')}
        </a>
      </p>
    </Section>
  );
}

function Authentication(): ReactNode {
  const t = useMessages('apiDocs');
  return (
    <Section id="authentication" heading={t('authentication')}>
      <Text>{t('authenticationBody')}</Text>
      <FactTable
        label={t('scope')}
        columns={[t('scope'), t('scopeMeaning')]}
        rows={SCOPES.map((scope) => ({ cells: [<Code key="scope">{scope}</Code>, t(`scope-${scope}`)] }))}
      />
      <Text>{t('authenticationSecret')}</Text>
      {isBuilt('api-keys') ? (
        <p>
          <PageLink path={pathOf('api-keys')} className={textLinkClass()}>
            {t('keysLink')}
          </PageLink>
        </p>
      ) : undefined}
    </Section>
  );
}

function QuickStart({ api }: { readonly api: string }): ReactNode {
  const t = useMessages('apiDocs');
  const notes = { send: t('noteSend'), wait: t('noteWait'), download: t('noteDownload'), install: t('noteInstall') };
  return (
    <Section id="quickStart" heading={t('quickStart')}>
      <Text>{t('quickStartBody')}</Text>
      <CodeTabs label={t('language')} samples={quickStart(api, notes)} />
      <Text>{t('quickStartWait')}</Text>
      <Text>{t('quickStartAgain')}</Text>
      <Text>{t('quickStartClient')}</Text>
    </Section>
  );
}

function SeveralFiles(): ReactNode {
  const t = useMessages('apiDocs');
  return (
    <Section id="severalFiles" heading={t('severalFiles')}>
      <Text>{t('severalFilesBody', { most: String(MAX_INPUTS) })}</Text>
      <Text>{t('severalFilesLimits')}</Text>
      <Text>{t('severalFilesSign')}</Text>
    </Section>
  );
}

function Trial(): ReactNode {
  const t = useMessages('apiDocs');
  return (
    <Section id="try" heading={t('try')}>
      <Text>{t('tryBody')}</Text>
      <TryPanel />
    </Section>
  );
}

function Reference({ reference }: { readonly reference: ReferenceView | undefined }): ReactNode {
  const t = useMessages('apiDocs');
  return (
    <>
      <Section id="endpoints" heading={t('endpoints')}>
        {reference ? (
          <>
            <Text>{t('endpointsBody')}</Text>
            <Endpoints groups={reference.groups} />
          </>
        ) : (
          <Notice tone="info">{t('endpointsLater')}</Notice>
        )}
      </Section>
      <Section id="objects" heading={t('objects')}>
        <Text>{t('objectsBody')}</Text>
        <Objects objects={reference?.objects ?? []} />
      </Section>
    </>
  );
}

function States(): ReactNode {
  const t = useMessages('apiDocs');
  return (
    <Section id="states" heading={t('states')}>
      <Text>{t('statesBody')}</Text>
      <FactTable
        label={t('states')}
        columns={[t('state'), t('meaning')]}
        rows={STATES.map((state) => ({
          cells: [<Code key="state">{state}</Code>, <Inline key="meaning">{t(`state-${state}`)}</Inline>],
        }))}
      />
    </Section>
  );
}

function Webhooks({ names }: { readonly names: readonly string[] }): ReactNode {
  const t = useMessages('apiDocs');
  return (
    <Section id="webhooks" heading={t('webhooks')}>
      <Text>{t('webhooksBody')}</Text>
      <Text>{`${t('webhooksEvents')}: ${names.map((name) => `\`${name}\``).join(', ')}`}</Text>
      <Text>{t('webhooksTaken')}</Text>
      <Text>{t('webhooksCheck')}</Text>
      <CodeTabs label={t('language')} samples={signatureChecks(t('noteBody'))} />
    </Section>
  );
}

/** Configuration of MCP clients: the server of this site, and the command that keeps files on the machine. */
function Agents({ api }: { readonly api: string }): ReactNode {
  const t = useMessages('apiDocs');
  const remote = { url: api.replace(/v1$/, 'mcp'), headers: { Authorization: 'Bearer bkm_…' } };
  const local = { command: 'npx', args: ['-y', 'bakkum', 'mcp', '--allow', '/home/you/Documents'] };
  const configuration = (server: object): string => JSON.stringify({ mcpServers: { bakkum: server } }, null, 2);
  return (
    <Section id="agents" heading={t('agents')}>
      <Text>{t('agentsBody')}</Text>
      <CodeBlock name={t('agentsRemote')} code={configuration(remote)} />
      <Text>{t('agentsFiles')}</Text>
      <Text>{t('agentsLocalBody')}</Text>
      <CodeBlock name={t('agentsLocal')} code={configuration(local)} />
    </Section>
  );
}

function Limits({ tiers }: { readonly tiers: TiersView }): ReactNode {
  const t = useMessages('apiDocs');
  return (
    <Section id="limits" heading={t('limits')}>
      <Text>{t('limitsBody')}</Text>
      <LimitsTable tiers={tiers} />
      <Text>{t('limitsHeaders')}</Text>
    </Section>
  );
}
