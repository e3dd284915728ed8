// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { BulkItem } from '../../../src/machines/bulk/bulk.machine.ts'
import { createAssetBulkActions } from '../../../src/ui/asset-list/asset-bulk-actions.ts'
import type { BulkRequest } from '../../../src/ui/list/bulk-action.ts'
import { EMPTY_LIST } from '../list/empty-list.ts'

const OLD_TIME = '2026-11-01T00:00:00.000Z'
const NEW_TIME = '2026-11-23T00:00:00.000Z'
const items: BulkItem[] = [
  { id: 'in', name: 'Already there', version: OLD_TIME },
  { id: 'new', name: 'New there', version: OLD_TIME },
]

/** Creates bulk actions with stubbed API calls that record their input in `calls`. The asset `in` already belongs to every application. */
function createActions() {
  const calls: string[] = []
  const call = (name: string) => async (input: { id: string; body?: object }) => {
    calls.push([name, input.id, ...Object.values(input.body ?? {})].join(' '))
    return { id: input.id, updatedAt: input.id === 'in' ? OLD_TIME : NEW_TIME }
  }
  const names = ['lock', 'addToApplication', 'removeFromApplication']
  const assets = {
    ...Object.fromEntries(names.map((name) => [name, call(name)])),
    list: async () => ({ data: [{ id: 'tall', name: 'Tall' }] }),
    generateIcon: async ({ id }: { id: string }) => {
      calls.push(`generateIcon ${id}`)
      return { job: { id: `icon of ${id}` } }
    },
    makeVariant: async ({ id, body: { recipe } }: { id: string; body: { recipe: string } }) => {
      calls.push(`makeVariant ${id} ${recipe}`)
      return id === 'in' ? {} : { job: { id: `${recipe} of ${id}` } }
    },
  }
  const jobs = { cancel: async ({ id }: { id: string }) => void calls.push(`cancel ${id}`) }
  /** Fitting to the body `small` succeeds, and is already done for the asset `in`. Fitting to other bodies fails. */
  const morphedAssets = {
    generate: async ({ body: { assetId, bodyId } }: { body: { assetId: string; bodyId: string } }) => {
      calls.push(`generate ${assetId} ${bodyId}`)
      if (bodyId !== 'small') throw new Error('no cage')
      return { id: `${assetId} on ${bodyId}`, status: assetId === 'in' ? 'done' : 'queued' }
    },
  }
  const applications = { list: async () => ({ data: [{ id: 'p1', name: 'Harbour Lane' }] }) }
  const all = createAssetBulkActions({ assets, applications, jobs, morphedAssets, tags: {} } as never)
  return { calls, action: (id: string) => all.find((it) => it.id === id)! }
}
const createRequest = (choice: string, selected = items): BulkRequest => ({
  items: selected,
  list: EMPTY_LIST,
  choice,
  isLeaving: false,
})

test('adds assets to an application; Undo removes only the newly added assets', async () => {
  const { calls, action } = createActions()
  const link = action('application')
  expect(await link.choices!(new AbortController().signal)).toEqual([{ id: 'p1', label: { text: 'Harbour Lane' } }])
  const { changed, rows } = await link.perform(createRequest('p1'))
  expect(changed.map(({ id }) => id)).toEqual(['new'])
  expect(rows?.length).toBe(2)
  await link.revert!(createRequest('p1', [...changed]))
  expect(calls).toEqual(['addToApplication in p1', 'addToApplication new p1', 'removeFromApplication new p1'])
})

test('locks assets, and sends a reason only if the user entered a reason', async () => {
  const { calls, action } = createActions()
  await action('lock').perform(createRequest('sold'))
  await action('lock').perform({ items: items.slice(0, 1), list: EMPTY_LIST, isLeaving: false })
  expect(calls).toEqual(['lock in sold', 'lock new sold', 'lock in'])
  expect(action('unlock').remark).toBeUndefined()
})

test('starts jobs for icons and missing variants, and Undo cancels these jobs', async () => {
  const { calls, action } = createActions()
  const make = action('make')
  expect((await make.choices!(new AbortController().signal)).map(({ id }) => id)).toEqual([
    'icon',
    'web',
    'phone',
    'lods',
    'ktx2',
  ])
  const { changed } = await make.perform(createRequest('icon'))
  expect(changed.map(({ id, jobs }) => [id, jobs])).toEqual([
    ['in', ['icon of in']],
    ['new', ['icon of new']],
  ])
  const variants = await make.perform(createRequest('phone'))
  expect(variants.changed.map(({ id, jobs }) => [id, jobs])).toEqual([['new', ['phone of new']]])
  await make.revert!(createRequest('phone', [...variants.changed]))
  expect(calls).toEqual([
    'generateIcon in',
    'generateIcon new',
    'makeVariant in phone',
    'makeVariant new phone',
    'cancel phone of new',
  ])
})

