import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { ERROR_STATUS, type ErrorCode } from './errors.ts'
import { ArchiveAddress } from './files.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { Id } from './text.ts'

/** What becomes of an asset of an archive: it is made, is there already, or cannot be taken. */
export const IMPORT_OUTCOMES = ['made', 'same', 'refused'] as const
export type ImportOutcome = (typeof IMPORT_OUTCOMES)[number]

/** Where an import stands; one that failed has left what it made, and goes on from there when it is tried again. */
export const IMPORT_STATUSES = ['queued', 'running', 'done', 'failed'] as const

/**
 * An archive on its way into an application. `total` is how many assets it has, once that is known, the others count what
 * became of them so far. With `dryRun` nothing is made: `made` is what would be. `jobId` is the job that does it.
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
 * What became of one asset; `place` is its 1-based place in the manifest. `assetId` is the asset of this store that was made
 * or is the same. `without` names fields that could not be taken along: what they point at is not here, or only admins may.
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

/** Whole applications on their way out of a store, and into another. */
export const transfer = {
  export: endpoint({
    method: 'GET',
    path: 'v1/assets/export/{applicationId}',
    summary:
      'All assets of an application with their files, as a ZIP archive. A download that broke off goes on with `Range` and `If-Range`.',
    access: ['export', 'Application'],
    returns: v.instance(Response),
    media: 'application/zip',
  }),
  import: endpoint({
    method: 'POST',
    path: 'v1/assets/import',
    summary:
      'Takes an exported archive, uploaded as kind `archive`, into an application: a job makes every asset that is not there yet. With `dryRun` it only tells what would become of each.',
    access: ['create', 'Asset'],
    body: v.strictObject({ fileUrl: ArchiveAddress, applicationId: Id, dryRun: v.optional(v.boolean()) }),
    returns: Import,
    status: 201,
    idempotent: true,
  }),
  importStatus: endpoint({
    method: 'GET',
    path: 'v1/assets/import/{importId}',
    summary: 'Where an import of the caller’s stands, and a page of what became of each asset.',
    access: ['create', 'Asset'],
    query: v.strictObject({
      ...listParameters(['place']),
      outcome: oneOrMany(v.picklist(IMPORT_OUTCOMES)),
      /** Whether nothing of them was left behind. */
      complete: v.optional(v.picklist(['true', 'false'])),
    }),
    returns: v.object({ import: Import, ...listPage(ImportRow).entries }),
  }),
}
