/** Documentation of the conversion API. Text between backticks is shown as code. */
export const apiDocs = {
  title: 'API Documentation',
  description: 'Convert files from your own programs: keys, a quick start in three languages, every endpoint, limits and errors.',
  lead: 'Convert files from your own programs, on our server instead of in a browser.',
  contents: 'On this page',
  copy: 'Copy',
  copied: 'Copied',
  code: 'Code: {name}',

  overview: 'Overview',
  overviewBody:
    'You send a file and say what it becomes. The server answers with a job, converts the file in the background, and keeps the result for you to download. Bodies and answers are JSON, names are in snake case, and times are in UTC.',
  overviewUploaded:
    'Unlike the converter on our pages, the API uploads your files: they are converted on the server. The input is deleted when the job has succeeded, the result when its time is over, after {hours} hours unless you choose otherwise.',
  baseAddress: 'Base address',
  machineReadable: 'For machines: the OpenAPI 3.1 document',

  authentication: 'Authentication',
  authenticationBody:
    'Every request carries an API key in the header `Authorization: Bearer bkm_…`. You make keys on the page of your account, and see each of them once. Only the lists of formats can be read without a key.',
  authenticationSecret:
    'A key acts in your name, so keep it on servers and out of web pages, apps and repositories. Revoke one that leaked: from then on it answers 401.',
  keysLink: 'Make an API key',
  scope: 'Scope',
  scopeMeaning: 'Allows',
  'scope-convert:read': 'Reading jobs and uploads, downloading results',
  'scope-convert:write': 'Uploading files, and ordering, cancelling, retrying and deleting jobs',
  'scope-account:read': 'Reading the plan, its limits and what is used of them',

  quickStart: 'Quick start',
  quickStartBody:
    'Three requests: send the file, wait for the job, download the result. Put your key into the environment variable `BAKKUM_KEY`, and take any file in place of `drawing.svg`.',
  language: 'Language',
  noteSend: 'Send a file and say what it becomes',
  noteWait: 'Wait until the job has ended, up to a minute for each request',
  noteDownload: 'Download the result',
  noteBody: 'The body is the request as it came, before it is parsed',
  noteInstall: 'Needs: pip install requests',
  quickStartWait:
    'With `wait` the server holds the answer until the job has ended. Without it, ask every two seconds, or listen to the events of the job.',
  quickStartAgain:
    'Send an `Idempotency-Key` of your own with requests that begin something. If the connection breaks before the answer, send the same request with the same key again: you get the same job, not a second one.',
  quickStartClient:
    'The source code of this site contains a small client for JavaScript and TypeScript, `@bakkum/client`, without dependencies. It does all of this, retries included.',

  endpoints: 'Endpoints',
  endpointsBody: 'Drawn from the OpenAPI document of this server, so this is what it really does.',
  endpointsLater: 'The server is still starting. Reload this page in a moment to see its endpoints.',
  openAccess: 'No key needed',
  parameters: 'Parameters',
  requestBody: 'Request body',
  answers: 'Answers',
  problems: 'Errors',
  fieldName: 'Name',
  fieldType: 'Type',
  fieldText: 'Meaning',
  required: 'required',
  preset: 'Default: `{value}`',
  'place-path': 'in the path',
  'place-query': 'in the query',
  'place-header': 'header',
  objects: 'Objects',
  objectsBody: 'What requests and answers are made of.',

  states: 'States of a job',
  statesBody: 'A job goes from `queued` to `processing` to one of three ends. When the result is deleted, it becomes `expired`.',
  state: 'State',
  meaning: 'Meaning',
  'state-queued': 'It waits for its turn.',
  'state-processing': 'It is being converted. `progress` tells how far it is, where that can be measured.',
  'state-completed': 'The result can be downloaded until `expires_at`.',
  'state-error': 'It did not work; `error` says why. Until `retry_until` it can be tried again without sending the file.',
  'state-cancelled': 'You cancelled it.',
  'state-expired': 'The result was deleted.',

  webhooks: 'Webhooks',
  webhooksBody:
    'Give a `webhook_url` with the job, or one for all of them on the page of your account, and the server tells that address when the job has ended, so you need not ask. It sends a POST request with JSON: the event, when it happened, and the job as you would read it.',
  webhooksEvents: 'Events',
  webhooksTaken:
    'Answer with any status from 200 to 299 within 15 seconds, and do the work afterwards. Otherwise the message is sent again, with growing pauses, for 24 hours. Status 410 ends that. What was sent, and what your server said to it, is listed by the API and on the page of your account, where a message can also be sent again.',
  webhooksCheck:
    'Messages are signed as the Standard Webhooks scheme says, with a secret that is shown once, when you make it: on the page of your account, or by `POST /api/v1/webhooks/secret`. For a day after it was changed, messages carry a signature of the one before as well. Check the signature before you believe a message. Three headers come with it: `webhook-id`, `webhook-timestamp` and `webhook-signature`. Compute HMAC-SHA256 over the id, the timestamp and the raw body, joined by dots, and compare. Refuse messages older than five minutes, and handle each id once: a message may come twice.',

  limits: 'Limits',
  limitsBody:
    'Limits are those of the plan of the account a key belongs to. A request that begins something counts as an order: an upload, a job, a retry. All others count as reads.',
  limitsHeaders:
    'Answers say what is left in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (seconds). Past a limit the answer is 429, and `Retry-After` says how many seconds to wait.',
  limit: 'Limit',
  'tier-free': 'Free',
  'tier-pro': 'Pro',
  'tier-enterprise': 'Enterprise',
  limitCommands: 'Orders an hour',
  limitReads: 'Reads an hour',
  limitFile: 'Size of a file',
  limitOpen: 'Jobs that wait or run',
  limitAtOnce: 'Of those, at the same time',
  limitStored: 'Uploads and results together',
  limitMinutes: 'Time of one job',
  limitRetention: 'Results are kept',
  byAgreement: 'by agreement',
  retentionDefault: '{list} (default: {preset})',

  errors: 'Errors',
  errorsBody:
    'Every answer from 400 on is a problem document (RFC 9457, `application/problem+json`). Decide by `error.code`, which does not change. The sentences are in the language of `Accept-Language`, English or Korean, and `error.details` holds what helps: the formats that would work, the fields that are wrong.',
  errorsExample: 'Example of an error',
  status: 'Status',
  errorCode: 'Code',

  try: 'Try it',
  tryBody: 'Sends a request to this server from your browser. The key stays in this page and is forgotten when you leave it.',
  tryRequest: 'Request',
  'try-formats': 'Which formats there are',
  'try-pair': 'Options of a conversion',
  'try-jobs': 'My jobs',
  'try-account': 'My limits',
  tryKey: 'API key',
  tryKeyHint: 'Begins with bkm_',
  tryKeyWrong: 'That does not look like an API key. It begins with bkm_.',
  tryFrom: 'From',
  tryTo: 'To',
  trySend: 'Send request',
  trySending: 'Sending…',
  tryUnreachable: 'The server cannot be reached. Check your connection and try again.',
  tryAnswer: 'Answer',
  tryStatus: 'Status {status}, after {milliseconds} ms',
  tryLeft: '{remaining} of {limit} requests left this hour',
  tryCut: 'Only the beginning of the answer is shown.',

  more: 'Read next',
} as const;
