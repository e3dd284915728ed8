import { expect, test } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { outfitToView, parseWornIds, wornIdsOfView } from '../../../src/ui/wardrobe/outfits.ts'
import { createWardrobeCalls } from '../../../src/ui/wardrobe/wardrobe-calls.ts'
import { parseWardrobeSearch } from '../../../src/ui/wardrobe/wardrobe-search.ts'

const ids = Array.from({ length: 20 }, (_, i) => `a${i}`)
const neverAborted = new AbortController().signal

/** Creates the API calls for a wardrobe of twenty assets. One of the assets fails to load. */
function stubCalls(failure: Error = new ApiError('http', 'assets', { status: 404 })) {
  let active = 0
  let maxActive = 0
  const requests: string[] = []
  const api = {
    userAssets: { get: async () => ({ userId: 'u', assets: ids.map((assetId) => ({ assetId, addedAt: '' })) }) },
    assets: {
      get: async ({ id }: { id: string }) => {
        requests.push(id)
        active += 1
        maxActive = Math.max(maxActive, active)
        await Promise.resolve()
        active -= 1
        if (id === 'a1') throw failure
        return { id }
      },
    },
  }
  return { calls: createWardrobeCalls(api as never, 'u'), requests, maxActive: () => maxActive }
}

test('reads the newest and the worn assets, at most six at a time, and skips missing assets', async () => {
  const { calls, requests, maxActive } = stubCalls()
  const { assets, ids: all } = await calls.read(8, ['a15', 'elsewhere'], neverAborted)
  expect(requests).toEqual([...ids.slice(0, 8), 'a15'])
  expect(assets.map(({ id }) => id)).toEqual(requests.filter((id) => id !== 'a1'))
  expect([all, maxActive()]).toEqual([ids, 6])
})

test.each([
  ['the connection fails', new ApiError('FETCH_ERROR', 'assets')],
  ['the server is unavailable', new ApiError('http', 'assets', { status: 503 })],
])('rejects instead of showing an incomplete wardrobe if %s', async (_, failure) => {
  await expect(stubCalls(failure).calls.read(8, [], neverAborted)).rejects.toBe(failure)
})

test('sends no further request after an abort', async () => {
  const { calls, requests } = stubCalls()
  const controller = new AbortController()
  controller.abort(new Error('left'))
  await expect(calls.read(20, [], controller.signal)).rejects.toThrow('left')
  expect(requests.length).toBe(6)
})

test('restores an outfit from its saved view and ignores invalid values', () => {
  expect(wornIdsOfView(outfitToView('Rainy', ['cap', 'coat']))).toEqual(['cap', 'coat'])
  expect(wornIdsOfView({ search: { filter: { wear: 'cap' } } })).toEqual([])
  expect(wornIdsOfView({ search: {} })).toEqual([])
  expect(parseWornIds(['cap', 1, '', null])).toEqual(['cap'])
})

test('reads worn assets from the URL parameters, and none from an invalid value', () => {
  expect(parseWardrobeSearch({ wear: ['cap'], other: 1 })).toEqual({ wear: ['cap'] })
  // The router merges the result into the raw search parameters. So `undefined` has to override an invalid value.
  expect(Object.entries(parseWardrobeSearch({ wear: 'odd' }))).toEqual([['wear', undefined]])
})
