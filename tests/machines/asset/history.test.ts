import { describe, expect, test } from 'vitest'
import type { ChangelogEntry } from '../../../src/api/contract/assets.ts'
import { describeChanges, findRevertibleEntryIds, groupByDay } from '../../../src/machines/asset/history.ts'

const entry = (
  id: string,
  action: string,
  changes: ChangelogEntry['changes'] = [],
  at = '2026-11-20T12:00:00.000Z',
) => ({
  id,
  at,
  action,
  changes,
  actor: { id: 'u1' },
})
const updated = (...changes: ChangelogEntry['changes']) => describeChanges(entry('e', 'updated', changes))
const placement = (applicationId: string, position: number, isVisible = true) => ({
  applicationId,
  position,
  isVisible,
})

test('groups changelog entries by day, and keeps the order of the entries', () => {
  const times = ['2026-11-20T10:30:00.000Z', '2026-11-20T10:00:00.000Z', '2026-11-18T12:00:00.000Z']
  const days = groupByDay(times.map((at, index) => entry(`e${index}`, 'locked', [], at)))
  expect(days.map(({ day, entries }) => [day, entries.map(({ id }) => id)])).toEqual([
    [times[0], ['e0', 'e1']],
    [times[2], ['e2']],
  ])
  expect(groupByDay([])).toEqual([])
})

describe('changes of a changelog entry', () => {
  test('contain the new and the previous value', () => {
    expect(updated({ field: 'name', before: 'Boot', after: 'Peat Boot' }, { field: 'type', after: 'top' })).toEqual([
      { kind: 'value', field: 'name', before: 'Boot', after: 'Peat Boot' },
      { kind: 'value', field: 'type', after: 'top' },
    ])
  })

  test('include the previous body if the asset has no body now', () => {
    expect(updated({ field: 'bodyId', before: 'b' })).toEqual([{ kind: 'value', field: 'bodyId', before: 'b' }])
  })

  test('include file size and triangles of a model if they changed', () => {
    const before = { bytes: 200, triangles: 10, vertices: 5, textures: 0 }
    expect(updated({ field: 'modelUrl' }, { field: 'stats', before, after: { ...before, bytes: 100 } })).toEqual([
      { kind: 'measure', field: 'bytes', before: 200, after: 100 },
    ])
    expect(updated({ field: 'stats', before, after: { ...before, triangles: 8 } })).toEqual([
      { kind: 'measure', field: 'triangles', before: 10, after: 8 },
    ])
  })

  test('contain added and removed tags', () => {
    expect(updated({ field: 'tags', before: ['a', 'b'], after: ['b', 'c'] })).toEqual([
      { kind: 'went', field: 'tags', id: 'a' },
      { kind: 'came', field: 'tags', id: 'c' },
    ])
  })

  test('contain applications that were added, removed, moved, shown or hidden', () => {
    const before = [placement('a', 1), placement('b', 2), placement('c', 3)]
    const after = [placement('b', 5), placement('c', 3, false), placement('d', 1)]
    expect(updated({ field: 'applications', before, after })).toEqual([
      { kind: 'went', field: 'applications', id: 'a' },
      { kind: 'came', field: 'applications', id: 'd' },
      { kind: 'moved', applicationId: 'b', before: 2, after: 5 },
      { kind: 'shown', applicationId: 'c', isVisible: false },
    ])
  })

  test('omit unreadable values, and all values of an entry that created, deleted or restored the asset', () => {
    expect(updated({ field: 'tags', before: 'x', after: [7] }, { field: 'stats' }, { field: 'iconUrl' })).toEqual([])
    expect(updated({ field: 'applications', before: [null, {}], after: 3 })).toEqual([])
    for (const action of ['created', 'deleted', 'restored'])
      expect(describeChanges(entry('e', action, [{ field: 'name', after: 'Boot' }]))).toEqual([])
  })
})

describe('revertible entries', () => {
  const renamed = [{ field: 'name', before: 'a', after: 'b' }]
  const revertible = (...history: ChangelogEntry[]) => [...findRevertibleEntryIds(history)]

  test('include changelog entries followed by a change of a revertible field', () => {
    expect(revertible(entry('3', 'updated', renamed), entry('2', 'locked'), entry('1', 'created'))).toEqual(['2', '1'])
  })

  test('exclude deletions, and changelog entries followed only by tag changes, deletions or restores', () => {
    expect(revertible(entry('2', 'updated', [{ field: 'tags' }]), entry('1', 'created'))).toEqual([])
    const history = [
      entry('4', 'updated', renamed),
      entry('3', 'restored'),
      entry('2', 'deleted'),
      entry('1', 'created'),
    ]
    expect(revertible(...history)).toEqual(['3', '1'])
    expect(revertible(entry('3', 'restored', renamed), entry('2', 'deleted', renamed), entry('1', 'created'))).toEqual(
      [],
    )
  })
})
