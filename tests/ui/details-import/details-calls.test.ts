import { expect, test } from 'vitest'
import { createApiError } from '../../../src/api/contract/errors.ts'
import { createDetailsCalls } from '../../../src/ui/details-import/details-calls.ts'

/** Creates calls to a stubbed server. It has the assets Hat 0, Hat 1 and so on, followed by assets with the names in `others`. */
function createStubbedCalls(count: number, others: string[] = []) {
  const names = [...Array.from({ length: count }, (_, at) => `Hat ${at}`), ...others]
  const all = names.map((name, at) => ({ id: `a${at}`, name }))
  const requests: string[] = []
  const editable = async ({
    query: { page = 1, limit = 10, search },
  }: {
    query: { page?: number; limit?: number; search?: string }
  }) => {
    requests.push(search === undefined ? `page ${page}` : `search ${search}`)
    const matches = all.filter(({ name }) => name.includes(search ?? ''))
    const totalPages = Math.ceil(matches.length / limit)
    const pagination = { totalPages, hasNextPage: page < totalPages }
    return { data: matches.slice((page - 1) * limit, page * limit), pagination }
  }
  const get = async ({ id }: { id: string }) => {
    requests.push(`get ${id}`)
    const asset = all.find((asset) => asset.id === id)
    if (!asset) throw createApiError('assets', 'NOT_FOUND')
    return asset
  }
  return {
    requests,
    calls: createDetailsCalls({ assets: { editable, get } } as never, { tags: false, applications: false }),
  }
}
const identifiers = (ids: string[], names: string[]) => ({ ids: new Set(ids), names: new Set(names) })
const options = { signal: new AbortController().signal, onShare: () => {} }

test('loads all pages of assets if there are only a few pages', async () => {
  const { requests, calls } = createStubbedCalls(250)
  expect((await calls.find(identifiers(['a1'], []), options)).length).toBe(250)
  expect(requests).toEqual(['page 1', 'page 2', 'page 3'])
})

test('looks up each id and exact name if there are many assets, and omits missing assets', async () => {
  const { requests, calls } = createStubbedCalls(2_000)
  const found = await calls.find(identifiers(['a1500', 'gone'], ['Hat 1999', 'Hat 19']), options)
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(['a1500', 'a1999', 'a19']))
  expect(found.some(({ id }) => id === 'a190')).toBe(false)
  // The search for Hat 19 finds 111 names, on two pages.
  const searches = ['search Hat 19', 'search Hat 19', 'search Hat 1999']
  expect(requests.toSorted()).toEqual(['get a1500', 'get gone', 'page 1', ...searches])
})

test('finds every asset with an exact name, also on later pages of the search', async () => {
  const { requests, calls } = createStubbedCalls(1_050, ['Hat', 'Hat'])
  const found = await calls.find(identifiers([], ['Hat']), options)
  expect(found.filter(({ name }) => name === 'Hat').map(({ id }) => id)).toEqual(['a1050', 'a1051'])
  expect(requests).toEqual(['page 1', ...Array.from({ length: 11 }, () => 'search Hat')])
})

test('without read permission, returns no tags and applications and sends no request', async () => {
  const { calls } = createStubbedCalls(1)
  const { signal } = options
  expect(await Promise.all([calls.tags(signal), calls.applications(signal)])).toEqual([[], []])
})
