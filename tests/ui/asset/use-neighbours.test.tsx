// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import type { Asset } from '../../../src/api/contract/assets.ts'
import type { ListPage, ListQuery } from '../../../src/api/contract/list.ts'
import { createQueryCache } from '../../../src/api/query-cache.ts'
import { type NeighbourNavigation, useNeighbours } from '../../../src/ui/asset/use-neighbours.ts'
import { getCachedAsset } from '../../../src/ui/asset-list/cached-asset.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { saveLastList } from '../../../src/ui/list/state/last-list.ts'
import { saveSingleKeyShortcutsEnabled } from '../../../src/ui/preferences.ts'
import { createAsset } from '../../support/create-asset.ts'

const query: ListQuery = { page: 1, limit: 2, order: { name: 'asc' }, filter: { type: ['hair'] } }
const pageOf = (page: number, ...ids: string[]): ListPage<Asset> => ({
  data: ids.map((id) => createAsset({ id })),
  pagination: { page, limit: 2, totalPages: 2, totalDocs: 4, hasNextPage: page < 2 },
})

let cache: ReturnType<typeof createQueryCache>
let requests: ListQuery[]
let navigation: NeighbourNavigation | null
let id: string

beforeEach(() => {
  cache = createQueryCache()
  requests = []
  saveSingleKeyShortcutsEnabled(true)
})

function Page({ start }: { start: string }) {
  const [currentId, setCurrentId] = useState(start)
  const [loadPage] = useState(() => async (listQuery: ListQuery) => {
    requests.push(listQuery)
    return pageOf(2, 'c', 'd')
  })
  id = currentId
  navigation = useNeighbours(currentId, loadPage, setCurrentId)
  return <input aria-label="Name" />
}

const show = (start: string) =>
  act(async () => {
    render(
      <AtelierContext value={{ cache } as never}>
        <Page start={start} />
      </AtelierContext>,
    )
  })
const pressKey = (name: string, more = {}, target: Element = document.body) =>
  act(async () => void fireEvent.keyDown(target, { key: name, ...more }))

test('J and K step through the assets of the list, also onto the next page of the list', async () => {
  saveLastList(cache, 'assets', { query, page: pageOf(1, 'a', 'b') })
  await show('a')
  expect(requests).toEqual([{ ...query, page: 2 }])
  const steps: string[] = []
  for (const name of ['k', 'j', 'J', 'j', 'j', 'k']) {
    await pressKey(name)
    steps.push(`${id} ${navigation?.neighbours.position}`)
  }
  expect(steps).toEqual(['a 1', 'b 2', 'c 3', 'd 4', 'd 4', 'c 3'])
  expect(getCachedAsset(cache, 'c')?.id).toBe('c')
  expect([navigation?.neighbours.total, navigation?.lastDirection]).toEqual([4, null])
})

test('ignores J while typing, with modifier keys, and while single-key shortcuts are off', async () => {
  saveLastList(cache, 'assets', { query, page: pageOf(1, 'a', 'b') })
  await show('a')
  await pressKey('j', {}, document.querySelector('input')!)
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }, { repeat: true }])
    await pressKey('j', more)
  expect(id).toBe('a')
  cleanup()
  saveSingleKeyShortcutsEnabled(false)
  saveLastList(cache, 'assets', { query, page: pageOf(1, 'a', 'b') })
  await show('a')
  await pressKey('j')
  expect(id).toBe('a')
})

test('reports the direction after a button press, and no direction after a key press', async () => {
  saveLastList(cache, 'assets', { query, page: pageOf(1, 'a', 'b') })
  await show('a')
  await act(async () => navigation?.go('after'))
  expect([id, navigation?.lastDirection]).toEqual(['b', 'after'])
  await pressKey('k')
  expect([id, navigation?.lastDirection]).toEqual(['a', null])
})

test('returns no neighbours for an asset opened by URL or missing from the list', async () => {
  await show('a')
  expect(navigation).toBe(null)
  cleanup()
  saveLastList(cache, 'assets', { query, page: pageOf(1, 'a', 'b') })
  await show('elsewhere')
  expect([navigation, requests]).toEqual([null, []])
})
