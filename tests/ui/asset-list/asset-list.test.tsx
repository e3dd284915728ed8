// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { type Ability, abilityWith } from '../../../src/machines/rules/ability.ts'
import { type AssetCalls, assetActions } from '../../../src/ui/asset-list/asset-actions.tsx'
import { assetBulk } from '../../../src/ui/asset-list/asset-bulk.ts'
import type { BulkCalls } from '../../../src/ui/asset-list/asset-bulk-work.ts'
import { assetColumns } from '../../../src/ui/asset-list/asset-columns.tsx'
import { type AssetSources, assetFilters } from '../../../src/ui/asset-list/asset-filters.tsx'
import { ASSET_SHAPE } from '../../../src/ui/asset-list/asset-shape.ts'
import { rowMenu } from '../../../src/ui/list/row-menu.ts'
import { relativeTime } from '../../../src/ui/relative-time.ts'

const cap = { id: 'a1', name: 'Ferry Cap', type: 'headwear', locked: false, createdBy: 'u1' } as Asset
const nothing = { list: () => Promise.resolve({ data: [] }), get: () => Promise.reject(new Error('none')) }
const sources: AssetSources = { applications: nothing, tags: nothing }
/** What was called, in words. */
const told = (what: string) => (given: { body: object }) =>
  Promise.resolve(`${what} ${'applicationId' in given.body && given.body.applicationId}`) as Promise<never>
const calls: AssetCalls = {
  lock: told('locked'),
  unlock: told('unlocked'),
  addToApplication: told('added to'),
  removeFromApplication: told('taken from'),
}
const open = () => {}
const menu = (asset: Asset, ability: Ability) =>
  rowMenu(assetActions(calls, open), asset, ability).flatMap((group) => group.map(({ id }) => id))

test('the menu holds what the ability reaches', () => {
  const reader = abilityWith([{ action: 'read', subject: 'Asset' }])
  const owner = abilityWith([{ action: ['lock', 'delete'], subject: 'Asset', conditions: { createdBy: 'u1' } }])
  expect(menu(cap, reader)).toEqual(['open', 'preview'])
  expect(menu(cap, owner)).toEqual(['open', 'preview', 'lock', 'delete'])
  expect(menu({ ...cap, createdBy: 'u2' }, owner)).toEqual(['open', 'preview'])
})

test('a locked asset can be unlocked, and says why it cannot be deleted', () => {
  const admin = abilityWith([{ action: 'manage', subject: 'all' }])
  const lines = rowMenu(assetActions(calls, open), { ...cap, locked: true }, admin).flat()
  expect(lines.map(({ id, isDisabled }) => [id, isDisabled])).toEqual([
    ['open', undefined],
    ['preview', undefined],
    ['template', undefined],
    ['unlock', undefined],
    ['delete', 'assets.isLocked'],
  ])
})

test('an asset is put into applications and taken out of them, where it may be changed', async () => {
  const applications = [
    { id: 'p1', name: 'Harbour Lane' },
    { id: 'p2', name: 'Nightmarket' },
  ]
  const placed = { ...cap, applications: [{ applicationId: 'p2', isVisible: true, position: 1 }] }
  const admin = abilityWith([{ action: 'manage', subject: 'all' }])
  const found = rowMenu(assetActions(calls, open, applications), placed, admin).flat()[3]
  if (found?.type !== 'submenu') throw new Error('the applications are a submenu')
  const pressed = found.subMenuItems.map((line) => [
    line.title,
    line.isChecked,
    line.type === 'click' && line.onAction(),
  ])
  expect(await Promise.all(pressed.map((line) => Promise.all(line)))).toEqual([
    ['Harbour Lane', false, 'added to p1'],
    ['Nightmarket', true, 'taken from p2'],
  ])
  const reader = abilityWith([{ action: 'read', subject: 'Asset' }])
  expect(rowMenu(assetActions(calls, open, applications), placed, reader).flat().length).toBe(2)
})

test('deleting one is the deleting of many, with their Undo', () => {
  const admin = abilityWith([{ action: 'manage', subject: 'all' }])
  const remove = rowMenu(assetActions(calls, open), cap, admin).flat().at(-1)
  const deleting = assetBulk({} as BulkCalls).filter(({ color }) => color === 'bad')
  expect(deleting.map(({ id, revert }) => [id, revert])).toEqual([['delete', undefined]])
  expect(remove).toMatchObject({ type: 'bulk', value: 'delete', title: 'assets.bulkDelete' })
})

test('the address takes the values that the filters offer', () => {
  const values = (filters: typeof ASSET_SHAPE.filters) =>
    filters.map(({ field, type, options }) => [field, type, options?.map(({ value }) => value)])
  expect(values(assetFilters(sources))).toEqual(values(ASSET_SHAPE.filters))
})

test('times are told as people tell them', () => {
  const now = Date.parse('2026-03-02T09:00:00Z')
  const told = (at: string) => relativeTime(at, now, 'en')
  expect(told('2026-03-02T08:59:20Z')).toBe('now')
  expect(told('2026-03-02T08:57:00Z')).toBe('3 min ago')
  expect(told('2026-03-02T07:00:00Z')).toBe('2 hr ago')
  expect(told('2026-03-01T08:00:00Z')).toBe('yesterday')
  expect(told('2026-02-14T12:00:00Z')).toBe('14 Feb')
  expect(told('2025-11-14T12:00:00Z')).toBe('14 Nov 2025')
  expect(relativeTime('2026-03-02T08:57:00Z', now, 'de')).toBe('vor 3 Min.')
})

test('who may not read applications or tags sees neither filter nor column of them', () => {
  const none = { applications: null, tags: null }
  const fields = (known: AssetSources) => [
    assetFilters(known).map(({ field }) => field as string),
    assetColumns({ nameOf: known.applications && (() => ''), tags: known.tags && new Map(), me: 'u1' }).map(
      ({ field }) => field as string,
    ),
  ]
  const left = fields(none).map((names) => new Set(names))
  expect(fields(sources).map((names, i) => names.filter((name) => !left[i]!.has(name)))).toEqual([
    ['applicationId', 'tag'],
    ['applications', 'tags'],
  ])
})

test('an application shown whole stands in its own order, every other list by its newest change', () => {
  const { sortable, order } = ASSET_SHAPE
  if (typeof sortable !== 'function' || typeof order !== 'function') throw new Error('both hang on the filter')
  const stated = [
    {},
    { applicationId: ['a1'] },
    { applicationId: ['a1'], search: '' },
    { applicationId: ['a1', 'a2'] },
    { applicationId: ['a1'], type: ['top'] },
  ].map((filter) => [order(filter), sortable(filter).includes('position')])
  expect(stated).toEqual([
    [{ updatedAt: 'desc' }, false],
    [{ position: 'asc' }, true],
    [{ position: 'asc' }, true],
    [{ updatedAt: 'desc' }, false],
    [{ updatedAt: 'desc' }, false],
  ])
})
