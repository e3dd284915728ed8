import type { Job, jobs } from '../../src/api/contract/jobs.ts'
import { parseOrder } from '../../src/api/contract/list.ts'
import { type JobDetailsRow, jobColumnsSql, readOwnJob, toJob } from '../assets/read-jobs.ts'
import { requireAllowedAsset } from '../assets/write.ts'
import { writeAuditEntry } from '../auth/audit.ts'
import { type Caller, isAdmin } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { readListPage } from '../db/read-list-page.ts'
import { notFoundError } from '../errors/http-error.ts'
import { cancelJob, retryJob } from '../jobs/retry-cancel.ts'
import type { ServiceHandlers } from './bind-routes.ts'

/** Handlers of the jobs API: callers see their own jobs, admins see all. */
export const createJobHandlers = (deps: Deps): ServiceHandlers<typeof jobs> => ({
  async list({ query: { page, limit, after, order, kind, status } }, { caller }) {
    const { db } = deps
    const found = await readListPage<JobDetailsRow>(db, {
      matchingQuery: db
        .selectFrom('jobs')
        .selectAll()
        .$if(!isAdmin(caller), (it) => it.where('owner_id', '=', caller.id))
        .$if(kind !== undefined, (it) => it.where('kind', 'in', kind!))
        .$if(status !== undefined, (it) => it.where('status', 'in', status!)),
      columns: jobColumnsSql(caller),
      order: ['created_at', parseOrder(order)['createdAt'] ?? 'desc'],
      page,
      limit,
      after,
    })
    return { ...found, data: found.data.map(toJob) }
  },

  get: ({ params }, { caller }) => requireJob(deps, caller, params.id),

  async retry({ params: { id } }, { caller }) {
    const { assetId } = await requireJob(deps, caller, id)
    // The caller may have lost the permission after the job was enqueued.
    if (assetId !== undefined) await requireAllowedAsset(deps.db, caller, 'update', assetId)
    await retryJob(deps.db, id, deps.now())
    deps.jobs.wake()
    return requireJob(deps, caller, id)
  },

  async cancel({ params: { id } }, { caller, address }) {
    await requireJob(deps, caller, id)
    const now = deps.now()
    await cancelJob(deps.db, id, now, async (trx, { kind, owner_id }) => {
      if (owner_id === caller.id) return
      const details = { by: caller.id, jobId: id, job: kind }
      await writeAuditEntry(trx, now, { action: 'job-cancelled', userId: owner_id ?? undefined, address, details })
    })
    deps.jobs.onJobEnded(id)
    return requireJob(deps, caller, id)
  },
})

/** Reads a job. Throws `NOT_FOUND`, even if the job exists but belongs to another user. */
async function requireJob({ db }: Deps, caller: Caller, id: string): Promise<Job> {
  const job = await readOwnJob(db, caller, id)
  if (!job) throw notFoundError('The job')
  return job
}
