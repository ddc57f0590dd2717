import type { SharedResult } from '@bakkum/api-contract/conversions/cloud';
import { type JobView, MAX_LISTED_FILES, type UploadView } from '@bakkum/api-contract/conversions/conversions';
import { WARNING_CODES, type WarningCode } from '@bakkum/conversion/engine';
import { CONVERSION_ERROR_CODES, type ConversionErrorCode } from '@bakkum/conversion/errors';
import { expectedEnds } from '@bakkum/conversion-jobs/estimates';
import { type JobRow, type KeptWarning, type OutputList, outputListsOf } from '@bakkum/conversion-jobs/rows';
import type { Conversions } from '@bakkum/conversion-jobs/service';
import type { Upload } from '@bakkum/conversion-jobs/uploads/uploads';
import type { Sql } from '@bakkum/database/sql';
import type { Locale } from '@bakkum/i18n/locale';
import { errors as errorsEn } from '@bakkum/messages/errors.en';
import { errors as errorsKo } from '@bakkum/messages/errors.ko';
import { warnings as warningsEn } from '@bakkum/messages/warnings.en';
import { warnings as warningsKo } from '@bakkum/messages/warnings.ko';

/** Error messages that differ from conversions on a device. */
const HERE: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  'worker-lost': {
    en: 'The server stopped while converting this file. Try again.',
    ko: '파일을 변환하던 서버가 멈췄어요. 다시 시도해 주세요.',
  },
  'storage-full': {
    en: 'You don’t have enough cloud storage left for the result. Delete results or wait until they expire, then try again.',
    ko: '서버의 내 저장 공간이 부족해서 결과를 저장하지 못했어요. 다른 결과를 지우거나 만료될 때까지 기다린 뒤 다시 시도해 주세요.',
  },
};
const ERRORS = { en: errorsEn, ko: errorsKo } as const;
const WARNINGS = { en: warningsEn, ko: warningsKo } as const;

/** Base URL of links and language of messages in a job view. */
export type Showing = { readonly base: string; readonly locale: Locale };

export function uploadView(upload: Upload): UploadView {
  return {
    upload_id: upload.id,
    filename: upload.name,
    size: upload.size,
    received: upload.received,
    complete: upload.completed_at !== null,
    format: upload.format,
    created_at: upload.created_at.toISOString(),
    expires_at: upload.expires_at.toISOString(),
  };
}

/** Views for a list of jobs, each with its first files only. */
export async function jobViews(parts: Conversions, jobs: readonly JobRow[], showing: Showing): Promise<JobView[]> {
  return viewsOf(parts, jobs, showing, MAX_LISTED_FILES);
}

/** View of a single job, with all its files. */
export async function oneJobView(parts: Conversions, job: JobRow, showing: Showing): Promise<JobView> {
  const [view] = await viewsOf(parts, [job], showing);
  if (!view) throw new Error('a job without a view');
  return view;
}

async function viewsOf(parts: Conversions, jobs: readonly JobRow[], showing: Showing, mostFiles?: number): Promise<JobView[]> {
  // Only completed jobs have results.
  const ids = jobs.filter(({ state }) => state === 'completed').map(({ id }) => id);
  const outputs = await outputListsOf(parts.database, ids, mostFiles);
  const ends = await expectedEnds(parts, jobs);
  return jobs.map((job) => jobView(job, outputs.get(job.id), ends.get(job.id), showing));
}

function jobView(job: JobRow, outputs: OutputList | undefined, expected: Date | undefined, { base, locale }: Showing): JobView {
  return {
    job_id: job.id,
    status: job.state,
    progress: job.progress,
    operation: job.operation,
    input_count: job.input_count,
    original_filename: job.name === '' ? null : job.name,
    source_format: job.source_format,
    target_format: job.target_format,
    original_size: job.input_bytes,
    ...resultOf(job, outputs, base),
    fidelity: job.fidelity,
    warnings: job.warnings.map((warning) => ({
      code: upperSnakeCase(warning.code),
      message: warningSentence(warning, locale),
      params: warning.params ?? {},
    })),
    error:
      job.error_code === null
        ? null
        : {
            code: upperSnakeCase(job.error_code),
            message: errorSentence(job.error_code, locale),
            input: job.input_count > 1 ? job.error_input : null,
          },
    ...momentsOf(job, expected),
    retention: job.retention,
    storage: job.storage,
    backup: backupOf(job, outputs),
    attempts: job.attempts,
    webhook_url: job.webhook_url,
    tag: job.tag,
  };
}

