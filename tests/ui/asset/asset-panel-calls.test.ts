import { expect, test } from 'vitest'
import { createAssetPanelCalls } from '../../../src/ui/asset/asset-panel-calls.ts'
import { createAsset } from '../../support/create-asset.ts'

const signal = new AbortController().signal
const page = (data: unknown[]) => async () => ({ data })
const createNamedAsset = (id: string) => ({ id, name: id, type: 'top' })

test('morphs() returns the latest queue entry of each body, and all bodies except the asset itself', async () => {
  const calls = createAssetPanelCalls(
    {
      assets: { list: page([createAsset({ id: 'a1' }), createAsset({ id: 'b1' })]) },
      morphedAssetQueue: {
        list: page([
          { id: 'new', bodyId: 'b1' },
          { id: 'other', bodyId: 'b2' },
          { id: 'old', bodyId: 'b1' },
        ]),
      },
    } as never,
    'a1',
  )
  const { bodies, entries } = await calls.morphs(signal)
  expect([bodies.map(({ id }) => id), entries.map(({ id }) => id)]).toEqual([['b1'], ['new', 'other']])
})

test('usage() returns the other assets that have the same model, icon or texture', async () => {
  const usage = { applications: 0, wardrobes: 0, children: { total: 0, assets: [] }, asBody: { total: 0, assets: [] } }
  const fields: unknown[] = []
  const calls = createAssetPanelCalls(
    {
      assets: {
        usage: async () => usage,
        duplicates: async ({ query }: { query: { field: string } }) => {
          fields.push(query.field)
          const groups = [
            ['a1', 'twin'],
            ['x', 'y'],
          ].map((ids) => ({ field: query.field, assets: ids.map(createNamedAsset) }))
          return { data: query.field === 'model' ? groups : [] }
        },
      },
    } as never,
    'a1',
  )
  expect(await calls.usage(signal)).toEqual({
    usage,
    duplicates: [{ field: 'model', others: [createNamedAsset('twin')] }],
  })
  expect(fields).toEqual(['model', 'icon', 'texture'])
})

test('makeVariant() returns no job for an existing variant', async () => {
  const response = { variant: {} }
  const calls = createAssetPanelCalls({ assets: { makeVariant: async () => response } } as never, 'a1')
  expect(await calls.makeVariant('web', signal)).toBe(null)
})

test('loads history entries after a cursor and returns the next cursor', async () => {
  const requests: unknown[] = []
  const pages = [{ nextCursor: 'c2' }, {}]
  const assets = {
    changelog: async (input: unknown) => {
      requests.push(input)
      return { data: ['e'], pagination: pages.shift() }
    },
  }
  const calls = createAssetPanelCalls({ assets } as never, 'a1')
  expect([await calls.entriesAfter('c1', signal), await calls.entriesAfter('c2', signal)]).toEqual([
    { entries: ['e'], next: 'c2' },
    { entries: ['e'] },
  ])
  expect(requests).toEqual(['c1', 'c2'].map((after) => ({ id: 'a1', query: { limit: 100, after } })))
})

test('announces presence and leaving with the id of the tab, and sends the leaving with keepalive', async () => {
  const announcements: [{ id: string; body: { tab: string; is: string } }, object][] = []
  const presence = { announce: async (...args: (typeof announcements)[number]) => void announcements.push(args) }
  const calls = createAssetPanelCalls({ presence } as never, 'a1')
  await calls.announcePresence('editing', signal)
  await calls.announceLeave()
  expect(announcements.map(([{ id, body }]) => [id, body.is])).toEqual([
    ['a1', 'editing'],
    ['a1', 'gone'],
  ])
  const tabs = announcements.map(([{ body }]) => body.tab)
  expect([tabs[0], tabs[0] !== '']).toEqual([tabs[1], true])
  expect(announcements.map(([, options]) => options)).toEqual([{ signal }, { keepalive: true }])
})
