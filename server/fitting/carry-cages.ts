import type { Kysely, Selectable } from 'kysely'
import type { Asset } from '../../src/api/contract/assets.ts'
import type { Job } from '../../src/api/contract/jobs.ts'
import { readJob } from '../assets/read-jobs.ts'
import { requireAllowedAsset } from '../assets/write.ts'
import { writeAuditEntry } from '../auth/audit.ts'
import type { AuthenticatedCall } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import type { CageMeshTable } from '../db/tables/jobs.ts'
import { HttpError, invalidInputError } from '../errors/http-error.ts'
import { readIdempotentRequest, runOnce } from '../http/idempotency.ts'
import { enqueueJob } from '../jobs/enqueue.ts'

/** Enqueues a job that transfers the cages of one body to another. Throws `CAGE_MISSING` if the source body has none. */
export function enqueueCarryCages(
  deps: Deps,
  call: AuthenticatedCall,
  input: { fromBodyId: string; toBodyId: string },
): Promise<Job> {
  const { caller, address } = call
  const { fromBodyId, toBodyId } = input
  const at = deps.now()
  return runOnce(deps.db, readIdempotentRequest(call, 'cageMeshes.carry', input), at, async (trx) => {
    assertBody(await requireAllowedAsset(trx, caller, 'read', fromBodyId), 'fromBodyId')
    assertBody(await requireAllowedAsset(trx, caller, 'update', toBodyId), 'toBodyId')
    if (fromBodyId === toBodyId) throw invalidFieldError('toBodyId', 'Both ids name the same body.')
    if ((await readTemplateCages(trx, fromBodyId)).length === 0)
      throw new HttpError('CAGE_MISSING', 'The source body has no cages.')
    const { id } = await enqueueJob(trx, {
      kind: 'cages',
      key: [fromBodyId, toBodyId].join(' '),
      payload: { assetId: toBodyId, fromBodyId },
      owner: caller.id,
      now: at,
    })
    await writeAuditEntry(trx, at, { action: 'cages-carried', userId: caller.id, address, details: input })
    return (await readJob(trx, caller, id))!
  })
}

export type StoredCage = Selectable<CageMeshTable>

/** Returns the newest cage of a body for each asset type, and the newest cage for the whole body. */
export async function readTemplateCages(db: Kysely<Database>, bodyId: string): Promise<StoredCage[]> {
  const all = await db
    .selectFrom('cage_meshes')
    .selectAll()
    .where('body_id', '=', bodyId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return all.filter((cage, i) => all.findIndex((other) => other.asset_type === cage.asset_type) === i)
}

function assertBody({ type }: Asset, field: string): void {
  if (type !== 'bodyshape') throw invalidFieldError(field, 'This asset is not a body shape.')
}

const invalidFieldError = (field: string, message: string) => invalidInputError([{ path: `body.${field}`, message }])
