// @vitest-environment jsdom
import { expect, test } from 'vitest'
import type { BulkItem } from '../../../src/machines/bulk.machine.ts'
import { assetBulk } from '../../../src/ui/asset-list/asset-bulk.ts'
import type { BulkWork } from '../../../src/ui/list/bulk.ts'
import { NO_LIST } from '../list/standing.ts'

const THEN = '2026-11-01T00:00:00.000Z'
const NOW = '2026-11-23T00:00:00.000Z'
const items: BulkItem[] = [
  { id: 'in', name: 'Already there', version: THEN },
  { id: 'new', name: 'New there', version: THEN },
]

/** Calls that tell in `told` what they were asked; `in` is in every application already. */
function actions() {
  const told: string[] = []
  const call = (name: string) => async (input: { id: string; body?: object }) => {
    told.push([name, input.id, ...Object.values(input.body ?? {})].join(' '))
    return { id: input.id, updatedAt: input.id === 'in' ? THEN : NOW }
  }
  const names = ['lock', 'addToApplication', 'removeFromApplication']
  const assets = {
    ...Object.fromEntries(names.map((name) => [name, call(name)])),
    list: async () => ({ data: [{ id: 'tall', name: 'Tall' }] }),
    generateIcon: async ({ id }: { id: string }) => {
      told.push(`generateIcon ${id}`)
      return { job: { id: `icon of ${id}` } }
    },
    makeVariant: async ({ id, body: { recipe } }: { id: string; body: { recipe: string } }) => {
      told.push(`makeVariant ${id} ${recipe}`)
      return id === 'in' ? {} : { job: { id: `${recipe} of ${id}` } }
    },
  }
  const jobs = { cancel: async ({ id }: { id: string }) => void told.push(`cancel ${id}`) }
  /** `in` is on the small body already; nothing reaches the bare one, nor the caged. */
  const morphedAssets = {
    generate: async ({ body: { assetId, bodyId } }: { body: { assetId: string; bodyId: string } }) => {
      told.push(`generate ${assetId} ${bodyId}`)
      if (bodyId !== 'small') throw new Error('no cage')
      return { id: `${assetId} on ${bodyId}`, status: assetId === 'in' ? 'done' : 'queued' }
    },
  }
  const applications = { list: async () => ({ data: [{ id: 'p1', name: 'Harbour Lane' }] }) }
  const all = assetBulk({ assets, applications, jobs, morphedAssets, tags: {} } as never)
  return { told, action: (id: string) => all.find((it) => it.id === id)! }
}
const work = (choice: string, of = items): BulkWork => ({ items: of, list: NO_LIST, choice, isLeaving: false })

test('assets are put into an application; Undo takes out only those that were not in it', async () => {
  const { told, action } = actions()
  const link = action('application')
  expect(await link.choices!(new AbortController().signal)).toEqual([{ id: 'p1', label: 'Harbour Lane' }])
  const { changed, rows } = await link.perform(work('p1'))
  expect(changed.map(({ id }) => id)).toEqual(['new'])
  expect(rows?.length).toBe(2)
  await link.revert!(work('p1', [...changed]))
  expect(told).toEqual(['addToApplication in p1', 'addToApplication new p1', 'removeFromApplication new p1'])
})

test('assets are locked for the reason that was said, or for none', async () => {
  const { told, action } = actions()
  await action('lock').perform(work('sold'))
  await action('lock').perform({ items: items.slice(0, 1), list: NO_LIST, isLeaving: false })
  expect(told).toEqual(['lock in sold', 'lock new sold', 'lock in'])
  expect(action('unlock').remark).toBeUndefined()
})

test('icons and variants are made by jobs, which Undo gives up; what is there already is not begun', async () => {
  const { told, action } = actions()
  const make = action('make')
  expect((await make.choices!(new AbortController().signal)).map(({ id }) => id)).toEqual([
    'icon',
    'web',
    'phone',
    'lods',
    'ktx2',
  ])
  const { changed } = await make.perform(work('icon'))
  expect(changed.map(({ id, jobs }) => [id, jobs])).toEqual([
    ['in', ['icon of in']],
    ['new', ['icon of new']],
  ])
  const variants = await make.perform(work('phone'))
  expect(variants.changed.map(({ id, jobs }) => [id, jobs])).toEqual([['new', ['phone of new']]])
  await make.revert!(work('phone', [...variants.changed]))
  expect(told).toEqual([
    'generateIcon in',
    'generateIcon new',
    'makeVariant in phone',
    'makeVariant new phone',
    'cancel phone of new',
  ])
})

