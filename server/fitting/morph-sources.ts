import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Asset, AssetType } from '../../src/api/contract/assets.ts'
import { readAsset } from '../assets/read.ts'
import type { Database } from '../db/schema.ts'
import { HttpError, invalidInputError } from '../errors/http-error.ts'
import { MORPH_VERSION } from '../morph/morph-version.ts'

export interface MorphSources {
  readonly model: string
  readonly fromCage: string
  readonly toCage: string
  readonly fromBody: string
  readonly toBody: string
}

/**
 * Returns the current source files for morphing an asset to another body. Throws `NO_BODY`, `CAGE_MISSING` or
 * `CAGE_TOPOLOGY_MISMATCH`. Throws `INVALID_INPUT` if `bodyId` is not a body shape, or is the asset's own body.
 */
export async function readMorphSources(db: Kysely<Database>, asset: Asset, bodyId: string): Promise<MorphSources> {
  const to = await readAsset(db, bodyId)
  if (to?.type !== 'bodyshape') throw invalidBodyError('There is no such body shape.')
  const from = asset.bodyId === undefined ? undefined : await readAsset(db, asset.bodyId)
  if (!from) throw new HttpError('NO_BODY', 'The asset is not fitted to a body, so it cannot be fitted to another.')
  if (from.id === to.id) throw invalidBodyError('The asset is made for this body.')
  const { fromCage, toCage } = await findCages(db, asset.type, from.id, to.id)
  return { model: asset.modelUrl, fromCage, toCage, fromBody: from.modelUrl, toBody: to.modelUrl }
}

/** Returns the cache key of a morph: a hash of its files and of the code version. */
export function computeMorphSourcesKey(sources: MorphSources, version: number = MORPH_VERSION): string {
  const { model, fromCage, toCage, fromBody, toBody } = sources
  const keyText = [model, fromCage, toCage, fromBody, toBody, `version ${version}`].join('\n')
  return createHash('sha256').update(keyText).digest('hex')
}

/**
 * Returns the newest cages of two bodies; both cages have the same topology. A cage for the asset type takes precedence over a
 * cage for the whole body.
 */
async function findCages(db: Kysely<Database>, type: AssetType, fromId: string, toId: string) {
  const all = await db
    .selectFrom('cage_meshes')
    .select(['body_id', 'asset_type', 'model_url', 'topology'])
    .where('body_id', 'in', [fromId, toId])
    .where((of) => of.or([of('asset_type', '=', type), of('asset_type', 'is', null)]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  for (const kind of [type, null]) {
    const [fromCages, toCages] = [fromId, toId].map((id) =>
      all.filter((it) => it.body_id === id && it.asset_type === kind),
    ) as [typeof all, typeof all]
    if (fromCages.length === 0 || toCages.length === 0) continue
    for (const from of fromCages) {
      const to = toCages.find(({ topology }) => topology === from.topology)
      if (to) return { fromCage: from.model_url, toCage: to.model_url }
    }
    throw new HttpError('CAGE_TOPOLOGY_MISMATCH', 'The cages of the two bodies do not have the same triangles.')
  }
  throw new HttpError('CAGE_MISSING', 'One of the bodies has no cage for this type of asset.')
}

const invalidBodyError = (message: string) => invalidInputError([{ path: 'body.bodyId', message }])
