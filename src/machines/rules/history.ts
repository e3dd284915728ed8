import type { AssetLink, ChangelogEntry } from '../../api/contract/assets.ts'
import { REVERTED_FIELDS } from '../../api/contract/revert.ts'

type Change = ChangelogEntry['changes'][number]
type Place = Pick<AssetLink, 'applicationId' | 'isVisible' | 'position'>

/** One thing that a change did, as it is told; what stands for the values is up to who tells it. */
export type Told =
  | { kind: 'value'; field: 'name' | 'type' | 'gender' | 'bodyId'; before?: unknown; after?: unknown }
  /** Why it was locked: of a lock that came, not of one that went. */
  | { kind: 'reason'; text: string }
  | { kind: 'measure'; field: 'bytes' | 'triangles'; before: number; after: number }
  /** Tags and applications that came or went. */
  | { kind: 'came' | 'went'; field: 'tags' | 'applications'; id: string }
  | { kind: 'moved'; applicationId: string; before: number; after: number }
  | { kind: 'shown'; applicationId: string; isVisible: boolean }

/** Entries of one day, in the order in which they came; `day` is any moment of it, ISO 8601. */
export interface Day {
  day: string
  entries: ChangelogEntry[]
}

/** The entries by the days of the reader's time zone. */
export function byDay(history: readonly ChangelogEntry[]): Day[] {
  const days: Day[] = []
  for (const entry of history) {
    const last = days.at(-1)
    if (last && new Date(last.day).toDateString() === new Date(entry.at).toDateString()) last.entries.push(entry)
    else days.push({ day: entry.at, entries: [entry] })
  }
  return days
}

/** Of an asset that came or went all values are told, which say nothing that the entry has not said. */
const WHOLE = new Set(['created', 'deleted', 'restored'])

/** What an entry changed, as far as a reader can make something of it. */
export function changesOf({ action, changes }: Pick<ChangelogEntry, 'action' | 'changes'>): Told[] {
  return WHOLE.has(action) ? [] : changes.flatMap(toldOf)
}

function toldOf({ field, before, after }: Change): Told[] {
  switch (field) {
    case 'name':
    case 'type':
    case 'gender':
    case 'bodyId':
      return [{ kind: 'value', field, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }]
    case 'lockReason':
      return typeof after === 'string' ? [{ kind: 'reason', text: after }] : []
    case 'stats':
      return measuresOf(before, after)
    case 'tags':
      return cameAndWent('tags', idsIn(before), idsIn(after))
    case 'applications':
      return placesOf(placesIn(before), placesIn(after))
    default:
      return []
  }
}

const measuresOf = (before: unknown, after: unknown): Told[] =>
  (['bytes', 'triangles'] as const).flatMap((field): Told[] => {
    const [was, is] = [numberIn(before, field), numberIn(after, field)]
    return was === undefined || is === undefined || was === is
      ? []
      : [{ kind: 'measure', field, before: was, after: is }]
  })

const cameAndWent = (field: 'tags' | 'applications', before: readonly string[], after: readonly string[]): Told[] => [
  ...before.filter((id) => !after.includes(id)).map((id): Told => ({ kind: 'went', field, id })),
  ...after.filter((id) => !before.includes(id)).map((id): Told => ({ kind: 'came', field, id })),
]

function placesOf(before: readonly Place[], after: readonly Place[]): Told[] {
  const ids = (places: readonly Place[]) => places.map(({ applicationId }) => applicationId)
  return [
    ...cameAndWent('applications', ids(before), ids(after)),
    ...after.flatMap(({ applicationId, position, isVisible }): Told[] => {
      const was = before.find((it) => it.applicationId === applicationId)
      if (!was) return []
      return [
        ...(was.position === position
          ? []
          : [{ kind: 'moved' as const, applicationId, before: was.position, after: position }]),
        ...(was.isVisible === isVisible ? [] : [{ kind: 'shown' as const, applicationId, isVisible }]),
      ]
    }),
  ]
}

/** What a history holds was written by versions of the server long gone. */
const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])
const placesIn = (value: unknown): Place[] =>
  Array.isArray(value) ? value.filter((it): it is Place => typeof it?.applicationId === 'string') : []
const numberIn = (value: unknown, field: string): number | undefined => {
  const found = (value as Record<string, unknown> | undefined)?.[field]
  return typeof found === 'number' ? found : undefined
}

const REVERTED: ReadonlySet<string> = new Set(REVERTED_FIELDS)

/** The entries that the asset can be led back to: since them something was changed that a revert puts back. */
export function revertible(history: readonly ChangelogEntry[]): ReadonlySet<string> {
  const ids = new Set<string>()
  let differs = false
  for (const { id, action, changes } of history) {
    if (differs && action !== 'deleted') ids.add(id)
    // Into the trash and back an asset stays as it is.
    if (action !== 'deleted' && action !== 'restored') differs ||= changes.some(({ field }) => REVERTED.has(field))
  }
  return ids
}
