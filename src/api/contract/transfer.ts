import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from './errors.ts'
import { ArchiveUrl } from './files.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { Id } from './text.ts'

/** Outcome for an asset of an archive: created (`made`), already present (`same`), or refused. */
export const IMPORT_OUTCOMES = ['made', 'same', 'refused'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

/** Status of an import. A failed import retains the assets that it created; a retry creates the others. */
export const IMPORT_STATUSES = ['queued', 'running', 'done', 'failed'] as const

/**
 * An import of an archive into an application. `total` is the number of assets, once known; the other counts are outcomes so far.
 * With `dryRun` nothing is created, and `made` counts the assets that would be created. `jobId` is the job that runs the import.
 */
export const Import = v.object({
  id: v.string(),
  applicationId: v.string(),
  dryRun: v.boolean(),
  status: v.picklist(IMPORT_STATUSES),
  jobId: v.optional(v.string()),
  error: v.optional(v.string()),
  total: v.optional(v.number()),
  made: v.number(),
  same: v.number(),
  refused: v.number(),
  createdAt: v.string(),
  finishedAt: v.optional(v.string()),
})
export type Import = v.InferOutput<typeof Import>

/**
 * Outcome for one asset. `place` is the asset's 1-based position in the manifest. `assetId` is the created or identical asset on
 * this server. `without` names fields that were not imported: their target does not exist on this server, or only admins are
 * allowed to set them.
 */
export const ImportRow = v.object({
  id: v.string(),
  place: v.number(),
  name: v.string(),
  outcome: v.picklist(IMPORT_OUTCOMES),
  assetId: v.optional(v.string()),
  code: v.optional(v.picklist(Object.keys(ERROR_STATUS) as ErrorCode[])),
  message: v.optional(v.string()),
  without: v.array(v.string()),
})
export type ImportRow = v.InferOutput<typeof ImportRow>

export const transfer = {
  export: endpoint({
    method: 'GET',
    path: 'v1/assets/export/{applicationId}',
    summary: 'Export an application as a ZIP archive',
    description:
      'Contains all its assets with their files. An interrupted download resumes with `Range` and `If-Range`.',
    access: ['export', 'Application'],
    returns: v.instance(Response),
    media: 'application/zip',
  }),
  import: endpoint({
    method: 'POST',
    path: 'v1/assets/import',
    summary: 'Import an archive into an application',
    description:
      'The archive is an upload of kind `archive`. A job creates every asset that does not exist yet. With `dryRun` the job only reports the result for each asset.',
    access: ['create', 'Asset'],
    body: v.strictObject({ fileUrl: ArchiveUrl, applicationId: Id, dryRun: v.optional(v.boolean()) }),
    returns: Import,
    status: 201,
    idempotent: true,
  }),
  importStatus: endpoint({
    method: 'GET',
    path: 'v1/assets/import/{importId}',
    summary: 'Get the progress of an import of the caller',
    description: 'With a page of results by asset.',
    access: ['create', 'Asset'],
    query: v.strictObject({
      ...listParameters(['place']),
      outcome: oneOrMany(v.picklist(IMPORT_OUTCOMES)),
      /** Filters by whether all fields were imported. */
      complete: v.optional(v.picklist(['true', 'false'])),
    }),
    returns: v.object({ import: Import, ...listPage(ImportRow).entries }),
  }),
}
