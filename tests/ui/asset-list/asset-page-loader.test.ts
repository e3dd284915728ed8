import { expect, test, vi } from 'vitest'
import { ASSET_SCOPES } from '../../../src/ui/asset-list/asset-list-shape.ts'
import { createAssetPageLoader, withPicturePrefetch } from '../../../src/ui/asset-list/asset-page-loader.ts'

function api() {
  const requests: [call: string, query: unknown][] = []
  const call = (name: string) => async (input: { query: unknown }) => {
    requests.push([name, input.query])
    return { data: [], pagination: {} }
  }
  const assets = Object.fromEntries(['list', 'authorized', 'editable', 'authorizeDefault'].map((it) => [it, call(it)]))
  return { requests, api: { assets } as never }
}

const query = { page: 2, limit: 10, order: { name: 'asc' as const }, filter: { type: ['top'] } }

test('chooses one of four API calls by the filter “scope”, and passes all other filters as parameters', async () => {
  const { requests, api: calls } = api()
  for (const scope of [undefined, ...ASSET_SCOPES])
    await createAssetPageLoader(calls)(
      { ...query, filter: { ...query.filter, ...(scope && { scope }) } },
      new AbortController().signal,
    )
  const expectedQuery = { page: 2, limit: 10, order: 'name', type: ['top'] }
  expect(requests).toEqual([
    ['list', expectedQuery],
    ['authorized', expectedQuery],
    ['editable', expectedQuery],
    ['authorizeDefault', expectedQuery],
  ])
})

test('preloads only the pictures of the first nine rows, with high priority', async () => {
  const images: { src?: string; fetchPriority?: string }[] = []
  vi.stubGlobal(
    'Image',
    class {
      constructor() {
        images.push(this)
      }
    },
  )
  const data = Array.from({ length: 20 }, (_, at) => ({
    id: `a${at}`,
    ...(at !== 1 && { iconUrl: `/files/${at}.webp` }),
  }))
  const page = { data, pagination: {} } as never
  const { signal } = new AbortController()
  expect(await withPicturePrefetch(async () => page)(query, signal)).toBe(page)
  expect(images.map(({ src }) => src)).toEqual([0, 2, 3, 4, 5, 6, 7, 8].map((at) => `/files/${at}.webp`))
  expect(new Set(images.map(({ fetchPriority }) => fetchPriority))).toEqual(new Set(['high']))
  await expect(withPicturePrefetch(() => Promise.reject(new Error('away')))(query, signal)).rejects.toThrow('away')
})
