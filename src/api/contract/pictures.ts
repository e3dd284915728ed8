import * as v from 'valibot'
import { Asset } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './jobs.ts'
import { TexturePrediction, TextureToPredict } from './textures.ts'

/**
 * Layout of a turntable strip: number of frames from left to right, covering one full turn, and the side of a frame in pixels.
 */
export const TURNTABLE_STRIP = { frames: 24, size: 160 } as const

export const MAX_QUEUED_TURNTABLES = 20

/**
 * Image strip of a rotating model. `drawing`: the strip is being rendered. `none`: no strip is available for now. In both states
 * the address is absent.
 */
export const Turntable = v.object({
  state: v.picklist(['done', 'drawing', 'none']),
  turntableUrl: v.optional(v.string()),
})
export type Turntable = v.InferOutput<typeof Turntable>

/** Signed address of an asset's layered source file (PSD), valid until `expiresAt` (ISO 8601 UTC). */
export const GrantedSource = v.object({ url: v.string(), expiresAt: v.string() })
export type GrantedSource = v.InferOutput<typeof GrantedSource>

export const pictures = {
  generateIcon: endpoint({
    method: 'POST',
    path: 'v1/assets/{id}/generate-icon-from-model',
    summary: 'Generate the icon of an asset from its model',
    description:
      'Replaces the current icon. The response waits for up to 3 seconds. If the job is not done by then, follow it at `v1/jobs/{id}`.',
    access: ['update', 'Asset'],
    returns: v.object({ asset: Asset, job: Job }),
  }),
  turntable: endpoint({
    method: 'GET',
    path: 'v1/assets/{id}/turntable',
    summary: 'Get a turntable strip of an asset',
    description: `A strip of ${TURNTABLE_STRIP.frames} pictures from left to right, each ${TURNTABLE_STRIP.size} pixels wide and high, of one turn of the model. The first request generates it, except for guests, with at most ${MAX_QUEUED_TURNTABLES} in the queue. The response waits for up to 3 seconds.`,
    access: ['read', 'Asset'],
    returns: Turntable,
  }),
  source: endpoint({
    method: 'GET',
    path: 'v1/assets/{id}/source',
    summary: 'Get a download link for the PSD source',
    description:
      'Valid for 5 minutes, for users who may edit the asset. `psdUrl` only identifies the source and cannot be downloaded.',
    access: ['update', 'Asset'],
    returns: GrantedSource,
  }),
  predictTexture: endpoint({
    method: 'POST',
    path: 'v1/assets/predict-texture',
    summary: 'Predict the use of a texture',
    description: 'The slot is null if the prediction is not certain enough.',
    access: ['create', 'Asset'],
    body: TextureToPredict,
    returns: TexturePrediction,
  }),
}
