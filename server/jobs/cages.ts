import { type Kysely, sql } from 'kysely'
import type { Asset } from '../../src/api/contract/assets.ts'
import { MAX_ASSET_NAME } from '../../src/api/contract/assets.ts'
import { readAsset } from '../assets/read.ts'
import { lockRow } from '../assets/write.ts'
import type { Database } from '../db/schema.ts'
import { withLocal } from '../files/local-files.ts'
import { insertCage, tellChanged } from '../fitting/cage-rows.ts'
import { type KeptCage, templatesOf } from '../fitting/carry-cages.ts'
import type { CageFacts } from '../fitting/geometry.ts'
import { JobFault, type JobKind } from './job.ts'
import type { KindNeeds } from './kind-needs.ts'
import { asJobFault } from './morph.ts'
import type { Payloads } from './payloads.ts'

/** A cage made for a body, and the one it was carried from. */
interface Carried extends CageFacts {
  readonly template: KeptCage
  readonly modelUrl: string
}

/**
 * Makes a body's cages from those of another, all of them or none, and charges whoever asked for it. They take the place of
 * those that were carried before; a type for which the body has a cage of its own is left out.
 */
export const cagesKind = (needs: KindNeeds): JobKind<Payloads['cages']> => ({
  async perform({ payload: { assetId, fromBodyId }, ownerId }, { progress }) {
    const { db, now } = needs
    const owner = ownerId ?? ''
    const [from, to] = [await bodyOf(db, fromBodyId), await bodyOf(db, assetId)]
    const own = await ownCages(db, to.id)
    const templates = (await templatesOf(db, from.id)).filter(({ asset_type: type }) => !own.has(type))
    const made = new Map<string, CageFacts & { modelUrl: string }>()
    const carried: Carried[] = []
    for (const template of templates) {
      const { model_url: file, asset_type: type } = template
      // Types that share a cage share what it becomes.
      const key = `${file} ${type === null}`
      const cage = made.get(key) ?? (await carry(needs, template, { from, to }, owner))
      made.set(key, cage)
      carried.push({ template, ...cage })
      progress(carried.length / (templates.length + 1), type ?? 'whole')
    }
    return async (trx) => {
      const body = await lockRow(trx, to.id)
      const source = await bodyOf(trx, from.id)
      if (body.modelUrl !== to.modelUrl || source.modelUrl !== from.modelUrl)
        throw new JobFault('A body was changed in the meantime. Carry the cages again.')
      const change = { actorId: owner, at: now() }
      const kept = await ownCages(trx, to.id)
      for (const it of carried.filter(({ template }) => !kept.has(template.asset_type)))
        await keep(trx, it, { from, to }, change)
    }
  },
})

interface Bodies {
  readonly from: Asset
  readonly to: Asset
}

async function bodyOf(db: Kysely<Database>, id: string): Promise<Asset> {
  const body = await readAsset(db, id)
  if (body?.type !== 'bodyshape') throw new JobFault('A body is not there any more.')
  return body
}

/** The types for which a body has a cage that was not carried. */
async function ownCages(db: Kysely<Database>, bodyId: string): Promise<ReadonlySet<string | null>> {
  const own = await db
    .selectFrom('cage_meshes')
    .select('asset_type')
    .where('body_id', '=', bodyId)
    .where('carried_from', 'is', null)
    .execute()
  return new Set(own.map(({ asset_type }) => asset_type))
}

async function carry(
  { files, geometry }: KindNeeds,
  { model_url: file, asset_type: type }: KeptCage,
  { from, to }: Bodies,
  owner: string,
) {
  const { glb, ...facts } = await withLocal(files.content, [file, from.modelUrl, to.modelUrl], (paths) =>
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
      .catch(asJobFault),
  )
  return { ...facts, modelUrl: await files.keep(glb, owner) }
}

/** Writes one carried cage, in place of the one that was carried for this type before. */
async function keep(
  trx: Kysely<Database>,
  { template, modelUrl, vertices, topology }: Carried,
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
  for (const { id, updated_at } of earlier) await tellChanged(trx, id, { ...change, at: updated_at })
  if (earlier.length > 0) return
  const named = template.name.includes(from.name)
    ? template.name.replace(from.name, () => to.name)
    : `${template.name} (${to.name})`
  await insertCage(
    trx,
    {
      ...{ name: named.slice(0, MAX_ASSET_NAME), gender: to.gender, bodyId: to.id, modelUrl, vertices, topology },
      ...(type === null ? {} : { assetType: type }),
      carriedFrom,
    },
    change,
  )
}
