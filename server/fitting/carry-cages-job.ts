import { type Kysely, sql } from 'kysely'
import type { Asset } from '../../src/api/contract/assets.ts'
import { MAX_ASSET_NAME_LENGTH } from '../../src/api/contract/assets.ts'
import { readAsset } from '../assets/read.ts'
import { lockAssetRow } from '../assets/write.ts'
import type { Database } from '../db/schema.ts'
import { withLocalFiles } from '../files/local-files.ts'
import { JobError, type JobKind } from '../jobs/job.ts'
import type { JobDependencies } from '../jobs/job-dependencies.ts'
import type { JobPayloads } from '../jobs/job-payloads.ts'
import type { CageFacts } from './cage-operations.ts'
import { emitCageUpdated, insertCage } from './cage-rows.ts'
import { readTemplateCages, type StoredCage } from './carry-cages.ts'
import { rethrowAsJobError } from './morph-job.ts'

interface CarriedCage extends CageFacts {
  readonly template: StoredCage
  readonly modelUrl: string
}

/**
 * Transfers all cages of another body to a body, in one transaction. The files count towards the requester's quota. Replaces
 * cages that were transferred before. Skips asset types for which the body has its own cage.
 */
export const createCarryCagesJobKind = (deps: JobDependencies): JobKind<JobPayloads['cages']> => ({
  async perform({ payload: { assetId, fromBodyId }, ownerId }, { progress, signal }) {
    const { db, now } = deps
    const owner = ownerId ?? ''
    const [from, to] = [await requireBody(db, fromBodyId), await requireBody(db, assetId)]
    const existingTypes = await readOwnCageTypes(db, to.id)
    const templates = (await readTemplateCages(db, from.id)).filter(({ asset_type: type }) => !existingTypes.has(type))
    const carriedBySource = new Map<string, CageFacts & { modelUrl: string }>()
    const carried: CarriedCage[] = []
    for (const template of templates) {
      const { model_url: file, asset_type: type } = template
      // Asset types with the same source cage share the result.
      const key = `${file} ${type === null}`
      const cage = carriedBySource.get(key) ?? (await carryToBody(deps, template, { from, to }, owner, signal))
      carriedBySource.set(key, cage)
      carried.push({ template, ...cage })
      progress(carried.length / (templates.length + 1), type ?? 'whole')
    }
    return async (trx) => {
      const body = await lockAssetRow(trx, to.id)
      const source = await requireBody(trx, from.id)
      if (body.modelUrl !== to.modelUrl || source.modelUrl !== from.modelUrl)
        throw new JobError('A body was changed in the meantime. Copy the cages again.')
      const change = { actorId: owner, at: now() }
      const ownTypes = await readOwnCageTypes(trx, to.id)
      for (const cage of carried.filter(({ template }) => !ownTypes.has(template.asset_type)))
        await storeCarriedCage(trx, cage, { from, to }, change)
    }
  },
})

interface Bodies {
  readonly from: Asset
  readonly to: Asset
}

async function requireBody(db: Kysely<Database>, id: string): Promise<Asset> {
  const body = await readAsset(db, id)
  if (body?.type !== 'bodyshape') throw new JobError('A body was deleted.')
  return body
}

/** Returns the asset types for which a body has its own cage, not a transferred one. */
async function readOwnCageTypes(db: Kysely<Database>, bodyId: string): Promise<ReadonlySet<string | null>> {
  const own = await db
    .selectFrom('cage_meshes')
    .select('asset_type')
    .where('body_id', '=', bodyId)
    .where('carried_from', 'is', null)
    .execute()
  return new Set(own.map(({ asset_type }) => asset_type))
}

async function carryToBody(
  { files, geometry }: JobDependencies,
  { model_url: file, asset_type: type }: StoredCage,
  { from, to }: Bodies,
  owner: string,
  signal: AbortSignal,
) {
  signal.throwIfAborted()
  const { glb, ...facts } = await withLocalFiles(files.content, [file, from.modelUrl, to.modelUrl], (paths) =>
    geometry
      .carry(
        {
          template: paths[0]!,
          fromBody: paths[1]!,
          toBody: paths[2]!,
          extent: type === null ? 'whole' : 'part',
        },
        owner,
      )
      .catch(rethrowAsJobError),
  )
  signal.throwIfAborted()
  return { ...facts, modelUrl: await files.storeBytes(glb, owner) }
}

async function storeCarriedCage(
  trx: Kysely<Database>,
  { template, modelUrl, vertices, topology }: CarriedCage,
  { from, to }: Bodies,
  change: { actorId: string; at: Date },
): Promise<void> {
  const { id: carriedFrom, asset_type: type } = template
  const earlier = await trx
    .updateTable('cage_meshes')
    .set({ model_url: modelUrl, vertices, topology, carried_from: carriedFrom })
    .set({ updated_at: sql`greatest(${change.at}::timestamptz, updated_at + interval '1 ms')` })
    .where('body_id', '=', to.id)
    .where('asset_type', type === null ? 'is' : '=', type)
    .where('carried_from', 'is not', null)
    .returning(['id', 'updated_at'])
    .execute()
  for (const { id, updated_at } of earlier) await emitCageUpdated(trx, id, { ...change, at: updated_at })
  if (earlier.length > 0) return
  const newName = template.name.includes(from.name)
    ? template.name.replace(from.name, () => to.name)
    : `${template.name} (${to.name})`
  await insertCage(
    trx,
    {
      ...{
        name: newName.slice(0, MAX_ASSET_NAME_LENGTH),
        gender: to.gender,
        bodyId: to.id,
        modelUrl,
        vertices,
        topology,
      },
      ...(type === null ? {} : { assetType: type }),
      carriedFrom,
    },
    change,
  )
}
