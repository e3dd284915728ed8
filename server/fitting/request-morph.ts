import type { Transaction } from 'kysely'
import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import type { MorphQueueEntry, RequestedMorph } from '../../src/api/contract/morphs.ts'
import { lockAssetRow, requireAllowedAsset } from '../assets/write.ts'
import { writeAuditEntry } from '../auth/audit.ts'
import type { AuthenticatedCall } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { writeEvents } from '../events/outbox.ts'
import { enqueueJob } from '../jobs/enqueue.ts'
import { readMorphQueueEntry } from './morph-queue.ts'
import { computeMorphSourcesKey, readMorphSources } from './morph-sources.ts'

/**
 * Enqueues a morph of an asset to another body. The caller must be allowed to change the asset. If a morph from the same files
 * and code version is queued, running or done, returns the entry of that morph. Throws the errors of {@link readMorphSources}.
 */
export async function requestMorph(
  trx: Transaction<Database>,
  { now }: Pick<Deps, 'now'>,
  { caller, address }: Pick<AuthenticatedCall, 'caller' | 'address'>,
  { assetId, bodyId }: RequestedMorph,
): Promise<MorphQueueEntry> {
  await requireAllowedAsset(trx, caller, 'update', assetId)
  // Because of this lock, a concurrent request for the same morph waits, and then finds this entry.
  const asset = await lockAssetRow(trx, assetId)
  const madeFrom = computeMorphSourcesKey(await readMorphSources(trx, asset, bodyId))
  const key = [assetId, bodyId, madeFrom].join(' ')
  const earlier = (await findFinishedMorph(trx, assetId, bodyId, madeFrom)) ?? (await findPendingMorph(trx, key))
  if (earlier) return earlier
  const at = now()
  const { id } = await enqueueJob(trx, {
    kind: 'morph',
    key,
    payload: { assetId, bodyId, madeFrom },
    owner: caller.id,
    now: at,
  })
  await writeAuditEntry(trx, at, { action: 'morph-asked', userId: caller.id, address, details: { assetId, bodyId } })
  await writeEvents(trx, caller.id, [{ key: EVENT_KEYS.morphQueueEntryCreated, id: assetId, at: at.toISOString() }])
  return (await readMorphQueueEntry(trx, id))!
}

async function findFinishedMorph(
  trx: Transaction<Database>,
  assetId: string,
  bodyId: string,
  madeFrom: string,
): Promise<MorphQueueEntry | undefined> {
  const finished = await trx
    .selectFrom('morphed_assets')
    .select(['id', 'report', 'created_at'])
    .where('asset_id', '=', assetId)
    .where('body_id', '=', bodyId)
    .where('made_from', '=', madeFrom)
    .executeTakeFirst()
  if (!finished) return undefined
  const at = finished.created_at.toISOString()
  const { report } = finished
  // The queue entry may have been purged, because morphs are retained much longer than queue entries.
  const newEntry: MorphQueueEntry = {
    ...{ id: finished.id, assetId, bodyId, status: 'done', attempts: 1, createdAt: at, finishedAt: at },
    ...(report === null ? {} : { report }),
  }
  return (await readMorphQueueEntry(trx, finished.id)) ?? newEntry
}

async function findPendingMorph(trx: Transaction<Database>, key: string): Promise<MorphQueueEntry | undefined> {
  const activeJob = await trx
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'morph')
    .where('key', '=', key)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return activeJob && readMorphQueueEntry(trx, activeJob.id)
}
