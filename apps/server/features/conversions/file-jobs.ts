/** Creates jobs of files that arrive in the same request. */
import type { OrderRequest } from '@bakkum/api-contract/conversions/conversions';
import { orderRequest } from '@bakkum/api-contract/conversions/conversions';
import { MAX_INPUTS } from '@bakkum/api-contract/limits';
import { findRepeatedJob, isKeyUsed, type Order, orderJob } from '@bakkum/conversion-jobs/jobs';
import { releaseInputs } from '@bakkum/conversion-jobs/removal';
import type { JobRow } from '@bakkum/conversion-jobs/rows';
import type { WholeUpload } from '@bakkum/conversion-jobs/uploads/uploads';
import { fieldFaults } from '../../http/field-sentences.ts';
import type { Services } from '../../services.ts';
import type { ApiContext, Principal } from './authentication.ts';
import { checkQueue, createJob, type JobCreation, prepareOrder, type Uploads, unwrapOrThrow } from './create-job.ts';
import { idempotencyOf, keyOf } from './documented.ts';
import { ApiProblem } from './problem.ts';
import { FileNotNeeded, type Incoming, storeFileFor, storeForm, type WholeFile, wholeFileOf } from './uploads/upload-intake.ts';

type Creation = Omit<JobCreation, 'uploads'>;

/**
 * Creates a job from a form. The files may arrive before the fields, so invalid fields discard uploaded files.
 * @param defaults fields that the form may leave out
 */
export async function createJobFromForm(
  services: Services,
  principal: Principal,
  context: ApiContext,
  defaults: Readonly<Record<string, string>> = {},
): Promise<JobRow> {
  // Refuses an invalid key, and a job that would wait too long, before the file arrives.
  const key = keyOf(context);
  await checkQueue(services, principal, key);
  const creationOf = (fields: Fields, files: readonly Pick<WholeFile, 'name' | 'sha256'>[]): Creation => {
    const request = orderFrom({ ...defaults, ...fields });
    const facts = files.flatMap(({ name, sha256 }) => [name, sha256]);
    return { request, idempotency: idempotencyOf(services, context, ['upload', request, ...facts]) };
  };
  const recordOnly = async (upload: WholeUpload, fields: Fields): Promise<JobRow> => {
    const file = wholeFileOf(upload, services.conversions.now());
    return recordJob(services, await checkedOrder(services, principal, file, creationOf(fields, [file])), upload);
  };
  const repeated = {
    mayBe: async () => key !== undefined && (await isKeyUsed(services.database, principal.owner, key)),
    async find(fields: Fields, files: readonly Pick<WholeFile, 'name' | 'sha256'>[]): Promise<JobRow | undefined> {
      const { idempotency } = creationOf(fields, files);
      const before = await findRepeatedJob(services.database, principal.owner, idempotency);
      return before && unwrapOrThrow(before).job;
    },
  };
  return orRepeated(async () => {
    const use = { files: MAX_INPUTS, recordOnly, repeated };
    const { fields, uploads, recorded } = await storeForm(services, principal, context, use);
    if (recorded) return recorded;
    const [first, ...rest] = uploads;
    if (!first) throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'file', problem: 'required' }] });
    return createJobOrDiscard(services, principal, [first, ...rest], () => creationOf(fields, uploads));
  });
}

type Fields = Readonly<Record<string, string>>;

/**
 * Stores a file that arrives in one request and creates its job, or finds the one of the same idempotency key. A file that fits in memory is
 * checked before it is stored, and recorded together with its job.
 * @param read reads the request for this file, which may be invalid
 */
export function createJobOfFile(
  services: Services,
  principal: Principal,
  incoming: Incoming,
  read: (file: Pick<WholeFile, 'name' | 'sha256'>) => Creation,
): Promise<JobRow> {
  let order: Order | undefined;
  return orRepeated(async () => {
    const stored = await storeFileFor(services, principal, incoming, {
      async check(file) {
        order = await checkedOrder(services, principal, file, read(file));
      },
      record(upload) {
        if (!order) throw new Error('a file was recorded before it was checked');
        return recordJob(services, order, upload);
      },
    });
    if ('recorded' in stored) return stored.recorded;
    return createJobOrDiscard(services, principal, [stored.upload], () => read(stored.upload));
  });
}

/** The request of a file was answered before. */
class Repeated extends FileNotNeeded {
  readonly job: JobRow;
  constructor(job: JobRow) {
    super('the request was answered before');
    this.job = job;
  }
}

/** Returns the earlier job of a repeated request. */
async function orRepeated(create: () => Promise<JobRow>): Promise<JobRow> {
  try {
    return await create();
  } catch (error) {
    if (error instanceof Repeated) return error.job;
    throw error;
  }
}

/** Checks the request for the job of a file that is not recorded yet. @throws ApiProblem, Repeated */
async function checkedOrder(
  services: Services,
  principal: Principal,
  file: WholeFile,
  { request, idempotency }: Creation,
): Promise<Order> {
  const before = await findRepeatedJob(services.database, principal.owner, idempotency);
  if (before) throw new Repeated(unwrapOrThrow(before).job);
  return prepareOrder(services, principal, { uploads: [file], request, idempotency });
}

/** Records a job together with its file. @throws ApiProblem, Repeated */
async function recordJob({ conversions }: Services, order: Order, newUpload: WholeUpload): Promise<JobRow> {
  const { job, isNew } = unwrapOrThrow(await orderJob(conversions, { ...order, newUpload }));
  if (!isNew) throw new Repeated(job);
  return job;
}

/**
 * Creates the job of uploads, or finds the one of the same idempotency key. Deletes the uploads unless the job uses them.
 * @param read reads the request, which may be invalid
 */
export async function createJobOrDiscard(
  services: Services,
  principal: Principal,
  uploads: Uploads,
  read: () => Creation,
): Promise<JobRow> {
  let isUsed = false;
  try {
    const { request, idempotency } = read();
    const before = await findRepeatedJob(services.database, principal.owner, idempotency);
    const { job: row, isNew } = before
      ? unwrapOrThrow(before)
      : await createJob(services, principal, { uploads, request, idempotency });
    isUsed = isNew;
    return row;
  } finally {
    const ids = uploads.map(({ id }) => id);
    if (!isUsed) await releaseInputs(services.conversions, ids);
  }
}

/** Reads the text fields of a request. @throws ApiProblem INVALID_REQUEST */
export function orderFrom({ options, backup, ...fields }: Fields): OrderRequest {
  const isBoolean = backup === 'true' || backup === 'false';
  const given = {
    ...fields,
    ...(backup !== undefined && { backup: isBoolean ? backup === 'true' : backup }),
    ...(options !== undefined && options !== '' && { options: jsonField(options) }),
  };
  const result = orderRequest.safeParse(given);
  if (result.success) return result.data;
  throw new ApiProblem('INVALID_REQUEST', { fields: fieldFaults(result.error, given) });
}

function jsonField(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new ApiProblem('INVALID_REQUEST', { fields: [{ field: 'options', problem: 'invalid' }] });
  }
}
