import { expect, test } from 'vitest'
import type { ListPage, ListQuery } from '../../../src/api/contract/list.ts'
import { writeFile } from '../../../src/ui/list/write-file.ts'
import { parseCsv } from '../../support/csv.ts'

interface Thing {
  id: string
  name: string
}
const things = Array.from(
  { length: 250 },
  (_, at): Thing => ({ id: `t${at}`, name: at === 7 ? '=1+1' : `Thing, ${at}` }),
)
const query: ListQuery = { page: 3, limit: 10, order: { name: 'desc' }, filter: { search: 'thing' } }
const asked: ListQuery[] = []
const loadPage = async (wanted: ListQuery): Promise<ListPage<Thing>> => {
  asked.push(wanted)
  const { page, limit } = wanted
  const pagination = { page, limit, totalPages: 3, totalDocs: 250, hasNextPage: page < 3 }
  return { data: things.slice((page - 1) * limit, page * limit), pagination }
}
const wanted = { query, columns: [{ head: 'Name', cell: ({ name }: Thing) => name }], loadPage }
const never = new AbortController().signal

test('every page of the filter is read, in its order, and told as it goes', async () => {
  asked.length = 0
  const told: unknown[] = []
  const onProgress = (written: number, total: number) => told.push([written, total])
  const file = await writeFile<Thing>({ ...wanted, format: 'csv', onProgress, signal: never })
  expect(asked).toEqual([1, 2, 3].map((page) => ({ ...query, page, limit: 100 })))
  expect(told).toEqual([
    [100, 250],
    [200, 250],
    [250, 250],
  ])
  const lines = parseCsv(await file.text())
  expect(file.type).toBe('text/csv;charset=utf-8')
  expect(lines[0]).toEqual(['Name'])
  expect(lines[8]).toEqual(["'=1+1"])
  expect(lines).toHaveLength(251)
})

test('JSON holds the rows as they came', async () => {
  const file = await writeFile<Thing>({ ...wanted, format: 'json', onProgress: () => {}, signal: never })
  expect(JSON.parse(await file.text())).toEqual(things)
})

test('a row that came twice, because rows moved meanwhile, is written once', async () => {
  const twice = async (asking: ListQuery) => {
    const page = await loadPage(asking)
    return asking.page === 2 ? { ...page, data: [things[99]!, ...page.data] } : page
  }
  const file = await writeFile<Thing>({
    ...wanted,
    loadPage: twice,
    format: 'json',
    onProgress: () => {},
    signal: never,
  })
  expect(JSON.parse(await file.text())).toHaveLength(250)
})

test('nothing at all is still a file', async () => {
  const none = async () => ({
    data: [],
    pagination: { page: 1, limit: 100, totalPages: 0, totalDocs: 0, hasNextPage: false },
  })
  const file = await writeFile<Thing>({
    ...wanted,
    loadPage: none,
    format: 'json',
    onProgress: () => {},
    signal: never,
  })
  expect(JSON.parse(await file.text())).toEqual([])
})

test('who gives up reads no further', async () => {
  asked.length = 0
  const giveUp = new AbortController()
  const writing = writeFile<Thing>({
    ...wanted,
    format: 'csv',
    onProgress: () => giveUp.abort(),
    signal: giveUp.signal,
  })
  await expect(writing).rejects.toThrow()
  expect(asked.length).toBeLessThanOrEqual(2)
})
