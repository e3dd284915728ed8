import * as v from 'valibot'
import { Asset } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './jobs.ts'
import { TexturePrediction, TextureToPredict } from './textures.ts'

/** How a strip of a model is drawn: so many pictures from left to right, each `size` pixels a side, in which it turns once around. */
export const TURNTABLE = { frames: 24, size: 160 } as const

/** The most strips that one account may have waiting to be drawn. */
export const MOST_TURNTABLES_WAITING = 20

/** A strip in which a model turns; without an address somebody is still `drawing` it, or there will be `none` for now. */
export const Turntable = v.object({
  state: v.picklist(['done', 'drawing', 'none']),
  turntableUrl: v.optional(v.string()),
})
export type Turntable = v.InferOutput<typeof Turntable>

/** What the server draws of assets and sees in their textures. */
export const pictures = {
  generateIcon: endpoint({
    method: 'POST',
    path: 'v1/assets/{id}/generate-icon-from-model',
    summary:
      'Draws the icon of an asset from its model, in place of the one it has. The answer waits for up to 3 seconds: where its job is done the asset has the icon, else the job is to be followed at `v1/jobs/{id}`.',
    access: ['update', 'Asset'],
    returns: v.object({ asset: Asset, job: Job }),
  }),
  turntable: endpoint({
    method: 'GET',
    path: 'v1/assets/{id}/turntable',
    summary: `A strip of ${TURNTABLE.frames} pictures from left to right, ${TURNTABLE.size} pixels a side, in which the model of an asset turns once around. The first who asks has it drawn, guests excepted, at most ${MOST_TURNTABLES_WAITING} at a time; the answer waits for up to 3 seconds.`,
    access: ['read', 'Asset'],
    returns: Turntable,
  }),
  predictTexture: endpoint({
    method: 'POST',
    path: 'v1/assets/predict-texture',
    summary: 'Tells what a texture is likely used for; its slot is null where that is not clear enough.',
    access: ['create', 'Asset'],
    body: TextureToPredict,
    returns: TexturePrediction,
  }),
}
