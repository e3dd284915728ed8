import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { toPrivateService } from './private-service.ts'
import { Id, MAX_IDS } from './text.ts'

/** Content of a user's wardrobe, newest first; `addedAt` is ISO 8601 UTC. */
export const UserAssets = v.object({
  userId: v.string(),
  assets: v.array(v.object({ assetId: v.string(), addedAt: v.string() })),
})
export type UserAssets = v.InferOutput<typeof UserAssets>

/** Assets to add or remove. Adding a present asset or removing an absent asset changes nothing. */
const AssetIds = v.strictObject({ assetIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(MAX_IDS)) })

export const userAssets = {
  get: endpoint({
    method: 'GET',
    path: 'v1/user-assets/{userId}',
    summary: 'Get the wardrobe of a user',
    description: 'Only the caller’s own, except for admins.',
    access: 'member',
    returns: UserAssets,
  }),
}

export const privateUserAssets = {
  ...toPrivateService(userAssets),
  add: endpoint({
    method: 'POST',
    path: 'private/v1/user-assets/{userId}',
    summary: 'Add assets to the wardrobe of a user',
    access: ['manage', 'all'],
    body: AssetIds,
    returns: UserAssets,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'private/v1/user-assets/{userId}',
    summary: 'Remove assets from the wardrobe of a user',
    access: ['manage', 'all'],
    body: AssetIds,
    returns: UserAssets,
  }),
}
