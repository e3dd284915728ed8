import type { Kysely, Selectable } from 'kysely'
import type { Asset } from '../../src/api/contract/assets.ts'
import type { Job } from '../../src/api/contract/jobs.ts'
import { mustBeAllowed } from '../assets/write.ts'
import { audit } from '../auth/audit.ts'
import type { CallOfMember } from '../call.ts'
import type { CageMeshTable, Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { once, repeatable } from '../idempotency.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { readJob } from '../jobs/read.ts'

/** Asks for the cages of a body to be made from another's. Throws `CAGE_MISSING` where that one has none. */
export function carryCages(
  deps: Deps,
  call: CallOfMember,
  given: { fromBodyId: string; toBodyId: string },
): Promise<Job> {
  const { caller, address } = call
  const { fromBodyId, toBodyId } = given
  const at = deps.now()
  return once(deps.db, repeatable(call, 'cageMeshes.carry', given), at, async (trx) => {
    mustBeBody(await mustBeAllowed(trx, caller, 'read', fromBodyId), 'fromBodyId')
    mustBeBody(await mustBeAllowed(trx, caller, 'update', toBodyId), 'toBodyId')
    if (fromBodyId === toBodyId) throw wrong('toBodyId', 'These are one body.')
    if ((await templatesOf(trx, fromBodyId)).length === 0)
      throw new Refusal('CAGE_MISSING', 'The body to carry from has no cages.')
    const { id } = await enqueue(trx, {
      kind: 'cages',
      key: [fromBodyId, toBodyId].join(' '),
      payload: { assetId: toBodyId, fromBodyId },
      owner: caller.id,
      now: at,
    })
    await audit(trx, at, { action: 'cages-carried', userId: caller.id, address, details: given })
    return (await readJob(trx, caller, id))!
  })
}

/** A cage as it is kept. */
export type KeptCage = Selectable<CageMeshTable>

/** The newest cage of a body for each type of asset, those for the whole among them. */
export async function templatesOf(db: Kysely<Database>, bodyId: string): Promise<KeptCage[]> {
  const all = await db
    .selectFrom('cage_meshes')
    .selectAll()
    .where('body_id', '=', bodyId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return all.filter((cage, i) => all.findIndex((other) => other.asset_type === cage.asset_type) === i)
}

function mustBeBody({ type }: Asset, field: string): void {
  if (type !== 'bodyshape') throw wrong(field, 'This is no body shape.')
}

const wrong = (field: string, message: string) => invalidInput([{ path: `body.${field}`, message }])
