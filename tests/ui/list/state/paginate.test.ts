import { expect, test } from 'vitest'
import { paginate } from '../../../../src/ui/list/state/paginate.ts'

const rows = ['a', 'b', 'c'].map((id) => ({ id }))
const page = (page: number, limit: number) => {
  const { data, pagination } = paginate(rows, { page, limit, order: {}, filter: {} })
  const { totalPages, totalDocs, hasNextPage } = pagination
  return [data.map(({ id }) => id).join(''), pagination.page, totalPages, totalDocs, hasNextPage]
}

test('splits rows from one response into pages', () => {
  expect([page(1, 2), page(2, 2), page(1, 3), page(9, 2)]).toEqual([
    ['ab', 1, 2, 3, true],
    ['c', 2, 2, 3, false],
    ['abc', 1, 1, 3, false],
    ['', 9, 2, 3, false],
  ])
})
