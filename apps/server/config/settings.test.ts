import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSettings } from './settings.ts';

it('has a default for everything', () => {
  expect(readSettings({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    dataDir: path.resolve('data'),
    brand: 'Bakkum',
    origin: 'http://localhost:3000',
    originIsGiven: false,
    conversions: {
      sandbox: 'auto',
      native: { allowed: [], searchPath: '' },
      enterprise: new Map(),
      reachable: [],
      anonymousBytes: 20e9,
      freeBytes: 20e9,
      freeImageBytes: 20e9,
      firstBudgetMs: 20_000,
    },
    imageCosts: {},
    imageModels: [],
    images: {},
    imageAssistants: {},
    site: { social: [] },
    logLevel: 'info',
    mode: 'demo',
    payments: { kind: 'fake', won: DEMO_WON },
    salesMissing: [],
    withdrawal: [
      { region: 'kr', days: 7 },
      { region: 'eu', days: 14 },
    ],
    role: 'all',
    drainMs: 20_000,
    precompress: true,
    trustedProxies: 0,
    mailFrom: 'no-reply@localhost',
    contact: { email: 'support@localhost', hours: { general: 24, technical: 12, billing: 6 } },
  });
});

it('reads variables and treats empty ones as unset', () => {
  const settings = readSettings({
    PORT: '8080',
    HOST: '127.0.0.1',
    DATA_DIR: '/srv/data',
    BRAND_NAME: 'Turn',
    PUBLIC_ORIGIN: 'https://turn.example/',
    LOG_LEVEL: ' ',
    SITE_MODE: 'production',
    SERVER_ROLE: 'worker',
    DRAIN_SECONDS: '600',
    DATABASE_URL: 'postgres://turn@db.example/turn',
    SITE_SECRET: 'a secret that is long enough for this',
    TRUSTED_PROXIES: '2',
    SMTP_URL: 'smtps://turn:secret@mail.example:465',
    MAIL_FROM: 'Turn <hello@turn.example>',
    CONTACT_EMAIL: 'help@turn.example',
    CONTACT_FORM_URL: 'https://forms.example/turn',
    CONTACT_HOURS: '48,24,8',
    METRICS_TOKEN: 'a token of the operator',
  });
  expect(settings).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDir: path.resolve('/srv/data'),
    brand: 'Turn',
    origin: 'https://turn.example',
    originIsGiven: true,
    conversions: {
      sandbox: 'auto',
      native: { allowed: [], searchPath: '' },
      enterprise: new Map(),
      reachable: [],
      anonymousBytes: 20e9,
      freeBytes: 20e9,
      freeImageBytes: 20e9,
      firstBudgetMs: 20_000,
    },
    imageCosts: {},
    imageModels: [],
    images: {},
    imageAssistants: {},
    site: { social: [] },
    logLevel: 'info',
    mode: 'production',
    salesMissing: [],
    withdrawal: [
      { region: 'kr', days: 7 },
      { region: 'eu', days: 14 },
    ],
    role: 'worker',
    drainMs: 600_000,
    precompress: true,
    databaseUrl: 'postgres://turn@db.example/turn',
    secret: 'a secret that is long enough for this',
    trustedProxies: 2,
    smtpUrl: 'smtps://turn:secret@mail.example:465',
    mailFrom: 'Turn <hello@turn.example>',
    contact: {
      email: 'help@turn.example',
      formUrl: 'https://forms.example/turn',
      hours: { general: 48, technical: 24, billing: 8 },
    },
    metricsToken: 'a token of the operator',
  });
});

it('reads what pages show of the operator', () => {
  const { site } = readSettings({
    SOCIAL_LINKS: 'https://github.com/turn, https://www.youtube.com/@turn,https://turn.social/@turn',
    ARTICLE_AUTHOR: 'Turn editors',
    VISITS_SHARED_URL: 'https://stats.example/api/event',
    VISITS_SHARED_FORMAT: 'plausible',
  });
  expect(site).toEqual({
    social: [
      { name: 'GitHub', url: 'https://github.com/turn' },
      { name: 'YouTube', url: 'https://www.youtube.com/@turn' },
      { name: 'turn.social', url: 'https://turn.social/@turn' },
    ],
    author: 'Turn editors',
    sharedVisits: { url: 'https://stats.example/api/event', format: 'plausible' },
  });
});

