import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Asset, AssetType } from '../../src/api/contract/assets.ts'
import { readAsset } from '../assets/read.ts'
import type { Database } from '../db/schema.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { MORPH_VERSION } from '../morph/version.ts'

/** The files a morph is made from, as addresses of the content store. */
export interface MorphSources {
  readonly model: string
  readonly fromCage: string
  readonly toCage: string
  readonly fromBody: string
  readonly toBody: string
}

/**
 * What an asset's model is fitted to another body by, as it stands. Throws `NO_BODY`, `CAGE_MISSING`,
 * `CAGE_TOPOLOGY_MISMATCH`, and `INVALID_INPUT` for a body that is none, or the asset's own.
 */
export async function sourcesOf(db: Kysely<Database>, asset: Asset, bodyId: string): Promise<MorphSources> {
  const to = await readAsset(db, bodyId)
  if (to?.type !== 'bodyshape') throw wrongBody('There is no such body shape.')
  const from = asset.bodyId === undefined ? undefined : await readAsset(db, asset.bodyId)
  if (!from) throw new Refusal('NO_BODY', 'The asset is not fitted to a body, so it cannot be fitted to another.')
  if (from.id === to.id) throw wrongBody('The asset is made for this body.')
  const { fromCage, toCage } = await cagesOf(db, asset.type, from.id, to.id)
  return { model: asset.modelUrl, fromCage, toCage, fromBody: from.modelUrl, toBody: to.modelUrl }
}

/** Names what a morph is made from, the files and the version of the code: where it is the same, so is the morph. */
export function nameOf(sources: MorphSources, version: number = MORPH_VERSION): string {
  const { model, fromCage, toCage, fromBody, toBody } = sources
  const made = [model, fromCage, toCage, fromBody, toBody, `version ${version}`].join('\n')
  return createHash('sha256').update(made).digest('hex')
}

/** The newest cages of two bodies that belong together: those for the type where both have one, else those for the whole. */
async function cagesOf(db: Kysely<Database>, type: AssetType, fromId: string, toId: string) {
  const all = await db
    .selectFrom('cage_meshes')
    .select(['body_id', 'asset_type', 'model_url', 'topology'])
    .where('body_id', 'in', [fromId, toId])
    .where((of) => of.or([of('asset_type', '=', type), of('asset_type', 'is', null)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  for (const kind of [type, null]) {
    const [ours, theirs] = [fromId, toId].map((id) =>
      all.filter((it) => it.body_id === id && it.asset_type === kind),
    ) as [typeof all, typeof all]
    if (ours.length === 0 || theirs.length === 0) continue
    for (const from of ours) {
      const to = theirs.find(({ topology }) => topology === from.topology)
      if (to) return { fromCage: from.model_url, toCage: to.model_url }
    }
    throw new Refusal('CAGE_TOPOLOGY_MISMATCH', 'The cages of the two bodies do not have the same triangles.')
  }
  throw new Refusal('CAGE_MISSING', 'One of the bodies has no cage for this type of asset.')
}

const wrongBody = (message: string) => invalidInput([{ path: 'body.bodyId', message }])
