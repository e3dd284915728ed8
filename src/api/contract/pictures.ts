import * as v from 'valibot'
import { Asset } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { Job } from './jobs.ts'
import { TexturePrediction, TextureToPredict } from './textures.ts'

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
  predictTexture: endpoint({
    method: 'POST',
    path: 'v1/assets/predict-texture',
    summary: 'Tells what a texture is likely used for; its slot is null where that is not clear enough.',
    access: ['create', 'Asset'],
    body: TextureToPredict,
    returns: TexturePrediction,
  }),
}
