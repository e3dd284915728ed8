// @vitest-environment jsdom
import { expect, test } from 'vitest'
import { move } from '../../../src/machines/rules/reorder.ts'
import { moveAction } from '../../../src/ui/list/move-action.ts'

const SHOWN = { filter: {}, order: {}, page: 2, limit: 4 }

/** Ten rows, of which the second page is seen, on a server that refuses to move `refused`. */
function bench(refused?: string) {
  let all = [...'abcdefghij'].map((id) => ({ id }))
  const saved: string[] = []
  const save = async ({ id, position }: { id: string; position: number }) => {
    if (id === refused) throw new Error('no')
    saved.push(`${id} to ${position}`)
    all = move(all, id, position)
  }
  const rows = all.slice(4, 8)
  const action = moveAction(save)
  const list = { rows, shown: SHOWN, paging: 'pager', totalDocs: 10 } as const
  const work = (choice: string, ...ids: string[]) => ({
    choice,
    isLeaving: false,
    list,
    items: ids.map((id) => ({ id, name: id, ...action.knows!({ id }, list) })),
  })
  return { action, work, saved, order: () => all.map(({ id }) => id).join('') }
}

test('rows go to the top in the order they have, and Undo brings each back to where it was', async () => {
  const { action, work, order } = bench()
  const { changed } = await action.perform(work('top', 'e', 'g', 'h'))
  expect(order()).toBe('eghabcdfij')
  await action.revert!({ ...work('top'), items: changed })
  expect(order()).toBe('abcdefghij')
})

test('rows go to the end in the order they have, and back', async () => {
  const { action, work, saved, order } = bench()
  const { changed } = await action.perform(work('end', 'e', 'g'))
  expect(order()).toBe('abcdfhijeg')
  expect(saved).toEqual(['g to 10', 'e to 9'])
  await action.revert!({ ...work('end'), items: changed.toReversed() })
  expect(order()).toBe('abcdefghij')
})

test('a row that cannot be moved leaves no gap, and is told', async () => {
  const { action, work, order } = bench('g')
  const { changed, failures } = await action.perform(work('top', 'e', 'g', 'h'))
  expect(order()).toBe('ehabcdfgij')
  expect([changed.map(({ id }) => id), failures.map(({ item }) => item.id)]).toEqual([['e', 'h'], ['g']])
})

test('it can be moved to either end', async () => {
  const { action } = bench()
  const choices = await action.choices!(new AbortController().signal)
  expect(choices.map(({ id, label }) => [id, label])).toEqual([
    ['top', 'list.toTop'],
    ['end', 'list.toEnd'],
  ])
})
