import { describe, expect, test } from 'vitest'
import type { ChangelogEntry } from '../../../src/api/contract/assets.ts'
import { byDay, changesOf, revertible } from '../../../src/machines/rules/history.ts'

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
const updated = (...changes: ChangelogEntry['changes']) => changesOf(entry('e', 'updated', changes))
const place = (applicationId: string, position: number, isVisible = true) => ({ applicationId, position, isVisible })

test('days follow each other as the entries do, each once', () => {
  const times = ['2026-11-20T14:00:00.000Z', '2026-11-20T10:00:00.000Z', '2026-11-18T12:00:00.000Z']
  const days = byDay(times.map((at, index) => entry(`e${index}`, 'locked', [], at)))
  expect(days.map(({ day, entries }) => [day, entries.map(({ id }) => id)])).toEqual([
    [times[0], ['e0', 'e1']],
    [times[2], ['e2']],
  ])
  expect(byDay([])).toEqual([])
})

describe('what an entry changed', () => {
  test('is told value by value, with what was before', () => {
    expect(updated({ field: 'name', before: 'Boot', after: 'Peat Boot' }, { field: 'type', after: 'top' })).toEqual([
      { kind: 'value', field: 'name', before: 'Boot', after: 'Peat Boot' },
      { kind: 'value', field: 'type', after: 'top' },
    ])
  })

  test('tells of a body which it was and is', () => {
    expect(updated({ field: 'bodyId', before: 'b' })).toEqual([{ kind: 'value', field: 'bodyId', before: 'b' }])
  })

  test('of a model is what it measures, where that is another', () => {
    const before = { bytes: 200, triangles: 10, vertices: 5, textures: 0 }
    expect(updated({ field: 'modelUrl' }, { field: 'stats', before, after: { ...before, bytes: 100 } })).toEqual([
      { kind: 'measure', field: 'bytes', before: 200, after: 100 },
    ])
    expect(updated({ field: 'stats', before, after: { ...before, triangles: 8 } })).toEqual([
      { kind: 'measure', field: 'triangles', before: 10, after: 8 },
    ])
  })

  test('of tags is which came and which went', () => {
    expect(updated({ field: 'tags', before: ['a', 'b'], after: ['b', 'c'] })).toEqual([
      { kind: 'went', field: 'tags', id: 'a' },
      { kind: 'came', field: 'tags', id: 'c' },
    ])
  })

  test('of applications is where it came, went, moved, and was shown', () => {
    const before = [place('a', 1), place('b', 2), place('c', 3)]
    const after = [place('b', 5), place('c', 3, false), place('d', 1)]
    expect(updated({ field: 'applications', before, after })).toEqual([
      { kind: 'went', field: 'applications', id: 'a' },
      { kind: 'came', field: 'applications', id: 'd' },
      { kind: 'moved', applicationId: 'b', before: 2, after: 5 },
      { kind: 'shown', applicationId: 'c', isVisible: false },
    ])
  })

  test('is nothing of what cannot be read, nor of an asset that came or went whole', () => {
    expect(updated({ field: 'tags', before: 'x', after: [7] }, { field: 'stats' }, { field: 'iconUrl' })).toEqual([])
    expect(updated({ field: 'applications', before: [null, {}], after: 3 })).toEqual([])
    for (const action of ['created', 'deleted', 'restored'])
      expect(changesOf(entry('e', action, [{ field: 'name', after: 'Boot' }]))).toEqual([])
  })
})

describe('an entry can be gone back to', () => {
  const renamed = [{ field: 'name', before: 'a', after: 'b' }]
  const back = (...history: ChangelogEntry[]) => [...revertible(history)]

  test('where something was changed since that is put back', () => {
    expect(back(entry('3', 'updated', renamed), entry('2', 'locked'), entry('1', 'created'))).toEqual(['2', '1'])
  })

  test('not where only tags, places or the lock did, nor to the trash', () => {
    expect(back(entry('2', 'updated', [{ field: 'tags' }]), entry('1', 'created'))).toEqual([])
    const history = [
      entry('4', 'updated', renamed),
      entry('3', 'restored'),
      entry('2', 'deleted'),
      entry('1', 'created'),
    ]
    expect(back(...history)).toEqual(['3', '1'])
    expect(back(entry('3', 'restored', renamed), entry('2', 'deleted', renamed), entry('1', 'created'))).toEqual([])
  })
})
