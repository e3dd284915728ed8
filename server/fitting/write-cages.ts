import type { CageMesh, CageMeshChange, NewCageMesh } from '../../src/api/contract/cage-meshes.ts'
import { transact } from '../assets/transact.ts'
import { refuseStale } from '../assets/write.ts'
import { audit } from '../auth/audit.ts'
import type { CallOfMember } from '../call.ts'
import { fold } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { notFound, Refusal } from '../errors.ts'
import { earlierAnswer, once, repeatable } from '../idempotency.ts'
import { insertCage, readCageMesh, tellChanged } from './cage-rows.ts'
import { checkShape, mustOwnBody } from './check-cage.ts'

/** Adds a cage that was uploaded, once for each idempotency key. Throws as {@link checkShape} and {@link mustOwnBody}. */
export async function addCage(deps: Deps, call: CallOfMember, given: NewCageMesh): Promise<CageMesh> {
  const { caller, address } = call
  const request = repeatable(call, 'cageMeshes.create', given)
  const earlier = await earlierAnswer<CageMesh>(deps.db, request)
  if (earlier) return earlier
  await mustOwnBody(deps, caller, given.bodyId)
  const facts = await checkShape(deps, caller, given)
  const at = deps.now()
  return once(deps.db, request, at, async (trx) => {
    // Once more: the body may be another's, or gone, since the model was looked at.
    await mustOwnBody({ db: trx }, caller, given.bodyId)
    const cageMeshId = await insertCage(trx, { ...given, ...facts }, { actorId: caller.id, at })
    await audit(trx, at, { action: 'cage-mesh-added', userId: caller.id, address, details: { cageMeshId } })
    return (await readCageMesh(trx, cageMeshId))!
  })
}

/** Changes a cage; one whose shape changes is checked again, and is no carried one any more. Throws `STALE_WRITE`, else as {@link addCage}. */
export async function changeCage(
  deps: Deps,
  { caller, address, ifMatch }: CallOfMember,
  id: string,
  given: CageMeshChange,
): Promise<CageMesh> {
  const current = await readCageMesh(deps.db, id)
  if (!current) throw notFound('The cage mesh')
  refuseStale(current, ifMatch, STALE)
  const wanted = { ...current, ...present(given) }
  const owned = async (db: Deps['db']) => {
    await mustOwnBody({ db }, caller, current.bodyId)
    if (wanted.bodyId !== current.bodyId) await mustOwnBody({ db }, caller, wanted.bodyId)
  }
  await owned(deps.db)
  const isReshaped = (['modelUrl', 'bodyId', 'assetType'] as const).some((it) => wanted[it] !== current[it])
  const facts = isReshaped ? await checkShape(deps, caller, wanted) : {}
  return transact(deps.db, async (trx) => {
    await trx.selectFrom('cage_meshes').select('id').where('id', '=', id).forUpdate().execute()
    const before = await readCageMesh(trx, id)
    if (!before) throw notFound('The cage mesh')
    if (JSON.stringify(before) !== JSON.stringify(current)) throw new Refusal('STALE_WRITE', STALE, { current: before })
    await owned(trx)
    const { name, gender, modelUrl, assetType, bodyId } = wanted
    const columns = { name, name_key: fold(name), gender, model_url: modelUrl }
    await trx
      .updateTable('cage_meshes')
      .set({ ...columns, asset_type: assetType ?? null, body_id: bodyId ?? null, ...facts })
      .$if(isReshaped, (it) => it.set({ carried_from: null }))
      .where('id', '=', id)
      .execute()
    const after = (await readCageMesh(trx, id))!
    if (JSON.stringify(after) === JSON.stringify(before)) return before
    const at = new Date(Math.max(deps.now().getTime(), Date.parse(before.updatedAt) + 1))
    await trx.updateTable('cage_meshes').set({ updated_at: at }).where('id', '=', id).execute()
    await audit(trx, at, { action: 'cage-mesh-changed', userId: caller.id, address, details: { cageMeshId: id } })
    await tellChanged(trx, id, { actorId: caller.id, at })
    return { ...after, updatedAt: at.toISOString() }
  })
}

const STALE = 'A team member changed this cage mesh in the meantime.'

/** What was handed in, with undefined in place of null. */
function present(given: CageMeshChange): Partial<CageMesh> {
  const entries = Object.entries(given).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([field, value]) => [field, value ?? undefined]))
}
