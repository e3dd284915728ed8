import type { Transaction } from 'kysely'
import { EVENT_KEYS } from '../../src/api/contract/events.ts'
import type { MorphQueueEntry, WantedMorph } from '../../src/api/contract/morphs.ts'
import { lockRow, mustBeAllowed } from '../assets/write.ts'
import { audit } from '../auth/audit.ts'
import type { CallOfMember } from '../call.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { writeEvents } from '../events/outbox.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { readEntry } from './queue.ts'
import { nameOf, sourcesOf } from './sources.ts'

/**
 * Asks for an asset's model to be fitted to another body, by someone who may change the asset; answers the entry that is at
 * it already, or has done it from the same files by the same version of the code. Throws as {@link sourcesOf}, before anything is queued.
 */
export async function askForMorph(
  trx: Transaction<Database>,
  { now }: Pick<Deps, 'now'>,
  { caller, address }: Pick<CallOfMember, 'caller' | 'address'>,
  { assetId, bodyId }: WantedMorph,
): Promise<MorphQueueEntry> {
  await mustBeAllowed(trx, caller, 'update', assetId)
  // Who asks for the same at the same moment waits here, and finds it asked for.
  const asset = await lockRow(trx, assetId)
  const madeFrom = nameOf(await sourcesOf(trx, asset, bodyId))
  const key = [assetId, bodyId, madeFrom].join(' ')
  const earlier = (await doneBefore(trx, assetId, bodyId, madeFrom)) ?? (await underWay(trx, key))
  if (earlier) return earlier
  const at = now()
  const { id } = await enqueue(trx, {
    kind: 'morph',
    key,
    payload: { assetId, bodyId, madeFrom },
    owner: caller.id,
    now: at,
  })
  await audit(trx, at, { action: 'morph-asked', userId: caller.id, address, details: { assetId, bodyId } })
  await writeEvents(trx, caller.id, [{ key: EVENT_KEYS.morphQueueEntryCreated, id: assetId, at: at.toISOString() }])
  return (await readEntry(trx, id))!
}

async function doneBefore(
  trx: Transaction<Database>,
  assetId: string,
  bodyId: string,
  madeFrom: string,
): Promise<MorphQueueEntry | undefined> {
  const made = await trx
    .selectFrom('morphed_assets')
    .select(['id', 'report', 'created_at'])
    .where('asset_id', '=', assetId)
    .where('body_id', '=', bodyId)
    .where('made_from', '=', madeFrom)
    .executeTakeFirst()
  if (!made) return undefined
  const at = made.created_at.toISOString()
  const { report } = made
  // Entries are forgotten long before what they made.
  const alone: MorphQueueEntry = {
    ...{ id: made.id, assetId, bodyId, status: 'done', attempts: 1, createdAt: at, finishedAt: at },
    ...(report === null ? {} : { report }),
  }
  return (await readEntry(trx, made.id)) ?? alone
}

async function underWay(trx: Transaction<Database>, key: string): Promise<MorphQueueEntry | undefined> {
  const living = await trx
    .selectFrom('jobs')
    .select('id')
    .where('kind', '=', 'morph')
    .where('key', '=', key)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  return living && readEntry(trx, living.id)
}
