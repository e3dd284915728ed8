import { readCurrentAbility } from '../auth/current-ability.ts'
import { JobError, type JobKind } from '../jobs/job.ts'
import type { JobDependencies } from '../jobs/job-dependencies.ts'
import type { JobPayloads } from '../jobs/job-payloads.ts'
import { countTaggedAssets, finishTagMerge, mergeNextTagBatch } from './merge-tags.ts'

/** Maximum number of assets counted for the progress. With more assets, the progress reaches 100 % early. */
const MAX_COUNTED_ASSETS = 1_000_000

/**
 * Merges a tag into another, or deletes it. Each batch of assets is committed separately, so retries and concurrent workers
 * continue with the remaining assets. The last transaction also deletes the tag.
 */
export const createMergeTagsJobKind = ({ db, now }: JobDependencies): JobKind<JobPayloads['merge']> => ({
  async perform({ payload: { tagId, into }, ownerId }, { progress, signal }) {
    const actorId = ownerId ?? ''
    const retagging = () => ({ tagId, at: now(), actorId, ...(into !== undefined && { into }) })
    const total = await countTaggedAssets(db, tagId, MAX_COUNTED_ASSETS)
    for (let done = 0; ; ) {
      signal.throwIfAborted()
      const ability = await readCurrentAbility(db, now(), { userId: actorId })
      if (!ability?.can('delete', 'Tag')) throw new JobError('The user who requested this no longer has permission.')
      const merged = await mergeNextTagBatch(db, retagging())
      if (merged === 0) break
      done += merged
      progress(done / total)
    }
    return (trx) => finishTagMerge(trx, retagging())
  },
})
