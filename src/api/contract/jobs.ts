import * as v from 'valibot'
import { AssetSummary } from './asset-use.ts'
import { endpoint } from './endpoint.ts'
import { JOB_KINDS, JOB_STATUSES, MAIL_TOPICS } from './job-kinds.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { MorphQuality } from './morph-quality.ts'
import { VARIANT_RECIPES } from './recipes.ts'

export type { JobKindName, JobStatus } from './job-kinds.ts'

/** Resources that a job uses: run time and CPU time in milliseconds, and bytes unpacked or stored. */
export const JobCost = v.object({ ms: v.number(), cpuMs: v.number(), bytes: v.number() })
export type JobCost = v.InferOutput<typeof JobCost>

/**
 * Background job, which continues after the call that requested it. `progress` is 0..1, `step` the current step. `attempts`
 * counts the starts. `error` is the reason for a failure or a retry, as a sentence. Times are ISO 8601 UTC.
 */
export const Job = v.object({
  id: v.string(),
  kind: v.picklist(JOB_KINDS),
  status: v.picklist(JOB_STATUSES),
  progress: v.number(),
  step: v.optional(v.string()),
  attempts: v.number(),
  error: v.optional(v.string()),
  /**
   * Id of the asset that the job is about, if any. `asset` is present if the asset still exists and the caller is allowed to see
   * it.
   */
  assetId: v.optional(v.string()),
  asset: v.optional(AssetSummary),
  /** Target body of a morph, if the body still exists and the caller is allowed to see it. */
  body: v.optional(AssetSummary),
  recipe: v.optional(v.picklist(VARIANT_RECIPES)),
  /** Topic and address of an e-mail. Only admins see e-mails. */
  letter: v.optional(v.picklist(MAIL_TOPICS)),
  to: v.optional(v.string()),
  /** Present for a finished morph. */
  report: v.optional(MorphQuality),
  /** Resources used by all attempts, and their limits; a job that exceeds its budget fails. */
  used: v.optional(JobCost),
  budget: v.optional(JobCost),
  /** User who requested the job; absent for jobs of the server. Only admins see the address. */
  ownerId: v.optional(v.string()),
  ownerEmail: v.optional(v.string()),
  createdAt: v.string(),
  startedAt: v.optional(v.string()),
  finishedAt: v.optional(v.string()),
})
export type Job = v.InferOutput<typeof Job>

/** Subscribes to the jobs that this client requested or ended. Returns the unsubscribe function. */
export type ListenToLocalJobs = (listener: (id: string, isAlive: boolean) => void) => () => void

export const jobs = {
  list: endpoint({
    method: 'GET',
    path: 'v1/jobs',
    summary: 'List jobs',
    description: 'The caller’s jobs, or all jobs for an admin. The newest job comes first.',
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
    summary: 'Get a job',
    description: 'Admins can read the jobs of every user.',
    access: 'member',
    returns: Job,
  }),
  retry: endpoint({
    method: 'POST',
    path: 'v1/jobs/{id}/retry',
    summary: 'Retry a failed job',
    description: 'The job is queued again with all its attempts. A queued or running job is unchanged.',
    access: 'member',
    returns: Job,
  }),
  cancel: endpoint({
    method: 'POST',
    path: 'v1/jobs/{id}/cancel',
    summary: 'Cancel a queued or running job',
    description: 'The job fails and its results are discarded.',
    access: 'member',
    returns: Job,
  }),
}