it.each([
  ['PORT', '70000'],
  ['PORT', 'http'],
  ['PUBLIC_ORIGIN', 'turn.example'],
  ['PUBLIC_ORIGIN', 'https://turn.example/app'],
  ['LOG_LEVEL', 'loud'],
  ['SITE_MODE', 'test'],
  ['SERVER_ROLE', 'queue'],
  ['DATABASE_URL', 'mysql://db.example'],
  ['SITE_SECRET', 'short'],
  ['TRUSTED_PROXIES', 'all'],
  ['SMTP_URL', 'https://mail.example'],
  ['MAIL_FROM', 'nobody'],
  ['MAIL_FROM', 'Evil\r\nBcc: <a@b.example>'],
  ['CONTACT_EMAIL', 'nobody'],
  ['CONTACT_FORM_URL', 'file:///etc/passwd'],
  ['CONTACT_HOURS', 'soon'],
  ['METRICS_TOKEN', 'short'],
  ['SOCIAL_LINKS', 'https://github.com/turn, turn.example'],
  ['SOCIAL_LINKS', 'http://github.com/turn'],
  ['VISITS_SHARED_URL', 'stats.example'],
  ['VISITS_SHARED_FORMAT', 'matomo'],
])('names %s when it is %s', (name, value) => {
  expect(() => readSettings({ [name]: value })).toThrow(name);
});

it('names every wrong variable at once', () => {
  expect(() => readSettings({ PORT: '-1', LOG_LEVEL: 'loud' })).toThrow(/PORT[\s\S]*LOG_LEVEL/);
});

const DEMO_WON = { monthly: 29_000, annual: 290_000, pack100: 7000, pack500: 33_000 };
describe('production', () => {
  const given = {
    SITE_MODE: 'production',
    PUBLIC_ORIGIN: 'https://turn.example',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'hello@turn.example',
  };

  it('names required variables', () => {
    expect(readSettings(given).mode).toBe('production');
    for (const name of ['PUBLIC_ORIGIN', 'SMTP_URL', 'MAIL_FROM']) {
      expect(() => readSettings({ ...given, [name]: '' })).toThrow(`${name}: is needed in production`);
    }
  });

  it('requires SITE_SECRET with DATABASE_URL', () => {
    expect(() => readSettings({ ...given, DATABASE_URL: 'postgres://db.example/turn' })).toThrow('SITE_SECRET');
  });

  it('requires an https origin', () => {
    expect(() => readSettings({ ...given, PUBLIC_ORIGIN: 'http://turn.example' })).toThrow('must be https');
    expect(readSettings({ ...given, PUBLIC_ORIGIN: 'http://localhost:3000' }).mode).toBe('production');
  });
});

