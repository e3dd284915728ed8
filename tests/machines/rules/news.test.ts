import { expect, test } from 'vitest'
import type { AssetEvent } from '../../../src/api/contract/events.ts'
import { countNews, DELETED, NO_NEWS, withEvent, withRows } from '../../../src/machines/rules/news.ts'

const at = (minute: number) => `2026-11-01T08:${String(minute).padStart(2, '0')}:00.000Z`
const event = (id: string, minute: number, more: Partial<AssetEvent> = {}): AssetEvent => ({
  key: 'asset.v1.updated',
  id,
  at: at(minute),
  ...more,
})
const count = (
  events: readonly AssetEvent[],
  known: readonly (readonly [string, string | typeof DELETED])[],
  own: readonly string[] = [],
) => countNews(events, new Map(known), new Set(own))

test('a thing that changed twice is one piece of news', () => {
  expect(count([event('a', 1), event('a', 2), event('b', 2)], [['a', at(0)]])).toBe(2)
})

test('what is known already is no news, what is younger than it is', () => {
  expect(count([event('a', 4), event('a', 5)], [['a', at(5)]])).toBe(0)
  expect(count([event('a', 6)], [['a', at(5)]])).toBe(1)
})

test('what nobody here has seen is news', () => {
  expect(count([event('new', 1)], [])).toBe(1)
})

test('what this person is changing, or deleted, is no news to them', () => {
  expect(count([event('a', 6), event('b', 6)], [['a', at(5)]], ['a'])).toBe(1)
  const deleted = event('a', 6, { key: 'asset.v1.deleted' })
  expect(count([deleted], [['a', DELETED]])).toBe(0)
  expect(count([deleted, event('a', 7, { key: 'asset.v1.created' })], [['a', DELETED]])).toBe(1)
  expect(count([deleted], [['a', at(5)]])).toBe(1)
  expect(count([event('a', 4), deleted], [['a', at(7)]])).toBe(1)
})

test('a change that was taken back is news to those alone who saw it', () => {
  const lock = event('a', 6)
  const undone = event('a', 7, { updatedAt: at(5) })
  expect(count([lock, undone], [['a', at(5)]])).toBe(0)
  expect(count([undone], [['a', at(6)]])).toBe(1)
  expect(count([lock, undone, event('a', 8)], [['a', at(5)]])).toBe(1)
})

test('an icon that was drawn, or a body that went into the trash, is news, though the thing is as old as before', () => {
  const drawn = event('a', 7, { key: 'asset.v2.updated', updatedAt: at(5), fields: ['iconUrl'] })
  expect(count([drawn], [['a', at(5)]])).toBe(1)
  expect(count([drawn], [['a', at(8)]])).toBe(0)
  expect(count([{ ...drawn, fields: ['bodyId'] }], [['a', at(5)]])).toBe(1)
  expect(count([{ ...drawn, fields: ['locked', 'lockedBy'] }], [['a', at(5)]])).toBe(0)
})

test('a gap stays one, and of very many changes the newest are remembered', () => {
  const many = Array.from({ length: 501 }, (_, index) => event(String(index), 1))
  const all = many.reduce(withEvent, withEvent(NO_NEWS, 'gap'))
  expect([all.hasGap, all.events.length, all.events[0]?.id, all.events.at(-1)?.id]).toEqual([true, 500, '1', '500'])
})

const ELSEWHERE = [
  ...(['asset.v1.user-assets-added', 'asset.v1.user-assets-removed'] as const),
  ...(['asset.v1.cage-mesh-updated', 'asset.v1.morph-queue-entry-created'] as const),
]

test('an asset that goes into a wardrobe, or out of one, or is to be fitted to a body, has not changed', () => {
  const at = '2026-03-02T10:00:00.000Z'
  const events = ELSEWHERE.map((key, n) => ({ key, id: String(n), at }))
  expect(countNews(events, new Map([['0', '2026-03-02T09:00:00.000Z']]), new Set())).toBe(0)
})

test('an asset that changed has changed, whatever is told of it since', () => {
  const at = '2026-03-02T10:00:00.000Z'
  const changed = { key: 'asset.v1.updated', id: '0', at } as const
  for (const key of ELSEWHERE) expect(countNews([changed, { key, id: '0', at }], new Map(), new Set())).toBe(1)
})

test('of rows that were shown each is known as it was last, and rows as they are known change nothing', () => {
  const first = withRows(new Map(), { rows: [{ id: 'a', updatedAt: at(1) }, { id: 'b' }], removed: [] })
  const then = withRows(first, {
    rows: [{ id: 'a', updatedAt: at(2) }],
    removed: [
      { id: 'b', filter: {}, isGone: true },
      { id: 'c', filter: {}, isGone: false },
    ],
  })
  expect([...then]).toEqual([
    ['a', at(2)],
    ['b', DELETED],
  ])
  expect(withRows(then, { rows: [{ id: 'a', updatedAt: at(2) }], removed: [] })).toBe(then)
})
