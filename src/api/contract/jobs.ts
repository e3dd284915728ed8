import * as v from 'valibot'
import { NamedAsset } from './asset-use.ts'
import { endpoint } from './endpoint.ts'
import { FitReport } from './fit-report.ts'
import { JOB_KINDS, JOB_STATUSES } from './job-kinds.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { RECIPES } from './recipes.ts'

export type { JobKindName, JobStatus } from './job-kinds.ts'

/**
 * Work that goes on after the call that asked for it. `progress` is 0..1, `step` what is being done; `attempts` counts how
 * often it was begun; `error` is a sentence: why it failed, or why it is tried again. Times are ISO 8601 UTC.
 */
export const Job = v.object({
  id: v.string(),
  kind: v.picklist(JOB_KINDS),
  status: v.picklist(JOB_STATUSES),
  progress: v.number(),
  step: v.optional(v.string()),
  attempts: v.number(),
  error: v.optional(v.string()),
  /** The asset it is about, where it is about one; `asset` where that is still there and the caller may see it. */
  assetId: v.optional(v.string()),
  asset: v.optional(NamedAsset),
  /** The body that a morph is for, while it is there and the caller may see it. */
  body: v.optional(NamedAsset),
  /** What a variant is made by. */
  recipe: v.optional(v.picklist(RECIPES)),
  /** Of a morph that is done. */
  report: v.optional(FitReport),
  /** Who asked for it; nobody where the server itself did. Admins are told the address, where there is one. */
  ownerId: v.optional(v.string()),
  ownerEmail: v.optional(v.string()),
  createdAt: v.string(),
  startedAt: v.optional(v.string()),
  finishedAt: v.optional(v.string()),
})
export type Job = v.InferOutput<typeof Job>

/** Hears of each job that was asked for here, and of each that was ended here, by its id; gives back how to stop. */
export type AskedJobs = (listener: (id: string, isAlive: boolean) => void) => () => void

export const jobs = {
  list: endpoint({
    method: 'GET',
    path: 'v1/jobs',
    summary: 'A page of the caller’s jobs, the newest first; of everybody’s for an admin.',
    access: 'member',
    query: v.strictObject({
      ...listParameters(['createdAt']),
      kind: oneOrMany(v.picklist(JOB_KINDS)),
      status: oneOrMany(v.picklist(JOB_STATUSES)),
    }),
    returns: listPage(Job),
  }),
  get: endpoint({
    method: 'GET',
    path: 'v1/jobs/{id}',
    summary: 'One job of the caller’s, or of anybody’s for an admin.',
    access: 'member',
    returns: Job,
  }),
  retry: endpoint({
    method: 'POST',
    path: 'v1/jobs/{id}/retry',
    summary:
      'Queues a failed job again, with all its attempts before it; one that is queued or running stays as it is.',
    access: 'member',
    returns: Job,
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'v1/jobs/{id}/cancel',
    summary: 'Gives up a job that is queued or running: it has failed, and nothing of it is kept.',
    access: 'member',
    returns: Job,
  }),
}
