import { expect, test } from 'vitest'
import type { AssetEvent } from '../../../src/api/contract/events.ts'
import {
  countRemoteChanges,
  DELETED_LOCALLY,
  NO_REMOTE_CHANGES,
  withEvent,
  withShownRows,
} from '../../../src/machines/list/remote-changes.ts'

const at = (minute: number) => `2026-11-01T08:${String(minute).padStart(2, '0')}:00.000Z`
const event = (id: string, minute: number, more: Partial<AssetEvent> = {}): AssetEvent => ({
  key: 'asset.v1.updated',
  id,
  at: at(minute),
  ...more,
})
const count = (
  events: readonly AssetEvent[],
  knownVersions: readonly (readonly [string, string | typeof DELETED_LOCALLY])[],
  ownIds: readonly string[] = [],
) => countRemoteChanges(events, new Map(knownVersions), new Set(ownIds))

test('counts an asset that changed twice only once', () => {
  expect(count([event('a', 1), event('a', 2), event('b', 2)], [['a', at(0)]])).toBe(2)
})

test('ignores events older than the known state', () => {
  expect(count([event('a', 4), event('a', 5)], [['a', at(5)]])).toBe(0)
  expect(count([event('a', 6)], [['a', at(5)]])).toBe(1)
})

test('counts a changed asset of which no version is known', () => {
  expect(count([event('new', 1)], [])).toBe(1)
})

test("ignores the user's own changes and deletions", () => {
  expect(count([event('a', 6), event('b', 6)], [['a', at(5)]], ['a'])).toBe(1)
  const deleted = event('a', 6, { key: 'asset.v1.deleted' })
  expect(count([deleted], [['a', DELETED_LOCALLY]])).toBe(0)
  expect(count([deleted, event('a', 7, { key: 'asset.v1.created' })], [['a', DELETED_LOCALLY]])).toBe(1)
  expect(count([deleted], [['a', at(5)]])).toBe(1)
  expect(count([event('a', 4), deleted], [['a', at(7)]])).toBe(1)
})

test('does not count a change that was undone, unless the list showed the changed version', () => {
  const lock = event('a', 6)
  const undoEvent = event('a', 7, { updatedAt: at(5) })
  expect(count([lock, undoEvent], [['a', at(5)]])).toBe(0)
  expect(count([undoEvent], [['a', at(6)]])).toBe(1)
  expect(count([lock, undoEvent, event('a', 8)], [['a', at(5)]])).toBe(1)
})

test('counts side effects that leave updatedAt unchanged, such as a new icon or a deleted body', () => {
  const iconEvent = event('a', 7, { key: 'asset.v2.updated', updatedAt: at(5), fields: ['iconUrl'] })
  expect(count([iconEvent], [['a', at(5)]])).toBe(1)
  expect(count([iconEvent], [['a', at(8)]])).toBe(0)
  expect(count([{ ...iconEvent, fields: ['bodyId'] }], [['a', at(5)]])).toBe(1)
  expect(count([{ ...iconEvent, fields: ['locked', 'lockedBy'] }], [['a', at(5)]])).toBe(0)
})

test('stores that there was a gap in the events, and keeps only the 500 newest events', () => {
  const manyEvents = Array.from({ length: 501 }, (_, index) => event(String(index), 1))
  const all = manyEvents.reduce(withEvent, withEvent(NO_REMOTE_CHANGES, 'gap'))
  expect([all.hasGap, all.events.length, all.events[0]?.id, all.events.at(-1)?.id]).toEqual([true, 500, '1', '500'])
})

const ELSEWHERE = [
  ...(['asset.v1.user-assets-added', 'asset.v1.user-assets-removed'] as const),
  ...(['asset.v1.cage-mesh-updated', 'asset.v1.morph-queue-entry-created'] as const),
]

test('ignores events about wardrobes, cage meshes and the morph queue', () => {
  const at = '2026-03-02T10:00:00.000Z'
  const events = ELSEWHERE.map((key, n) => ({ key, id: String(n), at }))
  expect(countRemoteChanges(events, new Map([['0', '2026-03-02T09:00:00.000Z']]), new Set())).toBe(0)
})

test('counts a changed asset despite later events of other kinds', () => {
  const at = '2026-03-02T10:00:00.000Z'
  const changed = { key: 'asset.v1.updated', id: '0', at } as const
  for (const key of ELSEWHERE) expect(countRemoteChanges([changed, { key, id: '0', at }], new Map(), new Set())).toBe(1)
})

test('stores the latest version of shown and deleted rows, and returns the same map if nothing changed', () => {
  const first = withShownRows(new Map(), { rows: [{ id: 'a', updatedAt: at(1) }, { id: 'b' }], removed: [] })
  const then = withShownRows(first, {
    rows: [{ id: 'a', updatedAt: at(2) }],
    removed: [
      { id: 'b', filter: {}, isGone: true },
      { id: 'c', filter: {}, isGone: false },
    ],
  })
  expect([...then]).toEqual([
    ['a', at(2)],
    ['b', DELETED_LOCALLY],
  ])
  expect(withShownRows(then, { rows: [{ id: 'a', updatedAt: at(2) }], removed: [] })).toBe(then)
})
