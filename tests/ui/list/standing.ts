import type { Standing } from '../../../src/ui/list/bulk.ts'

/** A list of nothing, for actions that do not look at it. */
export const NO_LIST: Standing = {
  rows: [],
  shown: { filter: {}, order: {}, page: 1, limit: 10 },
  paging: 'pager',
  totalDocs: 0,
}
