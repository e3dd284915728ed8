import { expect, test } from 'vitest'
import { wholePage } from '../../../src/ui/list/whole-page.ts'

const rows = ['a', 'b', 'c'].map((id) => ({ id }))
const page = (page: number, limit: number) => {
  const { data, pagination } = wholePage(rows, { page, limit, order: {}, filter: {} })
  const { totalPages, totalDocs, hasNextPage } = pagination
  return [data.map(({ id }) => id).join(''), pagination.page, totalPages, totalDocs, hasNextPage]
}

test('rows that came all at once are shown page by page', () => {
  expect([page(1, 2), page(2, 2), page(1, 3), page(9, 2)]).toEqual([
    ['ab', 1, 2, 3, true],
    ['c', 2, 2, 3, false],
    ['abc', 1, 1, 3, false],
    ['', 9, 2, 3, false],
  ])
})