test('fits each asset to the chosen bodies except its own body, and reports one failure per asset', async () => {
  const { calls, action } = createActions()
  const fit = action('fit')
  expect(await fit.choices!(new AbortController().signal)).toEqual([{ id: 'tall', label: { text: 'Tall' } }])
  expect([{ bodyId: 'tall' }, {}].map((asset) => fit.appliesTo!(asset as never))).toEqual([true, false])
  expect(fit.itemDetails!({ bodyId: 'tall' } as never, EMPTY_LIST)).toEqual({ bodyId: 'tall' })
  const some = items.map((item) => ({ ...item, bodyId: 'tall' }))
  const { changed, failures } = await fit.perform(createRequest('tall small caged bare', some))
  expect(calls.toSorted()).toEqual(
    ['in', 'new'].flatMap((id) => ['bare', 'caged', 'small'].map((body) => `generate ${id} ${body}`)),
  )
  expect(changed.map(({ id, bodyId, jobs }) => [id, bodyId, jobs])).toEqual([['new', 'tall', ['new on small']]])
  expect(failures.map(({ item, error }) => [item.id, (error as Error).message])).toEqual([
    ['in', 'no cage'],
    ['new', 'no cage'],
  ])
  await fit.revert!(createRequest('', [...changed]))
  expect(calls.at(-1)).toBe('cancel new on small')
})

test('sets or clears the body of assets; Undo restores the old body only if the asset is unchanged', async () => {
  const calls: unknown[] = []
  const assets = {
    list: async () => ({ data: [{ id: 'tall', name: 'Tall' }] }),
    update: async ({ id, body }: { id: string; body: object }, options?: object) => {
      calls.push([id, body, ...(options ? [options] : [])])
      if (id === 'gone') throw new Error('gone')
      return { id, updatedAt: id === 'in' ? OLD_TIME : NEW_TIME }
    },
  }
  const body = createAssetBulkActions({ assets } as never).find(({ id }) => id === 'body')!
  expect(await body.choices!(new AbortController().signal)).toEqual([
    { id: 'none', label: 'assets.bulkBody.none' },
    { id: 'tall', label: { text: 'Tall' } },
  ])
  const asset = { locked: false, type: 'hair', bodyId: 'small' }
  const others = [asset, { ...asset, locked: true }, { ...asset, type: 'bodyshape' }]
  expect(others.map((it) => body.appliesTo!(it as never))).toEqual([true, false, false])
  expect(body.itemDetails!(asset as never, EMPTY_LIST)).toEqual({ bodyId: 'small' })
  const some = [
    ...items,
    { id: 'bare', name: 'Bare', version: OLD_TIME },
    { id: 'gone', name: 'Gone', version: OLD_TIME },
  ]
  const { changed, failures } = await body.perform(
    createRequest(
      'tall',
      some.map((item) => ({ ...item, bodyId: item.id === 'new' ? 'small' : undefined })),
    ),
  )
  expect(calls.splice(0)).toEqual(some.map(({ id }) => [id, { bodyId: 'tall' }]))
  expect([changed.map(({ id }) => id), failures.map(({ item }) => item.id)]).toEqual([['new', 'bare'], ['gone']])
  await body.revert!(createRequest('tall', [...changed]))
  expect(calls.splice(0)).toEqual([
    ['new', { bodyId: 'small' }, { ifMatch: NEW_TIME }],
    ['bare', { bodyId: null }, { ifMatch: NEW_TIME }],
  ])
  await body.perform(createRequest('none', items.slice(1)))
  expect(calls).toEqual([['new', { bodyId: null }]])
})

test('offers to remove only tags that are set; Undo restores a tag on the assets that lost it', async () => {
  const calls: [string, object][] = []
  const createResponder = (name: string) => async (input: { body: object }) => {
    calls.push([name, input.body])
    return { changed: ['new'], assets: [{ id: 'new' }], refused: [{ assetId: 'in', code: 'FORBIDDEN' }] }
  }
  const tags = { setTag: createResponder('set'), removeTag: createResponder('remove') }
  const untag = createAssetBulkActions({ assets: {}, applications: {}, tags } as never).find(
    ({ id }) => id === 'untag',
  )!
  expect([['w'], [], ['s']].map((assetTags) => untag.isChoiceAvailable!('w', [{ tags: assetTags }] as never))).toEqual([
    true,
    false,
    false,
  ])
  const { changed, failures } = await untag.perform(createRequest('w'))
  expect([changed.map(({ id }) => id), failures.map(({ item }) => item.id)]).toEqual([['new'], ['in']])
  await untag.revert!(createRequest('w', [...changed]))
  expect(calls).toEqual([
    ['remove', { tagId: 'w', assetIds: ['in', 'new'] }],
    ['set', { tagId: 'w', assetIds: ['new'], restores: { new: OLD_TIME } }],
  ])
})
