import type { Asset, ChangelogEntry } from '../../src/api/contract/assets.ts'
import { type AssetEvent, EVENT_KEYS } from '../../src/api/contract/events.ts'

export type AssetAction = 'created' | 'updated' | 'deleted' | 'restored' | 'reverted' | 'locked' | 'unlocked'

/** Returns the events of one change of an asset, with `updatedAt` if `updatedAt` is earlier than the change. */
export const createAssetEvents = (
  id: string,
  { at, updatedAt }: { at: Date; updatedAt: Date },
  action: AssetAction,
  changes: ChangelogEntry['changes'],
): AssetEvent[] =>
  createEventsForAction(id, at.toISOString(), action, changes).map((event) => ({
    ...event,
    ...(updatedAt < at && { updatedAt: updatedAt.toISOString() }),
  }))

/** Returns the events of one change. Changes of model, type, gender or applications cause events in addition to the update. */
export function createEventsForAction(
  id: string,
  at: string,
  action: AssetAction,
  changes: ChangelogEntry['changes'],
): AssetEvent[] {
  const event = (name: keyof typeof EVENT_KEYS): AssetEvent => ({ key: EVENT_KEYS[name], id, at })
  // Subscribers dropped the asset when it was deleted, so a restore is reported as a creation.
  if (action === 'restored') return [event('created')]
  if (action === 'created' || action === 'deleted' || action === 'locked') return [event(action)]
  const fields = changes.map(({ field }) => field)
  const touches = (...names: (keyof Asset)[]) => names.some((name) => fields.includes(name))
  return [
    event('updated'),
    { ...event('updatedV2'), fields },
    ...(touches('modelUrl') ? [event('modelUpdated')] : []),
    ...(touches('type', 'gender') ? [event('typeOrGenderChanged')] : []),
    ...changes.filter(({ field }) => field === 'applications').flatMap((change) => applicationEvents(change, event)),
  ]
}

type Links = Asset['applications']

function applicationEvents(
  { before = [], after = [] }: { before?: unknown; after?: unknown },
  event: (name: keyof typeof EVENT_KEYS) => AssetEvent,
): AssetEvent[] {
  const [oldLinks, newLinks] = [before as Links, after as Links]
  const includesApplication = (links: Links, id: string) => links.some(({ applicationId }) => applicationId === id)
  const isAdded = newLinks.some(({ applicationId }) => !includesApplication(oldLinks, applicationId))
  const isRemoved = oldLinks.some(({ applicationId }) => !includesApplication(newLinks, applicationId))
  return [
    ...(isAdded ? [event('addedToApplication')] : []),
    ...(isRemoved ? [event('applicationDeleted')] : []),
    ...(isAdded || isRemoved ? [] : [event('applicationUpdated')]),
  ]
}
