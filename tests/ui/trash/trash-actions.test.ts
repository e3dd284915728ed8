import { expect, test } from 'vitest'
import type { TrashedAsset } from '../../../src/api/contract/trash.ts'
import { createAbility } from '../../../src/machines/session/ability.ts'
import { buildRowMenu } from '../../../src/ui/list/actions/row-menu.ts'
import { createTrashBulkActions, TRASH_ACTIONS, type TrashCalls } from '../../../src/ui/trash/trash-actions.tsx'
import { EMPTY_LIST } from '../list/empty-list.ts'

const recordedCalls: string[] = []
const record =
  (name: string) =>
  async ({ id }: { id: string }, options?: { keepalive?: boolean }) => {
    recordedCalls.push(`${name} ${id}${options?.keepalive ? ' on leaving' : ''}`)
    return { id }
  }
const calls = { restore: record('restore'), purge: record('purge'), remove: record('remove') } as unknown as TrashCalls
const [restore, purge] = createTrashBulkActions(calls)
const request = { items: [{ id: 'a1', name: 'Ferry Cap' }], list: EMPTY_LIST, isLeaving: false }

test('offers to restore or purge an asset, by bulk actions and by the row menu', () => {
  const lines = buildRowMenu(TRASH_ACTIONS, { id: 'a1' } as TrashedAsset, createAbility([])).flat()
  expect(lines.map(({ type, id }) => [type, id])).toEqual([
    ['bulk', 'restore'],
    ['bulk', 'purge'],
  ])
  expect([restore!.id, purge!.id, purge!.color]).toEqual(['restore', 'purge', 'bad'])
})

test('restores assets and returns no rows, so that the list reloads; Undo deletes the assets again', async () => {
  recordedCalls.splice(0)
  expect(await restore!.perform(request)).toEqual({ changed: request.items, failures: [] })
  await restore!.revert!(request)
  expect(recordedCalls.splice(0)).toEqual(['restore a1', 'remove a1'])
})

test('defines no revert for a purge, and sends a purge with keepalive when the page unloads', async () => {
  expect(purge!.revert).toBeUndefined()
  await purge!.perform({ ...request, isLeaving: true })
  expect(recordedCalls.splice(0)).toEqual(['purge a1 on leaving'])
})
