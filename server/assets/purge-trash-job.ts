import type { JobKind } from '../jobs/job.ts'
import type { JobDependencies } from '../jobs/job-dependencies.ts'
import type { JobPayloads } from '../jobs/job-payloads.ts'
import { purgeTrash } from './purge-trash.ts'

/** Deletes trashed assets whose retention has expired. Commits each batch separately, so a retry continues with the rest. */
export const createPurgeTrashJobKind = ({ db, now }: JobDependencies): JobKind<JobPayloads['purge']> => ({
  async perform({ payload: { until } }, { progress, signal }) {
    await purgeTrash(db, { until: new Date(until), now: now(), signal, progress })
    return async () => {}
  },
})
