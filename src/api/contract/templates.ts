import * as v from 'valibot'
import { Asset, NewAsset } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'

/** Input for an asset created from a template. Every other field replaces the value of the template. */
export const NewAssetFromTemplate = v.strictObject({
  ...v.partial(NewAsset).entries,
  templateId: Id,
  name: NewAsset.entries.name,
})
export type NewAssetFromTemplate = v.InferOutput<typeof NewAssetFromTemplate>

export const templates = {
  usingTemplate: endpoint({
    method: 'POST',
    path: 'private/v1/assets/using-template',
    summary: 'Create an asset from another asset',
    description:
      'Copies its fields and files. The other asset becomes the parent. The new asset is only in the given applications.',
    access: ['manage', 'all'],
    body: NewAssetFromTemplate,
    returns: Asset,
    status: 201,
    idempotent: true,
  }),
}
