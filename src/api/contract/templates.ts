import * as v from 'valibot'
import { Asset, NewAsset } from './assets.ts'
import { endpoint } from './endpoint.ts'
import { Id } from './text.ts'

/** A new asset's name and the asset it is made from; whatever else is given stands in place of the template's. */
export const NewFromTemplate = v.strictObject({
  ...v.partial(NewAsset).entries,
  templateId: Id,
  name: NewAsset.entries.name,
})
export type NewFromTemplate = v.InferOutput<typeof NewFromTemplate>

/** What admins alone do with assets. */
export const templates = {
  usingTemplate: endpoint({
    method: 'POST',
    path: 'private/v1/assets/using-template',
    summary:
      'Creates an asset with the fields and files of another, its parent from then on. It is in the applications that are named, in no others.',
    access: ['manage', 'all'],
    body: NewFromTemplate,
    returns: Asset,
    status: 201,
    idempotent: true,
  }),
}
