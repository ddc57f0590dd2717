/** Requests and answers of the API, under their API names. */
export type JobStatus = 'queued' | 'processing' | 'completed' | 'error' | 'cancelled' | 'expired';
export type Retention = '1h' | '24h' | '7d' | '30d';
export type Storage = 'temporary' | 'persistent' | 'archive';
/** What can be made of several files. */
export type Operation = 'combine' | 'compare' | 'sign';
export type OptionValue = string | number | boolean | null;

export type Upload = {
  upload_id: string;
  filename: string;
  size: number | null;
  received: number;
  complete: boolean;
  format: string | null;
  created_at: string;
  expires_at: string;
};

export type ResultFile = { index: number; filename: string; media_type: string; size: number; download_url: string };

export type Job = {
  job_id: string;
  status: JobStatus;
  /** Percent; null when unknown. */
  progress: number | null;
  /** What is made of several files; null for a conversion of one. */
  operation: Operation | null;
  input_count: number;
  original_filename: string | null;
  source_format: string;
  target_format: string;
  original_size: number;
  converted_filename: string | null;
  file_size: number | null;
  file_count: number;
  download_url: string | null;
  /** Lists of jobs contain the first 20 files of each job; the job itself contains all. */
  files: ResultFile[];
  /** What the conversion preserves: lossless, lossy, layout-lost, text-only, picture. */
  fidelity: string | null;
  /** `params` are the values in the message, for building other messages. */
  warnings: { code: string; message: string; params: Record<string, string | number> }[];
  /** `input` is the index of the file that failed, if the job has several and it is known. */
  error: { code: string; message: string; input: number | null } | null;
  estimated_completion: string | null;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
  expires_at: string | null;
  retry_until: string | null;
  retention: Retention;
  storage: Storage;
  /** State of the result's copy in a second store. */
  backup: 'off' | 'pending' | 'kept';
  attempts: number;
  webhook_url: string | null;
  tag: string | null;
};

/** Fields of a conversion request, however the file arrives. */
export type Order = {
  /** For several files. Signing takes a document and a certificate (PKCS #12), which must be sent, not uploaded before. */
  operation?: Operation;
  /** A format's id or one of its extensions. */
  target_format: string;
  quality?: 'high' | 'medium' | 'low';
  /** As listed by `conversion(from, to)`. */
  options?: Readonly<Record<string, OptionValue>>;
  webhook_url?: string;
  retention?: Retention;
  /** Temporary: at most one day. Persistent: as `retention` says. Archive: until deleted. */
  storage?: Storage;
  /** Requires a server with a second store. */
  backup?: boolean;
  tag?: string;
};

export type ExportTarget = { readonly url: string; readonly headers?: Readonly<Record<string, string>>; readonly file?: number };
export type Exported = {
  filename: string;
  size: number;
  attempts: number;
  /** Of the stored object, if the storage returned one. */
  etag: string | null;
};

export type JobList = { jobs: Job[]; next_cursor: string | null };
export type JobsQuery = { status?: JobStatus; tag?: string; cursor?: string; limit?: number };

export type Format = {
  id: string;
  name: string;
  extensions: string[];
  media_type: string;
  category: string;
  /** Formats it converts to. */
  targets: string[];
};

export type Conversion = {
  from: string;
  to: string;
  fidelity: string;
  /** JSON Schema of the options. */
  options: Record<string, unknown>;
  /** Where the website can do this conversion too. `phones`: all devices with less than 4 GB of memory. */
  browsers: ('chromium' | 'firefox' | 'safari' | 'phones')[];
};

export type Account = {
  tier: 'anonymous' | 'free' | 'pro' | 'enterprise';
  scopes: ('convert:read' | 'convert:write' | 'account:read')[];
  limits: {
    requests_per_hour: number;
    reads_per_hour: number;
    file_size: number;
    open_jobs: number;
    jobs_at_once: number;
    storage: number;
    minutes_per_job: number;
    retentions: Retention[];
    storages: Storage[];
    archive: number;
  };
  usage: {
    requests: { limit: number; remaining: number; resets_at: string };
    open_jobs: number;
    storage: number;
    archive: number;
  };
};

export type WebhookEvent = { type: 'conversion.completed' | 'conversion.failed'; timestamp: string; data: Job };