it('uses a complete S3 configuration and names missing variables', () => {
  const bucket = {
    S3_ENDPOINT: 'https://s3.example',
    S3_BUCKET: 'files',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(readSettings(bucket).s3).toEqual({
    endpoint: 'https://s3.example',
    bucket: 'files',
    region: 'us-east-1',
    accessKeyId: 'id',
    secretAccessKey: 'secret',
  });
  expect(readSettings({}).s3).toBeUndefined();
  expect(() => readSettings({ ...bucket, S3_BUCKET: '' })).toThrow(/^S3_BUCKET: is needed/);
});

describe('payments', () => {
  const keys = { PAYPAL_CLIENT_ID: 'client', PAYPAL_CLIENT_SECRET: 'secret', PAYPAL_WEBHOOK_ID: 'webhook' };
  const production = {
    SITE_MODE: 'production',
    PUBLIC_ORIGIN: 'https://bakkum.example',
    SMTP_URL: 'smtp://mail.example',
    MAIL_FROM: 'no-reply@bakkum.example',
  };

  it('use the fake service in demo mode and are off in production without keys', () => {
    expect(readSettings({}).payments).toEqual({ kind: 'fake', won: DEMO_WON });
    expect(readSettings(production).payments).toBeUndefined();
    expect(readSettings({ PAYMENTS: 'off' }).payments).toBeUndefined();
    expect(readSettings({ PAYMENTS: 'stand-in' }).payments).toEqual({ kind: 'fake', won: DEMO_WON });
    for (const mode of [{}, production]) {
      expect(readSettings({ ...mode, ...keys }).payments).toMatchObject({
        kind: 'providers',
        services: [{ values: { id: 'client', base: 'https://api-m.paypal.com' } }],
      });
    }
  });

  it('refuse incomplete keys, the fake service in production and addresses without https', () => {
    expect(() => readSettings({ PAYPAL_CLIENT_ID: 'client' })).toThrow(/PAYPAL_CLIENT_SECRET: is needed[\s\S]*PAYPAL_WEBHOOK_ID/);
    expect(() => readSettings({ ...production, PAYMENTS: 'fake' })).toThrow(/PAYMENTS: production refuses the fake service/);
    expect(() => readSettings({ ...production, ...keys, PAYPAL_API_BASE: 'http://127.0.0.1:1' })).toThrow(
      /PAYPAL_API_BASE: must be https/,
    );
    expect(() => readSettings({ PAYMENTS: 'cash' })).toThrow(/PAYMENTS/);
  });

  const korean = {
    PORTONE_STORE_ID: 'store-1',
    PORTONE_API_SECRET: 'secret',
    PORTONE_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32, 1).toString('base64')}`,
    PORTONE_CHANNEL_KEY: 'channel-key-1',
  };
  const prices = {
    PRICES_KRW: 'monthly:30000, annual:300000,pack100:8000,pack500:36000',
    PAYMENT_WINDOW_ORIGIN: 'https://pay.bakkum.example',
  };

  it('take won through PortOne at the prices of the operator, also beside PayPal', () => {
    const won = { monthly: 30_000, annual: 300_000, pack100: 8000, pack500: 36_000 };
    expect(readSettings({ ...production, ...korean, ...prices }).payments).toMatchObject({
      won,
      services: [
        { manifest: { id: 'portone' }, values: { card: 'channel-key-1', kakaopay: '', base: 'https://api.portone.io' } },
      ],
    });
    const { payments } = readSettings({ ...production, ...keys, ...korean, ...prices });
    expect(payments).toMatchObject({ services: [{ manifest: { id: 'paypal' } }, { manifest: { id: 'portone' } }] });
  });

  it('refuse PortOne without prices, and prices that are incomplete or not in whole won', () => {
    expect(() => readSettings({ ...production, ...korean })).toThrow(/PRICES_KRW: is needed to be paid in won/);
    for (const wrong of [
      'monthly:30000',
      `${prices.PRICES_KRW},monthly:1000`,
      'monthly:300.5,annual:1000,pack100:1000,pack500:1000',
      'x:1,annual:1000,pack100:1000,pack500:1000',
      'monthly:99,annual:1000,pack100:1000,pack500:1000',
    ])
      expect(() => readSettings({ PRICES_KRW: wrong })).toThrow(/PRICES_KRW: must be a price in whole won/);
    expect(() => readSettings({ PORTONE_STORE_ID: 'store-1' })).toThrow(/PORTONE_API_SECRET: is needed/);
  });

  describe('the origin of the payment window', () => {
    const sold = { ...production, ...korean, ...prices };
    const demo = { ...korean, PRICES_KRW: prices.PRICES_KRW };

    it('is needed with PortOne on a public site', () => {
      expect(readSettings(sold).paymentWindowOrigin).toBe('https://pay.bakkum.example');
      const needed = /^PAYMENT_WINDOW_ORIGIN: is needed to be paid by PortOne/;
      expect(() => readSettings({ ...sold, PAYMENT_WINDOW_ORIGIN: '' })).toThrow(needed);
      const publicDemo = { ...demo, PUBLIC_ORIGIN: 'https://bakkum.example', DEMO_PUBLIC: 'on' };
      expect(() => readSettings(publicDemo)).toThrow(needed);
      for (const fine of [demo, { ...production, ...keys }, { ...sold, PAYMENT_WINDOW_ORIGIN: '', PAYMENTS: 'off' }])
        expect(readSettings(fine).paymentWindowOrigin).toBeUndefined();
    });

    it.each([
      ['pay.bakkum.example', /^PAYMENT_WINDOW_ORIGIN: /],
      ['https://pay.bakkum.example/window', /^PAYMENT_WINDOW_ORIGIN: must be scheme, host and port only/],
      ['http://pay.bakkum.example', /^PAYMENT_WINDOW_ORIGIN: must be https/],
      ['https://bakkum.example', /^PAYMENT_WINDOW_ORIGIN: must have a host name other than PUBLIC_ORIGIN/],
      ['https://bakkum.example:8443', /^PAYMENT_WINDOW_ORIGIN: must have a host name other than PUBLIC_ORIGIN/],
    ])('is not %s', (window, problem) => {
      expect(() => readSettings({ ...sold, PAYMENT_WINDOW_ORIGIN: window })).toThrow(problem);
    });

    it('needs the origin of the site', () => {
      expect(() => readSettings({ PAYMENT_WINDOW_ORIGIN: 'http://127.0.0.1:3000' })).toThrow(/^PUBLIC_ORIGIN: is needed/);
      const local = { PUBLIC_ORIGIN: 'http://localhost:3000', PAYMENT_WINDOW_ORIGIN: 'http://127.0.0.1:3000' };
      expect(readSettings(local).paymentWindowOrigin).toBe('http://127.0.0.1:3000');
    });
  });

  it.each(['secret', 'whsec_', 'whsec_c2VjcmV0', `whsec_${'a'.repeat(31)}!`, `${'A'.repeat(20)} ${'A'.repeat(20)}`, 'whsec_…'])(
    'refuse the webhook secret %j, with which no message would be genuine',
    (secret) => {
      expect(() => readSettings({ ...production, ...korean, ...prices, PORTONE_WEBHOOK_SECRET: secret })).toThrow(
        /^PORTONE_WEBHOOK_SECRET: must be the whole webhook secret/,
      );
    },
  );

  it('refuse script hosts that would be left out of the security policy', () => {
    const sold = { ...production, ...korean, ...prices };
    expect(readSettings({ ...sold, PORTONE_SCRIPT_HOSTS: 'js.example.com, *.gateway.example' }).payments).toMatchObject({
      services: [{ values: { scripts: 'js.example.com, *.gateway.example' } }],
    });
    for (const wrong of ['https://js.example.com', 'js.example.com; script-src *', '*', 'JS.example.com'])
      expect(() => readSettings({ ...sold, PORTONE_SCRIPT_HOSTS: wrong })).toThrow(/PORTONE_SCRIPT_HOSTS: must be host names/);
  });
});

it('accepts a folder or a complete bucket as second store', () => {
  expect(readSettings({ BACKUP_DIR: '/mnt/copies' }).conversions.backup).toEqual({ folder: '/mnt/copies' });
  const bucket = {
    BACKUP_S3_ENDPOINT: 'https://s3.example',
    BACKUP_S3_BUCKET: 'copies',
    BACKUP_S3_ACCESS_KEY_ID: 'id',
    BACKUP_S3_SECRET_ACCESS_KEY: 'secret',
  };
  expect(readSettings(bucket).conversions.backup).toMatchObject({ s3: { bucket: 'copies', region: 'us-east-1' } });
  expect(() => readSettings({ ...bucket, BACKUP_S3_BUCKET: '' })).toThrow('BACKUP_S3_BUCKET: is needed');
  expect(() => readSettings({ ...bucket, BACKUP_DIR: '/mnt/copies' })).toThrow('BACKUP_DIR');
});

describe('demo mode', () => {
  it('listens only on this machine by default', () => {
    expect(readSettings({}).host).toBe('127.0.0.1');
    expect(readSettings({ HOST: '0.0.0.0' }).host).toBe('0.0.0.0');
  });

  it.each([
    'https://bakkum.example',
    'http://192.168.1.5:3000',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
  ])('refuses the public origin %s without an explicit flag', (origin) => {
    expect(() => readSettings({ PUBLIC_ORIGIN: origin })).toThrow(/^PUBLIC_ORIGIN: demo mode has a shared account/);
    expect(readSettings({ PUBLIC_ORIGIN: origin, DEMO_PUBLIC: 'on' }).mode).toBe('demo');
  });

  it.each(['http://localhost:3000', 'http://127.0.0.1', 'http://[::1]:8080', 'http://demo.localhost'])('allows %s', (origin) => {
    expect(readSettings({ PUBLIC_ORIGIN: origin }).origin).toBe(origin);
  });
});

describe('production that is paid through a service', () => {
  const PAID = {
    SITE_MODE: 'production',
    PUBLIC_ORIGIN: 'https://turn.example',
    SITE_SECRET: 'a secret that is long enough for this',
    DATABASE_URL: 'postgres://turn@db.example/turn',
    SMTP_URL: 'smtps://turn:secret@mail.example:465',
    MAIL_FROM: 'Turn <hello@turn.example>',
    PAYPAL_CLIENT_ID: 'client',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'webhook',
  };

  it('sells nothing until the operator is identified', () => {
    const { payments, salesMissing } = readSettings({ ...PAID, OPERATOR_NAME: 'Turn Ltd.' });
    expect(payments).toMatchObject({ kind: 'providers' });
    expect(salesMissing).toEqual(['OPERATOR_ADDRESS', 'OPERATOR_REGISTRATION', 'OPERATOR_CONTACT']);
  });

  it('sells once the operator is identified, and includes the configured tax', () => {
    const operator = {
      OPERATOR_NAME: 'Turn Ltd.',
      OPERATOR_ADDRESS: 'Seoul',
      OPERATOR_REGISTRATION: '1',
      OPERATOR_CONTACT: 'a@b.example',
    };
    const settings = readSettings({ ...PAID, ...operator, OPERATOR_TAX_PERCENT: '8.5', OPERATOR_TAX_NAME: 'GST' });
    expect(settings).toMatchObject({ salesMissing: [], operator: { tax: { basisPoints: 850, name: 'GST' } } });
    expect(() => readSettings({ ...PAID, OPERATOR_TAX_PERCENT: '100' })).toThrow('OPERATOR_TAX_PERCENT');
  });
});

describe('services that translate and check prompts', () => {
  it('are off without settings, and use OpenAI unless a base is set', () => {
    expect(readSettings({}).imageAssistants).toEqual({});
    const { imageAssistants } = readSettings({
      IMAGE_CHAT_KEY: 'chat-key',
      IMAGE_CHAT_MODEL: 'gpt-5-mini',
      IMAGE_MODERATION_BASE: 'http://127.0.0.1:8080/v1',
      IMAGE_MODERATION_IMAGES: 'off',
    });
    expect(imageAssistants).toEqual({
      chat: { base: 'https://api.openai.com/v1', key: 'chat-key', model: 'gpt-5-mini' },
      moderation: { base: 'http://127.0.0.1:8080/v1', model: 'omni-moderation-latest', images: false },
    });
  });

  it('are refused at startup where a part is missing', () => {
    expect(() => readSettings({ IMAGE_CHAT_KEY: 'chat-key' })).toThrow('IMAGE_CHAT_MODEL: name the chat model');
    expect(() => readSettings({ IMAGE_CHAT_MODEL: 'gpt-5-mini' })).toThrow('IMAGE_CHAT_KEY: set it, or IMAGE_CHAT_BASE');
    expect(() => readSettings({ IMAGE_MODERATION_MODEL: 'omni' })).toThrow('because IMAGE_MODERATION_MODEL is set');
    expect(() => readSettings({ IMAGE_MODERATION_IMAGES: 'on' })).toThrow('because IMAGE_MODERATION_IMAGES is set');
  });
});
