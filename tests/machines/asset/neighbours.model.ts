import type { ListPage, ListQuery } from '../../../src/api/contract/list.ts'
import { neighboursMachine } from '../../../src/machines/asset/neighbours.machine.ts'
import type { Row } from '../../../src/machines/list/paging.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const query: ListQuery = { page: 1, limit: 3, order: { name: 'asc' }, filter: {} }
export const pageWith = (page: number, ...ids: string[]): ListPage<Row> => ({
  data: ids.map((id) => ({ id })),
  pagination: { page, limit: 3, totalPages: 2, totalDocs: 5, hasNextPage: page < 2 },
})

export const neighboursModels: MachineModels = {
  models: {
    'five items on two pages': defineModel({
      machine: neighboursMachine,
      input: { id: 'a' },
      events: [
        { type: 'list.found', query, page: pageWith(1, 'a', 'b', 'c') },
        { type: 'item.shown', id: 'b' },
        { type: 'item.shown', id: 'elsewhere' },
        actorDone('loadPage', pageWith(2, 'd', 'e')),
        actorFailed('loadPage', new Error('gone')),
      ],
      contextKey: ({ id, trail }) => [id, Object.keys(trail?.pages ?? {})],
      invariants: {
        'a page is loaded only for an item that was opened from a list': (snapshot) =>
          !snapshot.matches('loading') || snapshot.context.trail !== null,
      },
    }),
  },
}
