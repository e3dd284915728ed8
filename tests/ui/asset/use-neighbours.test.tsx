// @vitest-environment jsdom
import { act, cleanup, fireEvent, render } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createCache } from '../../../src/api/cache.ts'
import type { Asset } from '../../../src/api/contract/assets.ts'
import type { ListPage, ListQuery } from '../../../src/api/contract/list.ts'
import { type Beside, useNeighbours } from '../../../src/ui/asset/use-neighbours.ts'
import { seenAsset } from '../../../src/ui/asset-list/seen-asset.ts'
import { AtelierContext } from '../../../src/ui/context.ts'
import { leaveList } from '../../../src/ui/list/left-list.ts'
import { keepSingleKeys } from '../../../src/ui/preferences.ts'
import { assetWith } from '../../support/assets.ts'

const query: ListQuery = { page: 1, limit: 2, order: { name: 'asc' }, filter: { type: ['hair'] } }
const pageOf = (page: number, ...ids: string[]): ListPage<Asset> => ({
  data: ids.map((id) => assetWith({ id })),
  pagination: { page, limit: 2, totalPages: 2, totalDocs: 4, hasNextPage: page < 2 },
})

let kept: ReturnType<typeof createCache>
let asked: ListQuery[]
let beside: Beside | null
let id: string

beforeEach(() => {
  kept = createCache()
  asked = []
  keepSingleKeys(true)
})
afterEach(cleanup)

function Page({ start }: { start: string }) {
  const [now, setNow] = useState(start)
  const [loadPage] = useState(() => async (wanted: ListQuery) => {
    asked.push(wanted)
    return pageOf(2, 'c', 'd')
  })
  id = now
  beside = useNeighbours(now, loadPage, setNow)
  return <input aria-label="Name" />
}

const show = (start: string) =>
  act(async () => {
    render(
      <AtelierContext value={{ kept } as never}>
        <Page start={start} />
      </AtelierContext>,
    )
  })
const key = (name: string, more = {}, target: Element = document.body) =>
  act(async () => void fireEvent.keyDown(target, { key: name, ...more }))

test('J and K go through the list that was left, over the end of its page, and each shows at once', async () => {
  leaveList(kept, 'assets', { query, page: pageOf(1, 'a', 'b') })
  await show('a')
  expect(asked).toEqual([{ ...query, page: 2 }])
  const way: string[] = []
  for (const name of ['k', 'j', 'J', 'j', 'j', 'k']) {
    await key(name)
    way.push(`${id} ${beside?.neighbours.place}`)
  }
  expect(way).toEqual(['a 1', 'b 2', 'c 3', 'd 4', 'd 4', 'c 3'])
  expect(seenAsset(kept, 'c')?.id).toBe('c')
  expect([beside?.neighbours.total, beside?.gone]).toEqual([4, null])
})

test('keys are the field’s where one types, and nobody’s where they were turned off or another is held', async () => {
  leaveList(kept, 'assets', { query, page: pageOf(1, 'a', 'b') })
  await show('a')
  await key('j', {}, document.querySelector('input')!)
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }, { shiftKey: true }, { repeat: true }])
    await key('j', more)
  expect(id).toBe('a')
  cleanup()
  keepSingleKeys(false)
  leaveList(kept, 'assets', { query, page: pageOf(1, 'a', 'b') })
  await show('a')
  await key('j')
  expect(id).toBe('a')
})

test('a button is told, so that it keeps the focus where it leads', async () => {
  leaveList(kept, 'assets', { query, page: pageOf(1, 'a', 'b') })
  await show('a')
  await act(async () => beside?.go('after'))
  expect([id, beside?.gone]).toEqual(['b', 'after'])
  await key('k')
  expect([id, beside?.gone]).toEqual(['a', null])
})

test('an asset that was opened by its address, or is not in the list, has nothing beside it', async () => {
  await show('a')
  expect(beside).toBe(null)
  cleanup()
  leaveList(kept, 'assets', { query, page: pageOf(1, 'a', 'b') })
  await show('elsewhere')
  expect([beside, asked]).toEqual([null, []])
})
