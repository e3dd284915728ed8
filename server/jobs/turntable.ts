import { TURNTABLE } from '../../src/api/contract/pictures.ts'
import { drawModel } from './icon.ts'
import type { JobKind } from './job.ts'
import type { KindNeeds } from './kind-needs.ts'
import type { Payloads } from './payloads.ts'

/** Much smaller than a PNG, and nobody compares it with another. */
const LOOK = { ...TURNTABLE, format: 'webp', quality: 78 } as const

/**
 * Draws the strip in which a model turns. Whoever points at a picture has it drawn in their turn, and pays for nothing: it is
 * the asset's, and charged to who made that.
 */
export const turntableKind = (needs: KindNeeds): JobKind<Payloads['turntable']> => ({
  async perform({ payload: { assetId, modelUrl }, ownerId }, { signal }) {
    const asset = await needs.db
      .selectFrom('assets')
      .select('created_by')
      .where('id', '=', assetId)
      .where('model_url', '=', modelUrl)
      .executeTakeFirst()
    // It has another model by now, or is gone: who still sees this one asks again.
    if (!asset) return async () => {}
    const drawn = await drawModel(needs, modelUrl, ownerId!, LOOK)
    signal.throwIfAborted()
    const strip = await needs.files.keep(drawn, asset.created_by)
    return async (trx) => {
      await trx
        .insertInto('turntables')
        .values({ model_url: modelUrl, strip_url: strip, created_at: needs.now() })
        .onConflict((on) => on.doNothing())
        .execute()
    }
  },
})
