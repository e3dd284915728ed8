import type { Asset, ChangelogEntry } from '../../src/api/contract/assets.ts'
import { type AssetEvent, EVENT_KEYS } from '../../src/api/contract/events.ts'

/** What happened to an asset. */
export type AssetAction = 'created' | 'updated' | 'deleted' | 'restored' | 'reverted' | 'locked' | 'unlocked'

/** The events of one change of an asset: `updatedAt` is told where it is not the time of the change. */
export const toldOf = (
  id: string,
  { at, updatedAt }: { at: Date; updatedAt: Date },
  action: AssetAction,
  changes: ChangelogEntry['changes'],
): AssetEvent[] =>
  eventsOf(id, at.toISOString(), action, changes).map((event) => ({
    ...event,
    ...(updatedAt < at && { updatedAt: updatedAt.toISOString() }),
  }))

/** The events of one change: an update is told in both versions, and by what it touched. */
export function eventsOf(
  id: string,
  at: string,
  action: AssetAction,
  changes: ChangelogEntry['changes'],
): AssetEvent[] {
  const event = (name: keyof typeof EVENT_KEYS): AssetEvent => ({ key: EVENT_KEYS[name], id, at })
  // Whoever heard that it was deleted knows nothing of it any more.
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
  const [was, is] = [before as Links, after as Links]
  const isIn = (links: Links, id: string) => links.some(({ applicationId }) => applicationId === id)
  const joins = is.some(({ applicationId }) => !isIn(was, applicationId))
  const leaves = was.some(({ applicationId }) => !isIn(is, applicationId))
  return [
    ...(joins ? [event('addedToApplication')] : []),
    ...(leaves ? [event('applicationDeleted')] : []),
    ...(joins || leaves ? [] : [event('applicationUpdated')]),
  ]
}
