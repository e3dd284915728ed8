import { expect, test } from 'vitest'
import { eachRow } from '../../../src/ui/list/bulk.ts'

const items = Array.from({ length: 20 }, (_, at) => ({ id: String(at), name: `Thing ${at}` }))

test('every row has its own call, a few at a time, and tells what became of it', async () => {
  let [underWay, most] = [0, 0]
  const refused = new Error('locked')
  const outcome = await eachRow({ items, isLeaving: false }, async (id) => {
    underWay += 1
    most = Math.max(most, underWay)
    await Promise.resolve()
    underWay -= 1
    if (Number(id) % 7 === 3) throw refused
  })
  expect(most).toBe(6)
  expect(outcome.failures).toEqual([3, 10, 17].map((at) => ({ item: items[at], error: refused })))
  expect(outcome.changed.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(
    items.map((_, at) => at).filter((at) => at % 7 !== 3),
  )
})

test('all are sent at once where the page is left', async () => {
  const sent: string[] = []
  eachRow({ items, isLeaving: true }, (id) => {
    sent.push(id)
    return new Promise(() => {})
  })
  expect(sent).toEqual(items.map(({ id }) => id))
})
