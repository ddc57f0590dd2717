import { PAYMENT_WAYS, type PaymentWay } from '@bakkum/api-contract/billing/payments';
import type { Database } from '@bakkum/database/database';
import type { PaymentClient } from '@bakkum/payment/provider';
import { createFakePayPal, FAKE_PAYPAL_KEYS, type FakePayPal } from '@bakkum/payment-fake/fake-paypal';
import type { SignedMessage } from '@bakkum/payment-fake/messages';
import { createFakePortOne, type FakePortOne } from '@bakkum/payment-fake/portone/fake-portone';
import { PORTONE_SHELF } from '@bakkum/payment-fake/portone/store';
import { createDatabaseStore, PAYPAL_SHELF } from '@bakkum/payment-fake/store';
import { CATALOG_SHELF, SUBSCRIPTION_SHELF } from '@bakkum/payment-fake/subscriptions/store';
import { PAYMENT_PROVIDER_LOADERS } from '@bakkum/registry/payment-providers.node.gen';
import type { PaymentSettings } from '../../config/payment-settings.ts';
import { FAKE_PAYPAL_PATH, FAKE_PORTONE_PATH, FAKE_PROVIDERS } from './ways.ts';

/** The API of the fake services is called in process, under reserved host names. */
const FAKE_PAYPAL_BASE = `http://paypal.invalid${FAKE_PAYPAL_PATH}`;
const FAKE_PORTONE_BASE = `http://portone.invalid${FAKE_PORTONE_PATH}`;

export type Fakes = { readonly paypal: FakePayPal; readonly portone: FakePortOne };

type OpenClient = { readonly way: PaymentWay; readonly provider: string; readonly client: PaymentClient };
type Opened = { readonly clients: readonly OpenClient[]; readonly fakes?: Fakes };
type Deliver = (way: PaymentWay, message: SignedMessage) => void;

/** Opens the configured services or, in demo mode without keys, a fake of each. @param deliver receives messages of the fakes */
export async function openClients(settings: PaymentSettings, database: Database, deliver: Deliver): Promise<Opened> {
  if (settings.kind === 'providers') {
    const clients = await Promise.all(
      settings.services.map(async ({ manifest: { id }, values }) => {
        const way = PAYMENT_WAYS.find((one) => one === id);
        if (!way) throw new Error(`no way to pay is ${id}`);
        return { way, provider: id, client: (await loaderOf(id)).createClient(values) };
      }),
    );
    return { clients: clients.toSorted((one, other) => PAYMENT_WAYS.indexOf(one.way) - PAYMENT_WAYS.indexOf(other.way)) };
  }
  const paypal = await fakePayPal(database, deliver);
  const portone = await fakePortOne(database, deliver);
  return {
    clients: [
      { way: 'paypal', provider: FAKE_PROVIDERS.paypal, client: paypal.client },
      { way: 'portone', provider: FAKE_PROVIDERS.portone, client: portone.client },
    ],
    fakes: { paypal: paypal.fake, portone: portone.fake },
  };
}

async function fakePayPal(database: Database, deliver: Deliver) {
  const fake = await createFakePayPal({
    store: await createDatabaseStore(database, PAYPAL_SHELF),
    base: FAKE_PAYPAL_BASE,
    subscriptions: await createDatabaseStore(database, SUBSCRIPTION_SHELF),
    catalog: await createDatabaseStore(database, CATALOG_SHELF),
    approvalUrl: (returnUrl) => new URL(`${FAKE_PAYPAL_PATH}/checkoutnow`, returnUrl).href,
    subscriptionUrl: (returnUrl, page) => new URL(`${FAKE_PAYPAL_PATH}/${page}`, returnUrl).href,
    deliver: (message) => deliver('paypal', message),
  });
  const connection = { fetch: inProcess(fake), roots: [fake.root] };
  return { fake, client: (await loaderOf('paypal')).createClient({ ...FAKE_PAYPAL_KEYS, base: FAKE_PAYPAL_BASE }, connection) };
}

async function fakePortOne(database: Database, deliver: Deliver) {
  const fake = createFakePortOne({
    store: await createDatabaseStore(database, PORTONE_SHELF),
    base: FAKE_PORTONE_BASE,
    deliver: (message) => deliver('portone', message),
  });
  const connection = { fetch: inProcess(fake), script: `${FAKE_PORTONE_PATH}/browser-sdk.js` };
  return { fake, client: (await loaderOf('portone')).createClient({ ...fake.keys, base: FAKE_PORTONE_BASE }, connection) };
}

function inProcess(fake: { fetch(request: Request): Promise<Response> }) {
  return (address: string, init: RequestInit): Promise<Response> => fake.fetch(new Request(address, init));
}

function loaderOf(id: string) {
  const load = PAYMENT_PROVIDER_LOADERS[id];
  if (!load) throw new Error(`no payment service ${id}`);
  return load();
}
