import { expect, test } from 'vitest'
import { assetWork } from '../../../src/ui/asset/asset-work.ts'
import { assetWith } from '../../support/assets.ts'

const signal = new AbortController().signal
const page = (data: unknown[]) => async () => ({ data })
const named = (id: string) => ({ id, name: id, type: 'top' })

test('of each body the newest entry counts, and the asset itself is no body of its own', async () => {
  const work = assetWork(
    {
      assets: { list: page([assetWith({ id: 'a1' }), assetWith({ id: 'b1' })]) },
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
  const { bodies, entries } = await work.fits(signal)
  expect([bodies.map(({ id }) => id), entries.map(({ id }) => id)]).toEqual([['b1'], ['new', 'other']])
})

test('of the groups that share a file those with the asset are told, without it', async () => {
  const usage = { applications: 0, wardrobes: 0, children: { total: 0, assets: [] }, asBody: { total: 0, assets: [] } }
  const asked: unknown[] = []
  const work = assetWork(
    {
      assets: {
        usage: async () => usage,
        duplicates: async ({ query }: { query: { field: string } }) => {
          asked.push(query.field)
          const groups = [
            ['a1', 'twin'],
            ['x', 'y'],
          ].map((ids) => ({ field: query.field, assets: ids.map(named) }))
          return { data: query.field === 'model' ? groups : [] }
        },
      },
    } as never,
    'a1',
  )
  expect(await work.uses(signal)).toEqual({ usage, duplicates: [{ field: 'model', others: [named('twin')] }] })
  expect(asked).toEqual(['model', 'icon', 'texture'])
})

test('a variant that is there already has no job to follow', async () => {
  const answer = { variant: {} }
  const work = assetWork({ assets: { makeVariant: async () => answer } } as never, 'a1')
  expect(await work.makeVariant('web', signal)).toBe(null)
})

test('the history is read on from a place, and says where it goes on', async () => {
  const asked: unknown[] = []
  const pages = [{ nextCursor: 'c2' }, {}]
  const assets = {
    changelog: async (given: unknown) => {
      asked.push(given)
      return { data: ['e'], pagination: pages.shift() }
    },
  }
  const work = assetWork({ assets } as never, 'a1')
  expect([await work.entriesAfter('c1', signal), await work.entriesAfter('c2', signal)]).toEqual([
    { entries: ['e'], next: 'c2' },
    { entries: ['e'] },
  ])
  expect(asked).toEqual(['c1', 'c2'].map((after) => ({ id: 'a1', query: { limit: 100, after } })))
})

test('being there is said of one page, and leaving it also while the page goes', async () => {
  const said: [{ id: string; body: { tab: string; is: string } }, object][] = []
  const presence = { announce: async (...given: (typeof said)[number]) => void said.push(given) }
  const work = assetWork({ presence } as never, 'a1')
  await work.beHere('editing', signal)
  await work.beGone()
  expect(said.map(([{ id, body }]) => [id, body.is])).toEqual([
    ['a1', 'editing'],
    ['a1', 'gone'],
  ])
  const tabs = said.map(([{ body }]) => body.tab)
  expect([tabs[0], tabs[0] !== '']).toEqual([tabs[1], true])
  expect(said.map(([, options]) => options)).toEqual([{ signal }, { keepalive: true }])
})
