import { afterEach, expect, test, vi } from 'vitest'
import { assetPages, withPictures } from '../../../src/ui/asset-list/asset-pages.ts'
import { SCOPES } from '../../../src/ui/asset-list/asset-shape.ts'

afterEach(() => vi.unstubAllGlobals())

/** An API that tells which call was made, and with what. */
function api() {
  const told: [call: string, query: unknown][] = []
  const call = (name: string) => async (input: { query: unknown }) => {
    told.push([name, input.query])
    return { data: [], pagination: {} }
  }
  const assets = Object.fromEntries(['list', 'authorized', 'editable', 'authorizeDefault'].map((it) => [it, call(it)]))
  return { told, api: { assets } as never }
}

const query = { page: 2, limit: 10, order: { name: 'asc' as const }, filter: { type: ['top'] } }

test('each scope is listed by its own call, which is told the other filters alone', async () => {
  const { told, api: calls } = api()
  for (const scope of [undefined, ...SCOPES])
    await assetPages(calls)(
      { ...query, filter: { ...query.filter, ...(scope && { scope }) } },
      new AbortController().signal,
    )
  const asked = { page: 2, limit: 10, order: 'name', type: ['top'] }
  expect(told).toEqual([
    ['list', asked],
    ['authorized', asked],
    ['editable', asked],
    ['authorizeDefault', asked],
  ])
})

test('the pictures of the first rows are on their way with them, of no others', async () => {
  const asked: { src?: string; fetchPriority?: string }[] = []
  vi.stubGlobal(
    'Image',
    class {
      constructor() {
        asked.push(this)
      }
    },
  )
  const data = Array.from({ length: 20 }, (_, at) => ({
    id: `a${at}`,
    ...(at !== 1 && { iconUrl: `/files/${at}.webp` }),
  }))
  const page = { data, pagination: {} } as never
  const { signal } = new AbortController()
  expect(await withPictures(async () => page)(query, signal)).toBe(page)
  expect(asked.map(({ src }) => src)).toEqual([0, 2, 3, 4, 5, 6, 7, 8].map((at) => `/files/${at}.webp`))
  expect(new Set(asked.map(({ fetchPriority }) => fetchPriority))).toEqual(new Set(['high']))
  await expect(withPictures(() => Promise.reject(new Error('away')))(query, signal)).rejects.toThrow('away')
})
