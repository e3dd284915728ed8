import { expect, test } from 'vitest'
import { callForEachRow } from '../../../src/ui/list/bulk-action.ts'

const items = Array.from({ length: 20 }, (_, at) => ({ id: String(at), name: `Thing ${at}` }))

test('sends one request per row, at most six at a time, and returns changed and failed rows', async () => {
  let [active, maxActive] = [0, 0]
  const error = new Error('locked')
  const outcome = await callForEachRow({ items, isLeaving: false }, async (id) => {
    active += 1
    maxActive = Math.max(maxActive, active)
    await Promise.resolve()
    active -= 1
    if (Number(id) % 7 === 3) throw error
  })
  expect(maxActive).toBe(6)
  expect(outcome.failures).toEqual([3, 10, 17].map((at) => ({ item: items[at], error })))
  expect(outcome.changed.map(({ id }) => Number(id)).toSorted((a, b) => a - b)).toEqual(
    items.map((_, at) => at).filter((at) => at % 7 !== 3),
  )
})

test('sends all requests immediately when the user leaves the page', async () => {
  const requestedIds: string[] = []
  callForEachRow({ items, isLeaving: true }, (id) => {
    requestedIds.push(id)
    return new Promise(() => {})
  })
  expect(requestedIds).toEqual(items.map(({ id }) => id))
})

test('returns the updated rows only if every changed row is in a response', async () => {
  const rowsFor = async (respond: (id: string) => unknown) =>
    (await callForEachRow({ items: items.slice(0, 2), isLeaving: false }, async (id) => respond(id))).rows
  expect(await rowsFor((id) => ({ id, size: 1 }))).toEqual([
    { id: '0', size: 1 },
    { id: '1', size: 1 },
  ])
  for (const other of [undefined, null, 'text', {}, { id: 7 }])
    expect(await rowsFor((id) => (id === '0' ? { id } : other))).toBeUndefined()
  const outcome = await callForEachRow({ items: items.slice(0, 1), isLeaving: false }, async () => undefined)
  expect('rows' in outcome).toBe(false)
})
