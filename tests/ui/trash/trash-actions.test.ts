import { expect, test } from 'vitest'
import type { TrashedAsset } from '../../../src/api/contract/trash.ts'
import { abilityWith } from '../../../src/machines/rules/ability.ts'
import { rowMenu } from '../../../src/ui/list/row-menu.ts'
import { TRASH_ACTIONS, type TrashCalls, trashBulk } from '../../../src/ui/trash/trash-actions.tsx'
import { NO_LIST } from '../list/standing.ts'

const told: string[] = []
const tell =
  (what: string) =>
  async ({ id }: { id: string }, options?: { keepalive?: boolean }) => {
    told.push(`${what} ${id}${options?.keepalive ? ' on leaving' : ''}`)
    return { id }
  }
const calls = { restore: tell('restore'), purge: tell('purge'), remove: tell('remove') } as unknown as TrashCalls
const [restore, purge] = trashBulk(calls)
const work = { items: [{ id: 'a1', name: 'Ferry Cap' }], list: NO_LIST, isLeaving: false }

test('an asset in the trash is restored or deleted for good, one as many', () => {
  const lines = rowMenu(TRASH_ACTIONS, { id: 'a1' } as TrashedAsset, abilityWith([])).flat()
  expect(lines.map(({ type, id }) => [type, id])).toEqual([
    ['bulk', 'restore'],
    ['bulk', 'purge'],
  ])
  expect([restore!.id, purge!.id, purge!.color]).toEqual(['restore', 'purge', 'bad'])
})

test('what is restored goes from the list, and Undo deletes it again', async () => {
  told.splice(0)
  // Without rows the list asks for its rows again.
  expect(await restore!.perform(work)).toEqual({ changed: work.items, failures: [] })
  await restore!.revert!(work)
  expect(told.splice(0)).toEqual(['restore a1', 'remove a1'])
})

test('deleting for good waits until Undo has passed, and outlives the page', async () => {
  expect(purge!.revert).toBeUndefined()
  await purge!.perform({ ...work, isLeaving: true })
  expect(told.splice(0)).toEqual(['purge a1 on leaving'])
})
