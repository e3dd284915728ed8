// @vitest-environment jsdom
import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ListQuery } from '../../../../src/api/contract/list.ts'
import { createQueryCache } from '../../../../src/api/query-cache.ts'
import type { ListActor } from '../../../../src/ui/list/state/list-actor.ts'
import { getCachedRows } from '../../../../src/ui/list/state/row-cache.ts'
import { useRowCache } from '../../../../src/ui/list/state/use-row-cache.ts'

test('caches the rows of a list, but not while the list shows an error', () => {
  const query: ListQuery = { page: 1, limit: 10, order: {}, filter: {} }
  const cache = createQueryCache()
  let listener = (_: object) => {}
  const actor = {
    subscribe(onChange: typeof listener) {
      listener = onChange
      return { unsubscribe() {} }
    },
  }
  renderHook(() => useRowCache(cache, 'things', actor as unknown as ListActor<{ id: string }>))
  const context = { saved: [{ id: 'a' }], shown: query, totalPages: 1, totalDocs: 1, hasNextPage: false }
  listener({ context: { ...context, error: new Error('unreachable') } })
  expect(getCachedRows(cache, 'things', query)).toBeUndefined()
  listener({ context: { ...context, error: null } })
  expect(getCachedRows(cache, 'things', query)?.data).toEqual([{ id: 'a' }])
})
