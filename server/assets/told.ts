import { AsyncLocalStorage } from 'node:async_hooks'
import type { Asset, ChangelogEntry } from '../../src/api/contract/assets.ts'
import { type AssetEvent, EVENT_KEYS } from '../../src/api/contract/events.ts'
import type { Events } from '../events.ts'

/** What happened to an asset. */
export type AssetAction = 'created' | 'updated' | 'deleted' | 'locked' | 'unlocked'

const scope = new AsyncLocalStorage<AssetEvent[]>()

/**
 * Runs `work` and, once it is done, tells of every change it wrote into a history. A change that was rolled back is told
 * of too unless its fault comes out of `work`: whoever swallows one puts it into a scope of its own.
 */
export async function telling<T>(events: Events, work: () => Promise<T>): Promise<T> {
  const noted: AssetEvent[] = []
  const result = await scope.run(noted, work)
  for (const event of noted) events.publish(event)
  return result
}

/** Runs `work` whose changes count only once it is done: where it fails, and is tried again, they are not told twice. */
export async function apart<T>(work: () => Promise<T>): Promise<T> {
  const noted: AssetEvent[] = []
  const result = await scope.run(noted, work)
  scope.getStore()?.push(...noted)
  return result
}

/** Notes a change for the end of the {@link telling} around it. */
export function note(
  id: string,
  { at, updatedAt }: { at: Date; updatedAt: Date },
  action: AssetAction,
  changes: ChangelogEntry['changes'],
): void {
  const went = updatedAt < at ? { updatedAt: updatedAt.toISOString() } : {}
  scope.getStore()?.push(...eventsOf(id, at.toISOString(), action, changes).map((event) => ({ ...event, ...went })))
}

/** Notes events that no history of an asset tells of, for the end of the {@link telling} around them. */
export function noteEvents(events: readonly AssetEvent[]): void {
  scope.getStore()?.push(...events)
}

/** The events of one change: an update is told in both versions, and by what it touched. */
export function eventsOf(
  id: string,
  at: string,
  action: AssetAction,
  changes: ChangelogEntry['changes'],
): AssetEvent[] {
  const event = (name: keyof typeof EVENT_KEYS): AssetEvent => ({ key: EVENT_KEYS[name], id, at })
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
