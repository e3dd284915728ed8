import { expect, test } from 'vitest'
import { assetPages } from '../../../src/ui/asset-list/asset-pages.ts'
import { SCOPES } from '../../../src/ui/asset-list/asset-shape.ts'

/** An API that tells which call was made, and with what. */
function api() {
  const told: [call: string, query: unknown][] = []
  const call = (name: string) => async (input: { query: unknown }) => {
    told.push([name, input.query])
    return { data: [], pagination: {} }
  }
  const assets = Object.fromEntries(['list', 'authorized', 'editable', 'authorizeDefault'].map((it) => [it, call(it)]))
  return { told, api: { assets } as never }
}

const query = { page: 2, limit: 10, order: { name: 'asc' as const }, filter: { type: ['top'] } }

test('each scope is listed by its own call, which is told the other filters alone', async () => {
  const { told, api: calls } = api()
  for (const scope of [undefined, ...SCOPES])
    await assetPages(calls)(
      { ...query, filter: { ...query.filter, ...(scope && { scope }) } },
      new AbortController().signal,
    )
  const asked = { page: 2, limit: 10, order: 'name', type: ['top'] }
  expect(told).toEqual([
    ['list', asked],
    ['authorized', asked],
    ['editable', asked],
    ['authorizeDefault', asked],
  ])
})
