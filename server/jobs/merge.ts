import { countCarriers, endMerge, mergeNext } from '../assets/merge-tags.ts'
import { abilityNow } from '../auth/standing.ts'
import { JobFault, type JobKind } from './job.ts'
import type { KindNeeds } from './kind-needs.ts'
import type { Payloads } from './payloads.ts'

/** A million assets at a leisurely pace, in milliseconds. */
const MOST_MS = 3_600_000

/** So many assets are counted, for the progress; beyond it stands still for a while. */
const MOST_COUNTED = 1_000_000

/**
 * Merges a tag into another, or deletes it. Each few assets are kept at once: another try, or another worker beside this one, goes on with
 * those that still carry it. The last of them, those in the trash and the end of the tag are one.
 */
export const mergeKind = ({ db, now }: KindNeeds): JobKind<Payloads['merge']> => ({
  mostMs: MOST_MS,
  async perform({ payload: { tagId, into }, ownerId }, { progress, signal }) {
    const actorId = ownerId ?? ''
    const retagging = () => ({ tagId, at: now(), actorId, ...(into !== undefined && { into }) })
    const total = await countCarriers(db, tagId, MOST_COUNTED)
    for (let done = 0; ; ) {
      signal.throwIfAborted()
      // Who is no admin any more merges no more.
      const ability = await abilityNow(db, now(), { userId: actorId })
      if (!ability?.can('delete', 'Tag')) throw new JobFault('Whoever asked for this may not do it any more.')
      const merged = await mergeNext(db, retagging())
      if (merged === 0) break
      done += merged
      progress(done / total)
    }
    return (trx) => endMerge(trx, retagging())
  },
})
