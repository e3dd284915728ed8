import type { ListPage, ListQuery } from '../../src/api/contract/list.ts'
import { neighboursMachine } from '../../src/machines/neighbours.machine.ts'
import type { Row } from '../../src/machines/rules/paging.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails } from '../support/walk.ts'

export const query: ListQuery = { page: 1, limit: 3, order: { name: 'asc' }, filter: {} }
export const pageWith = (page: number, ...ids: string[]): ListPage<Row> => ({
  data: ids.map((id) => ({ id })),
  pagination: { page, limit: 3, totalPages: 2, totalDocs: 5, hasNextPage: page < 2 },
})

/** Tries the machine out. */
export const neighboursModels: Models = {
  models: {
    'five things on two pages': model({
      machine: neighboursMachine,
      input: { id: 'a' },
      happenings: [
        { type: 'trail.found', query, page: pageWith(1, 'a', 'b', 'c') },
        { type: 'thing.shown', id: 'b' },
        { type: 'thing.shown', id: 'elsewhere' },
        answers('loadPage', pageWith(2, 'd', 'e')),
        fails('loadPage', new Error('gone')),
      ],
      sees: ({ id, trail }) => [id, Object.keys(trail?.pages ?? {})],
    }),
  },
}
