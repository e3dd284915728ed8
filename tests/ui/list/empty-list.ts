import type { ListSnapshot } from '../../../src/ui/list/bulk-action.ts'

/** State of an empty list, for actions that ignore the state. */
export const EMPTY_LIST: ListSnapshot = {
  rows: [],
  shown: { filter: {}, order: {}, page: 1, limit: 10 },
  paging: 'pager',
  totalDocs: 0,
}
