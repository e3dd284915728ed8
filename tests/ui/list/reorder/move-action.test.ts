// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { moveRow } from '../../../../src/machines/list/reorder.ts'
import { createMoveAction } from '../../../../src/ui/list/reorder/move-action.ts'

const SHOWN_QUERY = { filter: {}, order: {}, page: 2, limit: 4 }

/** Stubs a server with ten rows, which refuses to move the row `refused`. The list shows its second page. */
function createStubServer(refused?: string) {
  let all = [...'abcdefghij'].map((id) => ({ id }))
  const savedMoves: string[] = []
  const save = async ({ id, position }: { id: string; position: number }) => {
    if (id === refused) throw new Error('no')
    savedMoves.push(`${id} to ${position}`)
    all = moveRow(all, id, position)
  }
  const rows = all.slice(4, 8)
  const action = createMoveAction(save)
  const list = { rows, shown: SHOWN_QUERY, paging: 'pager', totalDocs: 10 } as const
  const createRequest = (choice: string, ...ids: string[]) => ({
    choice,
    isLeaving: false,
    list,
    items: ids.map((id) => ({ id, name: id, ...action.itemDetails!({ id }, list) })),
  })
  return { action, createRequest, savedMoves, rowOrder: () => all.map(({ id }) => id).join('') }
}

test('moves rows to the top in their order, and Undo restores each position', async () => {
  const { action, createRequest, rowOrder } = createStubServer()
  const { changed } = await action.perform(createRequest('top', 'e', 'g', 'h'))
  expect(rowOrder()).toBe('eghabcdfij')
  await action.revert!({ ...createRequest('top'), items: changed })
  expect(rowOrder()).toBe('abcdefghij')
})

test('moves rows to the end in their order, and Undo restores each position', async () => {
  const { action, createRequest, savedMoves, rowOrder } = createStubServer()
  const { changed } = await action.perform(createRequest('end', 'e', 'g'))
  expect(rowOrder()).toBe('abcdfhijeg')
  expect(savedMoves).toEqual(['g to 10', 'e to 9'])
  await action.revert!({ ...createRequest('end'), items: changed.toReversed() })
  expect(rowOrder()).toBe('abcdefghij')
})

test('leaves no gap for a row that fails to move, and reports the failure', async () => {
  const { action, createRequest, rowOrder } = createStubServer('g')
  const { changed, failures } = await action.perform(createRequest('top', 'e', 'g', 'h'))
  expect(rowOrder()).toBe('ehabcdfgij')
  expect([changed.map(({ id }) => id), failures.map(({ item }) => item.id)]).toEqual([['e', 'h'], ['g']])
})

test('offers the top and the end of the list as choices', async () => {
  const { action } = createStubServer()
  const choices = await action.choices!(new AbortController().signal)
  expect(choices.map(({ id, label }) => [id, label])).toEqual([
    ['top', 'list.toTop'],
    ['end', 'list.toEnd'],
  ])
})
