import { expect, test } from 'vitest'
import type { ListPage, ListQuery } from '../../../../src/api/contract/list.ts'
import { writeExportFile } from '../../../../src/ui/list/actions/write-export-file.ts'
import { parseCsv } from '../../../support/csv.ts'

interface Thing {
  id: string
  name: string
}
const things = Array.from(
  { length: 250 },
  (_, at): Thing => ({ id: `t${at}`, name: at === 7 ? '=1+1' : `Thing, ${at}` }),
)
const query: ListQuery = { page: 3, limit: 10, order: { name: 'desc' }, filter: { search: 'thing' } }
const queries: ListQuery[] = []
const loadPage = async (listQuery: ListQuery): Promise<ListPage<Thing>> => {
  queries.push(listQuery)
  const { page, limit } = listQuery
  const pagination = { page, limit, totalPages: 3, totalDocs: 250, hasNextPage: page < 3 }
  return { data: things.slice((page - 1) * limit, page * limit), pagination }
}
const exportOptions = { query, columns: [{ head: 'Name', cell: ({ name }: Thing) => name }], loadPage }
const neverAborted = new AbortController().signal

test('reads every page of the filtered list in order and reports progress', async () => {
  queries.length = 0
  const progress: unknown[] = []
  const onProgress = (written: number, total: number) => progress.push([written, total])
  const file = await writeExportFile<Thing>({ ...exportOptions, format: 'csv', onProgress, signal: neverAborted })
  expect(queries).toEqual([1, 2, 3].map((page) => ({ ...query, page, limit: 100 })))
  expect(progress).toEqual([
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

test('writes the rows unchanged as JSON', async () => {
  const file = await writeExportFile<Thing>({
    ...exportOptions,
    format: 'json',
    onProgress: () => {},
    signal: neverAborted,
  })
  expect(JSON.parse(await file.text())).toEqual(things)
})

test('writes a row only once if the row appears on two pages because rows moved', async () => {
  const loadPageWithMovedRow = async (listQuery: ListQuery) => {
    const page = await loadPage(listQuery)
    return listQuery.page === 2 ? { ...page, data: [things[99]!, ...page.data] } : page
  }
  const file = await writeExportFile<Thing>({
    ...exportOptions,
    loadPage: loadPageWithMovedRow,
    format: 'json',
    onProgress: () => {},
    signal: neverAborted,
  })
  expect(JSON.parse(await file.text())).toHaveLength(250)
})

test('writes an empty list if no row matches', async () => {
  const loadEmptyPage = async () => ({
    data: [],
    pagination: { page: 1, limit: 100, totalPages: 0, totalDocs: 0, hasNextPage: false },
  })
  const file = await writeExportFile<Thing>({
    ...exportOptions,
    loadPage: loadEmptyPage,
    format: 'json',
    onProgress: () => {},
    signal: neverAborted,
  })
  expect(JSON.parse(await file.text())).toEqual([])
})

test('stops reading pages when aborted', async () => {
  queries.length = 0
  const controller = new AbortController()
  const writing = writeExportFile<Thing>({
    ...exportOptions,
    format: 'csv',
    onProgress: () => controller.abort(),
    signal: controller.signal,
  })
  await expect(writing).rejects.toThrow()
  expect(queries.length).toBeLessThanOrEqual(2)
})
