import type { Job, jobs } from '../../src/api/contract/jobs.ts'
import { parseOrder } from '../../src/api/contract/list.ts'
import { mustBeAllowed } from '../assets/write.ts'
import type { ServiceHandlers } from '../bind.ts'
import { type Caller, isAdmin } from '../call.ts'
import { readPage } from '../db/page.ts'
import type { Deps } from '../deps.ts'
import { notFound } from '../errors.ts'
import { cancelJob, retryJob } from '../jobs/change.ts'
import { asJob, type JobFound, jobColumns, readOwnJob } from '../jobs/read.ts'

/** Jobs, as those see them who asked for them; admins see everybody's. */
export const jobHandlers = (deps: Deps): ServiceHandlers<typeof jobs> => ({
  async list({ query: { page, limit, after, order, kind, status } }, { caller }) {
    const { db } = deps
    const found = await readPage<JobFound>(db, {
      matching: db
        .selectFrom('jobs')
        .selectAll()
        .$if(!isAdmin(caller), (it) => it.where('owner_id', '=', caller.id))
        .$if(kind !== undefined, (it) => it.where('kind', 'in', kind!))
        .$if(status !== undefined, (it) => it.where('status', 'in', status!)),
      columns: jobColumns(caller),
      order: ['created_at', parseOrder(order)['createdAt'] ?? 'desc'],
      page,
      limit,
      after,
    })
    return { ...found, data: found.data.map(asJob) }
  },

  get: ({ params }, { caller }) => mustRead(deps, caller, params.id),

  async retry({ params: { id } }, { caller }) {
    const { assetId } = await mustRead(deps, caller, id)
    // They may have lost the right since they asked.
    if (assetId !== undefined) await mustBeAllowed(deps.db, caller, 'update', assetId)
    await retryJob(deps.db, id, deps.now())
    deps.jobs.wake()
    return mustRead(deps, caller, id)
  },

  async cancel({ params: { id } }, { caller }) {
    await mustRead(deps, caller, id)
    await cancelJob(deps.db, id, deps.now())
    deps.jobs.told(id)
    return mustRead(deps, caller, id)
  },
})

/** Throws `NOT_FOUND`, also for what is another's. */
async function mustRead({ db }: Deps, caller: Caller, id: string): Promise<Job> {
  const job = await readOwnJob(db, caller, id)
  if (!job) throw notFound('The job')
  return job
}
