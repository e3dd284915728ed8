// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import { type Ability, createAbility } from '../../../src/machines/session/ability.ts'
import { type AssetRowCalls, createAssetActions } from '../../../src/ui/asset-list/asset-actions.tsx'
import { createAssetBulkActions } from '../../../src/ui/asset-list/asset-bulk-actions.ts'
import type { BulkCalls } from '../../../src/ui/asset-list/asset-bulk-operations.ts'
import { createAssetColumns } from '../../../src/ui/asset-list/asset-columns.tsx'
import { type AssetFilterSources, createAssetFilters } from '../../../src/ui/asset-list/asset-filters.tsx'
import { ASSET_LIST_SHAPE } from '../../../src/ui/asset-list/asset-list-shape.ts'
import { buildRowMenu } from '../../../src/ui/list/actions/row-menu.ts'
import { formatRelativeTime } from '../../../src/ui/relative-time.ts'

const cap = { id: 'a1', name: 'Ferry Cap', type: 'headwear', locked: false, createdBy: 'u1' } as Asset
const nothing = { list: () => Promise.resolve({ data: [] }), get: () => Promise.reject(new Error('none')) }
const sources: AssetFilterSources = { applications: nothing, tags: nothing }
const recordCall = (name: string) => (input: { body: object }) =>
  Promise.resolve(`${name} ${'applicationId' in input.body && input.body.applicationId}`) as Promise<never>
const calls: AssetRowCalls = {
  lock: recordCall('locked'),
  unlock: recordCall('unlocked'),
  addToApplication: recordCall('added to'),
  removeFromApplication: recordCall('taken from'),
}
const open = () => {}
const menuIds = (asset: Asset, ability: Ability) =>
  buildRowMenu(createAssetActions(calls, open), asset, ability).flatMap((group) => group.map(({ id }) => id))

test('the row menu contains only actions that the user is permitted to perform', () => {
  const reader = createAbility([{ action: 'read', subject: 'Asset' }])
  const owner = createAbility([{ action: ['lock', 'delete'], subject: 'Asset', conditions: { createdBy: 'u1' } }])
  expect(menuIds(cap, reader)).toEqual(['open', 'preview'])
  expect(menuIds(cap, owner)).toEqual(['open', 'preview', 'lock', 'delete'])
  expect(menuIds({ ...cap, createdBy: 'u2' }, owner)).toEqual(['open', 'preview'])
})

test('the menu of a locked asset offers “Unlock” and disables “Delete” with the reason', () => {
  const admin = createAbility([{ action: 'manage', subject: 'all' }])
  const lines = buildRowMenu(createAssetActions(calls, open), { ...cap, locked: true }, admin).flat()
  expect(lines.map(({ id, isDisabled }) => [id, isDisabled])).toEqual([
    ['open', undefined],
    ['preview', undefined],
    ['template', undefined],
    ['unlock', undefined],
    ['delete', 'assets.isLocked'],
  ])
})

test('only users permitted to change an asset can add or remove its applications in the row menu', async () => {
  const applications = [
    { id: 'p1', name: 'Harbour Lane' },
    { id: 'p2', name: 'Nightmarket' },
  ]
  const assetInApplication = { ...cap, applications: [{ applicationId: 'p2', isVisible: true, position: 1 }] }
  const admin = createAbility([{ action: 'manage', subject: 'all' }])
  const applicationsMenu = buildRowMenu(
    createAssetActions(calls, open, applications),
    assetInApplication,
    admin,
  ).flat()[3]
  if (applicationsMenu?.type !== 'submenu') throw new Error('expected a submenu of applications')
  const submenuLines = applicationsMenu.subMenuItems.map((line) => [
    line.title,
    line.isChecked,
    line.type === 'click' && line.onAction(),
  ])
  expect(await Promise.all(submenuLines.map((line) => Promise.all(line)))).toEqual([
    [{ text: 'Harbour Lane' }, false, 'added to p1'],
    [{ text: 'Nightmarket' }, true, 'taken from p2'],
  ])
  const reader = createAbility([{ action: 'read', subject: 'Asset' }])
  expect(buildRowMenu(createAssetActions(calls, open, applications), assetInApplication, reader).flat().length).toBe(2)
})

test('“Delete” in the row menu runs the bulk action “delete”', () => {
  const admin = createAbility([{ action: 'manage', subject: 'all' }])
  const remove = buildRowMenu(createAssetActions(calls, open), cap, admin).flat().at(-1)
  const deleting = createAssetBulkActions({} as BulkCalls).filter(({ color }) => color === 'bad')
  expect(deleting.map(({ id, revert }) => [id, revert])).toEqual([['delete', undefined]])
  expect(remove).toMatchObject({ type: 'bulk', value: 'delete', title: 'assets.bulkDelete' })
})

test('the URL parser accepts exactly the fields, types and options that the filter bar offers', () => {
  const values = (filters: typeof ASSET_LIST_SHAPE.filters) =>
    filters.map(({ field, type, options }) => [field, type, options?.map(({ value }) => value)])
  expect(values(createAssetFilters(sources))).toEqual(values(ASSET_LIST_SHAPE.filters))
})

test('formats recent times relative to now, and older times as dates', () => {
  const now = Date.parse('2026-03-02T09:00:00Z')
  const format = (at: string) => formatRelativeTime(at, now, 'en')
  expect(format('2026-03-02T08:59:20Z')).toBe('now')
  expect(format('2026-03-02T08:57:00Z')).toBe('3 min ago')
  expect(format('2026-03-02T07:00:00Z')).toBe('2 hr ago')
  expect(format('2026-03-01T08:00:00Z')).toBe('yesterday')
  expect(format('2026-02-14T10:00:00Z')).toBe('14 Feb')
  expect(format('2025-11-14T10:00:00Z')).toBe('14 Nov 2025')
  expect(formatRelativeTime('2026-03-02T08:57:00Z', now, 'de')).toBe('vor 3 Min.')
})

test('omits the filters and columns for applications and tags without permission to read them', () => {
  const none = { applications: null, tags: null }
  const fields = (assetSources: AssetFilterSources) => [
    createAssetFilters(assetSources).map(({ field }) => field as string),
    createAssetColumns({
      nameOf: assetSources.applications && (() => ''),
      tags: assetSources.tags && new Map(),
      me: 'u1',
    }).map(({ field }) => field as string),
  ]
  const withoutPermission = fields(none).map((names) => new Set(names))
  expect(fields(sources).map((names, i) => names.filter((name) => !withoutPermission[i]!.has(name)))).toEqual([
    ['applicationId', 'tag'],
    ['applications', 'tags'],
  ])
})

test('sorts by manual position if one application is the only filter, else by the latest change', () => {
  const { sortable, order } = ASSET_LIST_SHAPE
  if (typeof sortable !== 'function' || typeof order !== 'function') throw new Error('expected functions of the filter')
  const results = [
    {},
    { applicationId: ['a1'] },
    { applicationId: ['a1'], search: '' },
    { applicationId: ['a1', 'a2'] },
    { applicationId: ['a1'], type: ['top'] },
  ].map((filter) => [order(filter), sortable(filter).includes('position')])
  expect(results).toEqual([
    [{ updatedAt: 'desc' }, false],
    [{ position: 'asc' }, true],
    [{ position: 'asc' }, true],
    [{ updatedAt: 'desc' }, false],
    [{ updatedAt: 'desc' }, false],
  ])
})
