import { expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import {
  type PlanContext,
  planRows,
  rowStateOf,
  typeAndGenderChoices,
} from '../../../src/machines/bulk/bulk-edit-plan.ts'
import type { DetailRow } from '../../../src/machines/bulk/bulk-edit-table.ts'

const GERMAN_NAMES = new Map([
  ['asset.type.hair', 'Haare'],
  ['asset.type.top', 'Oberteil'],
])

const asset = (id: string, change: Partial<Asset> = {}) =>
  ({
    id,
    name: `Asset ${id}`,
    type: 'hair',
    gender: 'male',
    locked: false,
    tags: ['t1'],
    applications: [{ applicationId: 'p1', isVisible: true, position: 1 }],
    updatedAt: '2026-01-01T00:00:00.000Z',
    ...change,
  }) as Asset

const planContext: PlanContext = {
  assets: [
    asset('a'),
    asset('b'),
    asset('c', { locked: true }),
    asset('d', { name: 'Twin' }),
    asset('e', { name: 'Twin' }),
  ],
  tags: [
    { id: 't1', names: ['Warm'] },
    { id: 't2', names: ['Cold'] },
    { id: 't3', names: ['cold'] },
  ],
  applications: [
    { id: 'p1', names: ['Plaza'] },
    { id: 'p2', names: ['Park'] },
  ],
  ...typeAndGenderChoices((key: string) => GERMAN_NAMES.get(key) ?? key),
}
const plan = (...rows: Partial<DetailRow>[]) =>
  planRows(
    rows.map((row, at) => ({ rowNumber: at + 2, isTooLong: false, ...row })),
    planContext,
  )
const faultsOf = (...rows: Partial<DetailRow>[]) => plan(...rows).map((row) => row.faults)

test('plans only changed fields, finds the asset by id or name, and ignores the case of names', () => {
  const [first, second, third] = plan(
    { id: 'a', name: 'New', type: 'OBERTEIL', gender: 'male', tags: ['cold', 't1'], applications: ['park'] },
    { name: 'Asset b', type: 'haare', tags: [] },
    // The same tag by name and by id counts once.
    { id: 'd', name: 'Twin', tags: ['Warm', 't1'], applications: ['p1'] },
  )
  expect(first).toMatchObject({
    before: { name: 'Asset a', type: 'hair', tags: ['t1'], applicationIds: ['p1'] },
    after: { name: 'New', type: 'top', tags: ['t2', 't1'], applicationIds: ['p2'] },
    faults: [],
  })
  expect(Object.keys(first!.after)).toEqual(['name', 'type', 'tags', 'applicationIds'])
  expect(second).toMatchObject({ asset: { id: 'b' }, before: { tags: ['t1'] }, after: { tags: [] } })
  expect(Object.keys(second!.after)).toEqual(['tags'])
  expect([first, second, third].map((row) => rowStateOf(row!))).toEqual(['change', 'change', 'same'])
})

test('reports each fault of a row with the content of its cell', () => {
  expect(
    faultsOf(
      {},
      { id: 'x' },
      { name: 'Nobody' },
      { name: 'Twin' },
      { id: 'a', type: 'hat', gender: 'both', tags: ['Red', 'Warm'], applications: ['Pier'] },
      { id: 'a', type: 'top' },
      { id: 'c', type: 'top' },
      { id: 'b', name: 'x'.repeat(121) },
      { id: 'd', isTooLong: true },
    ),
  ).toEqual([
    [{ code: 'noKey', value: '' }],
    [{ code: 'unknownId', value: 'x' }],
    [{ code: 'unknownName', value: 'Nobody' }],
    [{ code: 'manyOfName', value: 'Twin' }],
    [
      { code: 'unknownType', value: 'hat' },
      { code: 'unknownGender', value: 'both' },
      { code: 'unknownTag', value: 'Red' },
      { code: 'unknownApplication', value: 'Pier' },
    ],
    [{ code: 'twice', value: '6' }],
    [{ code: 'locked', value: '' }],
    [{ code: 'badName', value: '120' }],
    [{ code: 'tooLong', value: '' }],
  ])
  expect(plan({ id: 'c', type: 'hair' }).map(rowStateOf)).toEqual(['same'])
})
