import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { privately } from './privately.ts'
import { Id, MOST_IDS } from './text.ts'

/** What somebody has in their wardrobe, the newest first; `addedAt` is ISO 8601 UTC. */
export const UserAssets = v.object({
  userId: v.string(),
  assets: v.array(v.object({ assetId: v.string(), addedAt: v.string() })),
})
export type UserAssets = v.InferOutput<typeof UserAssets>

/** The assets that are added or taken away; what is there already, or is not, stays as it is. */
const AssetIds = v.strictObject({ assetIds: v.pipe(v.array(Id), v.minLength(1), v.maxLength(MOST_IDS)) })

export const userAssets = {
  get: endpoint({
    method: 'GET',
    path: 'v1/user-assets/{userId}',
    summary: 'The wardrobe of the caller; an admin reads everyone’s.',
    access: 'member',
    returns: UserAssets,
  }),
}

export const privateUserAssets = {
  ...privately(userAssets),
  add: endpoint({
    method: 'POST',
    path: 'private/v1/user-assets/{userId}',
    summary: 'Adds assets to the wardrobe of a user.',
    access: ['manage', 'all'],
    body: AssetIds,
    returns: UserAssets,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'private/v1/user-assets/{userId}',
    summary: 'Takes assets out of the wardrobe of a user.',
    access: ['manage', 'all'],
    body: AssetIds,
    returns: UserAssets,
  }),
}