test('assets are fitted to each chosen body but their own; what fails is told once for each of them, the rest goes on', async () => {
  const { told, action } = actions()
  const fit = action('fit')
  expect(await fit.choices!(new AbortController().signal)).toEqual([{ id: 'tall', label: 'Tall' }])
  expect([{ bodyId: 'tall' }, {}].map((asset) => fit.fits!(asset as never))).toEqual([true, false])
  expect(fit.knows!({ bodyId: 'tall' } as never, NO_LIST)).toEqual({ bodyId: 'tall' })
  const some = items.map((item) => ({ ...item, bodyId: 'tall' }))
  const { changed, failures } = await fit.perform(work('tall small caged bare', some))
  expect(told.toSorted()).toEqual(
    ['in', 'new'].flatMap((id) => ['bare', 'caged', 'small'].map((body) => `generate ${id} ${body}`)),
  )
  expect(changed.map(({ id, bodyId, jobs }) => [id, bodyId, jobs])).toEqual([['new', 'tall', ['new on small']]])
  expect(failures.map(({ item, error }) => [item.id, (error as Error).message])).toEqual([
    ['in', 'no cage'],
    ['new', 'no cage'],
  ])
  await fit.revert!(work('', [...changed]))
  expect(told.at(-1)).toBe('cancel new on small')
})

test('a body is set, or none; Undo gives each back its own, and overwrites nobody who changed it since', async () => {
  const told: unknown[] = []
  const assets = {
    list: async () => ({ data: [{ id: 'tall', name: 'Tall' }] }),
    update: async ({ id, body }: { id: string; body: object }, options?: object) => {
      told.push([id, body, ...(options ? [options] : [])])
      if (id === 'gone') throw new Error('gone')
      return { id, updatedAt: id === 'in' ? THEN : NOW }
    },
  }
  const body = assetBulk({ assets } as never).find(({ id }) => id === 'body')!
  expect(await body.choices!(new AbortController().signal)).toEqual([
    { id: 'none', label: 'assets.bulkBody.none' },
    { id: 'tall', label: 'Tall' },
  ])
  const asset = { locked: false, type: 'hair', bodyId: 'small' }
  const others = [asset, { ...asset, locked: true }, { ...asset, type: 'bodyshape' }]
  expect(others.map((it) => body.fits!(it as never))).toEqual([true, false, false])
  expect(body.knows!(asset as never, NO_LIST)).toEqual({ bodyId: 'small' })
  const some = [...items, { id: 'bare', name: 'Bare', version: THEN }, { id: 'gone', name: 'Gone', version: THEN }]
  const { changed, failures } = await body.perform(
    work(
      'tall',
      some.map((item) => ({ ...item, bodyId: item.id === 'new' ? 'small' : undefined })),
    ),
  )
  expect(told.splice(0)).toEqual(some.map(({ id }) => [id, { bodyId: 'tall' }]))
  expect([changed.map(({ id }) => id), failures.map(({ item }) => item.id)]).toEqual([['new', 'bare'], ['gone']])
  await body.revert!(work('tall', [...changed]))
  expect(told.splice(0)).toEqual([
    ['new', { bodyId: 'small' }, { ifMatch: NOW }],
    ['bare', { bodyId: null }, { ifMatch: NOW }],
  ])
  await body.perform(work('none', items.slice(1)))
  expect(told).toEqual([['new', { bodyId: null }]])
})

test('a tag is taken off those that have it, which alone is offered; Undo gives it back to those', async () => {
  const told: [string, object][] = []
  const answer = (name: string) => async (input: { body: object }) => {
    told.push([name, input.body])
    return { changed: ['new'], assets: [{ id: 'new' }], refused: [{ assetId: 'in', code: 'FORBIDDEN' }] }
  }
  const tags = { setTag: answer('set'), removeTag: answer('remove') }
  const untag = assetBulk({ assets: {}, applications: {}, tags } as never).find(({ id }) => id === 'untag')!
  expect([['w'], [], ['s']].map((own) => untag.offers!('w', [{ tags: own }] as never))).toEqual([true, false, false])
  const { changed, failures } = await untag.perform(work('w'))
  expect([changed.map(({ id }) => id), failures.map(({ item }) => item.id)]).toEqual([['new'], ['in']])
  await untag.revert!(work('w', [...changed]))
  expect(told).toEqual([
    ['remove', { tagId: 'w', assetIds: ['in', 'new'] }],
    ['set', { tagId: 'w', assetIds: ['new'], restores: { new: THEN } }],
  ])
})
