import { expect, test } from 'vitest'
import { refusal } from '../../../src/api/contract/errors.ts'
import { detailsCalls } from '../../../src/ui/details-import/details-calls.ts'

/** Assets `a0`, `a1` … of a store, and what was asked of it. */
function store(count: number) {
  const all = Array.from({ length: count }, (_, at) => ({ id: `a${at}`, name: `Hat ${at}` }))
  const asked: string[] = []
  const editable = async ({
    query: { page = 1, limit = 10, search },
  }: {
    query: { page?: number; limit?: number; search?: string }
  }) => {
    asked.push(search === undefined ? `page ${page}` : `search ${search}`)
    const found = all.filter(({ name }) => name.includes(search ?? ''))
    const totalPages = Math.ceil(found.length / limit)
    return { data: found.slice((page - 1) * limit, page * limit), pagination: { totalPages } }
  }
  const get = async ({ id }: { id: string }) => {
    asked.push(`get ${id}`)
    const found = all.find((one) => one.id === id)
    if (!found) throw refusal('assets', 'NOT_FOUND')
    return found
  }
  return { asked, calls: detailsCalls({ assets: { editable, get } } as never, { tags: false, applications: false }) }
}
const wanted = (ids: string[], names: string[]) => ({ ids: new Set(ids), names: new Set(names) })
const options = { signal: new AbortController().signal, onShare: () => {} }

test('few pages of assets are read whole', async () => {
  const { asked, calls } = store(250)
  expect((await calls.find(wanted(['a1'], []), options)).length).toBe(250)
  expect(asked).toEqual(['page 1', 'page 2', 'page 3'])
})

test('of very many each is looked up, a name exactly; what is not there is left out', async () => {
  const { asked, calls } = store(2_000)
  const found = await calls.find(wanted(['a1500', 'gone'], ['Hat 1999', 'Hat 19']), options)
  expect(found.map(({ id }) => id)).toEqual(expect.arrayContaining(['a1500', 'a1999', 'a19']))
  expect(found.some(({ id }) => id === 'a190')).toBe(false)
  expect(asked.toSorted()).toEqual(['get a1500', 'get gone', 'page 1', 'search Hat 19', 'search Hat 1999'])
})

test('what may not be read is not asked for', async () => {
  const { calls } = store(1)
  const { signal } = options
  expect(await Promise.all([calls.tags(signal), calls.applications(signal)])).toEqual([[], []])
})
