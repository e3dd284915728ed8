import type { CageMesh, CageMeshChange, NewCageMesh } from '../../src/api/contract/cage-meshes.ts'
import { assertNotStale } from '../assets/write.ts'
import { writeAuditEntry } from '../auth/audit.ts'
import type { AuthenticatedCall } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { transact } from '../db/transact.ts'
import { toNameKey } from '../db/values.ts'
import { HttpError, notFoundError } from '../errors/http-error.ts'
import { findEarlierResponse, readIdempotentRequest, runOnce } from '../http/idempotency.ts'
import { emitCageUpdated, insertCage, readCageMesh } from './cage-rows.ts'
import { assertBodyOwner, validateCageMesh } from './validate-cage-mesh.ts'

/** Adds an uploaded cage, idempotently. Throws the errors of {@link validateCageMesh} and {@link assertBodyOwner}. */
export async function addCage(deps: Deps, call: AuthenticatedCall, input: NewCageMesh): Promise<CageMesh> {
  const { caller, address } = call
  const request = readIdempotentRequest(call, 'cageMeshes.create', input)
  const earlier = await findEarlierResponse<CageMesh>(deps.db, request)
  if (earlier) return earlier
  await assertBodyOwner(deps, caller, input.bodyId)
  const facts = await validateCageMesh(deps, caller, input)
  const at = deps.now()
  return runOnce(deps.db, request, at, async (trx) => {
    // Checked again, because the body may have been deleted or have a new owner since the cage was validated.
    await assertBodyOwner({ db: trx }, caller, input.bodyId)
    const cageMeshId = await insertCage(trx, { ...input, ...facts }, { actorId: caller.id, at })
    await writeAuditEntry(trx, at, { action: 'cage-mesh-added', userId: caller.id, address, details: { cageMeshId } })
    return (await readCageMesh(trx, cageMeshId))!
  })
}

/**
 * Changes a cage. If its shape changes, the cage is validated again and no longer counts as transferred. Throws `STALE_WRITE` and
 * the errors of {@link addCage}.
 */
export async function updateCage(
  deps: Deps,
  { caller, address, ifMatch }: AuthenticatedCall,
  id: string,
  change: CageMeshChange,
): Promise<CageMesh> {
  const current = await readCageMesh(deps.db, id)
  if (!current) throw notFoundError('The cage mesh')
  assertNotStale(current, ifMatch, STALE)
  const next = { ...current, ...withoutNulls(change) }
  const assertOwnership = async (db: Deps['db']) => {
    await assertBodyOwner({ db }, caller, current.bodyId)
    if (next.bodyId !== current.bodyId) await assertBodyOwner({ db }, caller, next.bodyId)
  }
  await assertOwnership(deps.db)
  const isReshaped = (['modelUrl', 'bodyId', 'assetType'] as const).some((it) => next[it] !== current[it])
  const facts = isReshaped ? await validateCageMesh(deps, caller, next) : {}
  return transact(deps.db, async (trx) => {
    await trx.selectFrom('cage_meshes').select('id').where('id', '=', id).forUpdate().execute()
    const before = await readCageMesh(trx, id)
    if (!before) throw notFoundError('The cage mesh')
    if (JSON.stringify(before) !== JSON.stringify(current))
      throw new HttpError('STALE_WRITE', STALE, { current: before })
    await assertOwnership(trx)
    const { name, gender, modelUrl, assetType, bodyId } = next
    const columns = { name, name_key: toNameKey(name), gender, model_url: modelUrl }
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
    await writeAuditEntry(trx, at, {
      action: 'cage-mesh-changed',
      userId: caller.id,
      address,
      details: { cageMeshId: id },
    })
    await emitCageUpdated(trx, id, { actorId: caller.id, at })
    return { ...after, updatedAt: at.toISOString() }
  })
}

const STALE = 'A team member changed this cage mesh in the meantime.'

function withoutNulls(change: CageMeshChange): Partial<CageMesh> {
  const entries = Object.entries(change).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries.map(([field, value]) => [field, value ?? undefined]))
}
