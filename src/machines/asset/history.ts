import type { ApplicationPlacement, ChangelogEntry } from '../../api/contract/assets.ts'
import { REVERTIBLE_FIELDS } from '../../api/contract/revert.ts'

type Change = ChangelogEntry['changes'][number]
type AssetPlacement = Pick<ApplicationPlacement, 'applicationId' | 'isVisible' | 'position'>

/** One change for display. The caller decides how to render the values. */
export type HistoryChange =
  | { kind: 'value'; field: 'name' | 'type' | 'gender' | 'bodyId'; before?: unknown; after?: unknown }
  /** Reason for a lock. Removing a lock has none. */
  | { kind: 'reason'; text: string }
  | { kind: 'measure'; field: 'bytes' | 'triangles'; before: number; after: number }
  /** Tags or applications that were added or removed. */
  | { kind: 'came' | 'went'; field: 'tags' | 'applications'; id: string }
  | { kind: 'moved'; applicationId: string; before: number; after: number }
  | { kind: 'shown'; applicationId: string; isVisible: boolean }

/** Entries of one day, in their order. `day` is any moment of that day, ISO 8601. */
export interface HistoryDay {
  day: string
  entries: ChangelogEntry[]
}

/** Groups the entries by day, in the user's time zone. */
export function groupByDay(history: readonly ChangelogEntry[]): HistoryDay[] {
  const days: HistoryDay[] = []
  for (const entry of history) {
    const last = days.at(-1)
    if (last && new Date(last.day).toDateString() === new Date(entry.at).toDateString()) last.entries.push(entry)
    else days.push({ day: entry.at, entries: [entry] })
  }
  return days
}

/** Actions whose entries list all values of the asset. These values are not displayed. */
const ACTIONS_WITHOUT_DETAILS = new Set(['created', 'deleted', 'restored'])

export function describeChanges({ action, changes }: Pick<ChangelogEntry, 'action' | 'changes'>): HistoryChange[] {
  return ACTIONS_WITHOUT_DETAILS.has(action) ? [] : changes.flatMap(describeChange)
}

function describeChange({ field, before, after }: Change): HistoryChange[] {
  switch (field) {
    case 'name':
    case 'type':
    case 'gender':
    case 'bodyId':
      return [{ kind: 'value', field, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }]
    case 'lockReason':
      return typeof after === 'string' ? [{ kind: 'reason', text: after }] : []
    case 'stats':
      return measureChanges(before, after)
    case 'tags':
      return addedAndRemoved('tags', idsIn(before), idsIn(after))
    case 'applications':
      return placementChanges(placementsIn(before), placementsIn(after))
    default:
      return []
  }
}

const measureChanges = (before: unknown, after: unknown): HistoryChange[] =>
  (['bytes', 'triangles'] as const).flatMap((field): HistoryChange[] => {
    const [was, is] = [numberIn(before, field), numberIn(after, field)]
    return was === undefined || is === undefined || was === is
      ? []
      : [{ kind: 'measure', field, before: was, after: is }]
  })

const addedAndRemoved = (
  field: 'tags' | 'applications',
  before: readonly string[],
  after: readonly string[],
): HistoryChange[] => [
  ...before.filter((id) => !after.includes(id)).map((id): HistoryChange => ({ kind: 'went', field, id })),
  ...after.filter((id) => !before.includes(id)).map((id): HistoryChange => ({ kind: 'came', field, id })),
]

function placementChanges(before: readonly AssetPlacement[], after: readonly AssetPlacement[]): HistoryChange[] {
  const ids = (placements: readonly AssetPlacement[]) => placements.map(({ applicationId }) => applicationId)
  return [
    ...addedAndRemoved('applications', ids(before), ids(after)),
    ...after.flatMap(({ applicationId, position, isVisible }): HistoryChange[] => {
      const was = before.find((placement) => placement.applicationId === applicationId)
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

// Stored history may come from old server versions, so the shape of its values is not guaranteed.
const idsIn = (value: unknown): string[] => (Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [])
const placementsIn = (value: unknown): AssetPlacement[] =>
  Array.isArray(value)
    ? value.filter((placement): placement is AssetPlacement => typeof placement?.applicationId === 'string')
    : []
const numberIn = (value: unknown, field: string): number | undefined => {
  const fieldValue = (value as Record<string, unknown> | undefined)?.[field]
  return typeof fieldValue === 'number' ? fieldValue : undefined
}

const REVERTED: ReadonlySet<string> = new Set(REVERTIBLE_FIELDS)

/** Returns the entries that the asset can be reverted to: those followed by a change of a revertible field. */
export function findRevertibleEntryIds(history: readonly ChangelogEntry[]): ReadonlySet<string> {
  const ids = new Set<string>()
  let differs = false
  for (const { id, action, changes } of history) {
    if (differs && action !== 'deleted') ids.add(id)
    // Moving to the trash and back leaves the asset unchanged.
    if (action !== 'deleted' && action !== 'restored') differs ||= changes.some(({ field }) => REVERTED.has(field))
  }
  return ids
}