type Result = Pick<JobView, 'converted_filename' | 'file_size' | 'download_url' | 'files' | 'file_count'>;

function resultOf(job: JobRow, outputs: OutputList | undefined, base: string): Result {
  const url = `${base}/api/v1/download/${job.id}`;
  return {
    converted_filename: resultName(job, outputs),
    file_size: outputs?.bytes ?? null,
    download_url: outputs ? url : null,
    file_count: outputs?.files ?? 0,
    files: (outputs?.first ?? []).map(({ index, name, media_type, bytes }) => ({
      index,
      filename: name,
      media_type,
      size: bytes,
      download_url: `${url}?file=${index}`,
    })),
  };
}

/** Name of the only result, or of the zip that contains several; null without a result. */
function resultName(job: JobRow, outputs: OutputList | undefined): string | null {
  if (outputs && outputs.files > 1) return archiveName(job.name);
  return outputs?.first[0]?.name ?? null;
}

function backupOf({ backup }: JobRow, outputs: OutputList | undefined): JobView['backup'] {
  if (!backup) return 'off';
  return outputs?.backedUp ? 'kept' : 'pending';
}

/**
 * View of a job for people it is shared with.
 * @param mostFiles maximum files in the view; by default all
 */
export async function sharedView(sql: Sql, job: JobRow, mostFiles?: number): Promise<SharedResult> {
  const outputs = (await outputListsOf(sql, [job.id], mostFiles)).get(job.id);
  return {
    status: job.state,
    source_format: job.source_format,
    target_format: job.target_format,
    converted_filename: resultName(job, outputs),
    file_size: outputs?.bytes ?? null,
    expires_at: job.expires_at?.toISOString() ?? null,
    file_count: outputs?.files ?? 0,
    files: (outputs?.first ?? []).map(({ index, name, bytes }) => ({ index, filename: name, size: bytes })),
  };
}

type Moments = Pick<
  JobView,
  'estimated_completion' | 'created_at' | 'started_at' | 'completed_at' | 'expires_at' | 'retry_until'
>;

function momentsOf(job: JobRow, expected: Date | undefined): Moments {
  const told = (moment: Date | null | undefined): string | null => moment?.toISOString() ?? null;
  return {
    estimated_completion: told(expected),
    created_at: job.created_at.toISOString(),
    started_at: told(job.started_at),
    completed_at: told(job.ended_at),
    expires_at: told(job.expires_at),
    retry_until: told(job.retry_until),
  };
}

/** Name of the zip that contains several results. */
export function archiveName(sourceName: string): string {
  const dot = sourceName.lastIndexOf('.');
  return `${dot > 0 ? sourceName.slice(0, dot) : sourceName}.zip`;
}

/** Converts `wrong-password` to the API's `WRONG_PASSWORD`. */
function upperSnakeCase(code: string): string {
  return code.replaceAll('-', '_').toUpperCase();
}

const isErrorCode = (code: string): code is ConversionErrorCode => CONVERSION_ERROR_CODES.some((one) => one === code);
const isWarningCode = (code: string): code is WarningCode => WARNING_CODES.some((one) => one === code);

function errorSentence(code: string, locale: Locale): string {
  return HERE[code]?.[locale] ?? ERRORS[locale][isErrorCode(code) ? code : 'internal'];
}

function warningSentence({ code, params = {} }: KeptWarning, locale: Locale): string {
  const sentence = isWarningCode(code) ? WARNINGS[locale][code] : code;
  return sentence.replace(/\{(\w+)\}/g, (_all, name: string) => String(params[name] ?? ''));
}
