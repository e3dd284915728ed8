import { expect, test } from 'vitest'
import { outfitOf, readWear, viewOfOutfit } from '../../../src/ui/wardrobe/outfits.ts'
import { wardrobeCalls } from '../../../src/ui/wardrobe/wardrobe-calls.ts'
import { wardrobeSearch } from '../../../src/ui/wardrobe/wardrobe-search.ts'

const ids = Array.from({ length: 20 }, (_, i) => `a${i}`)
const never = new AbortController().signal

/** Calls of a wardrobe of twenty, of which one cannot be seen. */
function standIn() {
  let atOnce = 0
  let most = 0
  const asked: string[] = []
  const api = {
    userAssets: { get: async () => ({ userId: 'u', assets: ids.map((assetId) => ({ assetId, addedAt: '' })) }) },
    assets: {
      get: async ({ id }: { id: string }) => {
        asked.push(id)
        atOnce += 1
        most = Math.max(most, atOnce)
        await Promise.resolve()
        atOnce -= 1
        if (id === 'a1') throw new Error('gone')
        return { id }
      },
    },
  }
  return { calls: wardrobeCalls(api as never, 'u'), asked, most: () => most }
}

test('the newest are read, a few at a time, with what is worn; what cannot be read takes no other with it', async () => {
  const { calls, asked, most } = standIn()
  const { assets, ids: all } = await calls.read(8, ['a15', 'elsewhere'], never)
  expect(asked).toEqual([...ids.slice(0, 8), 'a15'])
  expect(assets.map(({ id }) => id)).toEqual(asked.filter((id) => id !== 'a1'))
  expect([all, most()]).toEqual([ids, 6])
})

test('nothing more is asked for once nobody waits', async () => {
  const { calls, asked } = standIn()
  const left = new AbortController()
  left.abort(new Error('left'))
  await expect(calls.read(20, [], left.signal)).rejects.toThrow('left')
  expect(asked.length).toBe(6)
})

test('an outfit is a view that is read back, and whatever else stands there is nothing', () => {
  expect(outfitOf(viewOfOutfit('Rainy', ['cap', 'coat']))).toEqual(['cap', 'coat'])
  expect(outfitOf({ search: { filter: { wear: 'cap' } } })).toEqual([])
  expect(outfitOf({ search: {} })).toEqual([])
  expect(readWear(['cap', 1, '', null])).toEqual(['cap'])
})

test('the address says what is worn; nothing, where nothing is', () => {
  expect(wardrobeSearch({ wear: ['cap'], other: 1 })).toEqual({ wear: ['cap'] })
  // The router lays it over what the address said.
  expect(Object.entries(wardrobeSearch({ wear: 'odd' }))).toEqual([['wear', undefined]])
})
