/** Documentation of the conversion API. Text between backticks is shown as code. */
export const apiDocs = {
  title: 'API Documentation',
  description:
    'Convert files from your own code. Covers API keys, a quick start in three languages, every endpoint, limits and errors.',
  lead: 'Call the converter from your own code and convert files on our server instead of in a browser.',
  contents: 'On this page',
  copy: 'Copy',
  copied: 'Copied',
  code: 'Code: {name}',

  overview: 'Overview',
  overviewBody:
    'Send a file and a target format. The server responds with a job, converts the file in the background, and stores the result for download. Requests and responses are JSON, field names use snake_case, and times are in UTC.',
  overviewUploaded:
    'Unlike the file converter on this site, the API converts files on our server, so you have to upload them. The input is deleted when the job succeeds. The result expires after {hours} hours unless you choose otherwise.',
  baseAddress: 'Base URL',
  machineReadable: 'Machine-readable version: OpenAPI 3.1 document',

  authentication: 'Authentication',
  authenticationBody:
    'Send an API key with every request, in the header `Authorization: Bearer bkm_…`. Create keys on your account page. Each key is shown only once. Without a key, you can only list the formats.',
  authenticationSecret:
    'A key acts on your behalf, so keep it on servers and out of web pages, apps and repositories. If a key leaks, revoke it. Requests that use it will then fail with status 401.',
  keysLink: 'Create an API key',
  scope: 'Scope',
  scopeMeaning: 'Allows',
  'scope-convert:read': 'Reading jobs and uploads, and downloading results',
  'scope-convert:write': 'Uploading files, and creating, canceling, retrying and deleting jobs',
  'scope-account:read': 'Reading your plan, its limits and your usage',

  quickStart: 'Quick start',
  quickStartBody:
    'Converting a file takes three requests: send the file, wait for the job, and download the result. Store your key in the environment variable `BAKKUM_KEY`, and use any file in place of `drawing.svg`.',
  language: 'Language',
  noteSend: 'Send a file and a target format',
  noteWait: 'Wait for the job to end, for up to a minute per request',
  noteDownload: 'Download the result',
  noteBody: 'The raw request body, before parsing',
  noteInstall: 'Requires: pip install requests',
  quickStartWait:
    'With `wait`, the server responds once the job has ended. Without it, poll every two seconds, or listen to the job’s events.',
  quickStartAgain:
    'Send your own `Idempotency-Key` with every request that starts work. If the connection drops before you get a response, repeat the request with the same key. You’ll get the same job, not a second one.',
  quickStartClient:
    'The source code of this site includes `@bakkum/client`, a small JavaScript and TypeScript client with no dependencies. It handles all of the steps above, including retries.',

  severalFiles: 'Several files',
  severalFilesBody:
    'Some operations make one result of several files. Send one `file` field for each file, in their order, or the `upload_ids` of uploaded files, and set `operation`. `combine` joins up to {most} files, for example PDFs and images into one PDF; with the option `pages`, it takes single pages from each. `compare` lists the differences of two documents. `sign` signs a PDF.',
  severalFilesLimits:
    'Together, the files can’t exceed your plan’s size limit for one file. If a file can’t be used, `error.input` gives its index, beginning with 0.',
  severalFilesSign:
    'To sign, send the document first and the certificate (PKCS #12) second, with its password in the option `certificatePassword`. Certificates are accepted only in the form that starts the job. The server deletes both files and the password as soon as the job ends, even if it fails, so signing can’t be retried. If you don’t want to send a private key, sign in the browser on this site or with `bakkum sign`.',

  endpoints: 'Endpoints',
  endpointsBody: 'Generated from this server’s OpenAPI document.',
  endpointsLater: 'The server is still starting. Reload this page in a moment to see its endpoints.',
  openAccess: 'No key needed',
  parameters: 'Parameters',
  requestBody: 'Request body',
  answers: 'Responses',
  problems: 'Errors',
  fieldName: 'Name',
  fieldType: 'Type',
  fieldText: 'Description',
  required: 'required',
  preset: 'Default: `{value}`',
  'place-path': 'in the path',
  'place-query': 'in the query',
  'place-header': 'in the header',
  objects: 'Objects',
  objectsBody: 'The objects in requests and responses.',

  states: 'Job states',
  statesBody:
    'A job goes from `queued` to `processing` to one of three final states. When its result is deleted, it becomes `expired`.',
  state: 'State',
  meaning: 'Description',
  'state-queued': 'Waiting in the queue.',
  'state-processing': 'Converting. `progress` shows the percentage if it can be measured.',
  'state-completed': 'The result can be downloaded until `expires_at`.',
  'state-error':
    'The conversion failed; `error` gives the reason. Until `retry_until`, it can be retried without sending the file again.',
  'state-cancelled': 'You canceled the job.',
  'state-expired': 'The result was deleted.',

  webhooks: 'Webhooks',
  webhooksBody:
    'Set a `webhook_url` for each job, or set one URL for all jobs on your account page. The server notifies that URL when a job ends, so you don’t need to poll. It sends a POST request with a JSON body that contains the event, its time and the job.',
  webhooksEvents: 'Events',
  webhooksTaken:
    'Respond with any status from 200 to 299 within 15 seconds, and process the message afterward. Otherwise, the message is resent with increasing delays for 24 hours. A 410 status stops the retries. The API and your account page list deliveries and your server’s responses, and both let you resend messages.',
  webhooksCheck:
    'Messages are signed according to Standard Webhooks, with a secret that is shown once, when you create it on your account page or with `POST /api/v1/webhooks/secret`. For a day after you rotate it, messages are also signed with the previous secret. Verify the signature before you trust a message. Each message has three headers: `webhook-id`, `webhook-timestamp` and `webhook-signature`. Compute HMAC-SHA256 over the id, the timestamp and the raw body, joined by dots, and compare the result. Reject messages older than five minutes, and handle each id only once, because a message may arrive more than once.',

  limits: 'Limits',
  agents: 'AI agents',
  agentsBody:
    'Agents that support the Model Context Protocol (MCP) can use this API as tools: `convert`, `combine_files`, `get_job`, `detect` and `list_formats`. Every call requires an API key and is subject to its scopes and limits.',
  agentsRemote: 'Configuration for this server',
  agentsFiles:
    'Files of up to 4 MB can be sent in a call. Upload larger files first and pass their `upload_id`. Canceling a call cancels its job.',
  agentsLocalBody:
    'To keep files on your machine, let the agent start the `bakkum` command instead. It doesn’t need a key, uploads nothing, and only reads and writes in the folders you allow.',
  agentsLocal: 'Configuration for your own machine',
  limitsBody:
    'Limits depend on the plan of the account that owns the key. Requests that start work (uploads, jobs and retries) count as commands. All others count as reads.',
  limitsHeaders:
    'Responses report your quota in `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` (in seconds). If you exceed a limit, the server responds with 429, and `Retry-After` gives the number of seconds to wait.',
  limit: 'Limit',
  'tier-free': 'Free',
  'tier-pro': 'Pro',
  'tier-enterprise': 'Enterprise',
  limitCommands: 'Commands per hour',
  limitReads: 'Reads per hour',
  limitFile: 'File size',
  limitOpen: 'Queued and running jobs',
  limitAtOnce: 'Concurrent jobs',
  limitStored: 'Total storage',
  limitMinutes: 'Maximum time per job',
  limitRetention: 'Result retention',
  byAgreement: 'custom',
  retentionDefault: '{list} (default: {preset})',

  errors: 'Errors',
  errorsBody:
    'Every response with status 400 or higher is a problem document (RFC 9457, `application/problem+json`). In your code, check `error.code`: the codes never change. Messages are in English or Korean, depending on `Accept-Language`, and `error.details` gives details such as available formats or invalid fields.',
  errorsExample: 'Example error',
  status: 'Status',
  errorCode: 'Code',

  try: 'Try it',
  tryBody: 'Sends a request to this server from your browser. The key stays on this page and is discarded when you leave.',
  tryRequest: 'Request',
  'try-formats': 'List formats',
  'try-pair': 'Options for a conversion',
  'try-jobs': 'My jobs',
  'try-account': 'My limits',
  tryKey: 'API key',
  tryKeyHint: 'Starts with bkm_',
  tryKeyWrong: 'This doesn’t look like an API key. Keys start with bkm_.',
  tryFrom: 'From',
  tryTo: 'To',
  trySend: 'Send request',
  trySending: 'Sending…',
  tryUnreachable: 'Can’t reach the server. Check your connection and try again.',
  tryAnswer: 'Response',
  tryStatus: 'Status {status} in {milliseconds} ms',
  tryLeft: '{remaining} of {limit} requests left this hour',
  tryCut: 'Only the beginning of the response is shown.',

  more: 'Read next',
} as const;
