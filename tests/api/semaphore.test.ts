import { expect, test } from 'vitest'
import { createSemaphore } from '../../src/api/semaphore.ts'

const calm = new AbortController().signal

test('grants the given number of slots, and queues further requests in their order', async () => {
  const slots = createSemaphore(2)
  const events: string[] = []
  const enter = async (name: string) => {
    const release = await slots.take(calm, () => events.push(`${name} waits`))
    events.push(`${name} is in`)
    return release
  }
  const [a, b] = [await enter('a'), await enter('b')]
  const [c, d] = [enter('c'), enter('d')]
  expect(events).toEqual(['a is in', 'b is in', 'c waits', 'd waits'])
  b()
  await c
  expect(events.at(-1)).toBe('c is in')
  a()
  await d
  expect(events.at(-1)).toBe('d is in')
})

test('frees a slot only once if its `release` is called twice', async () => {
  const slots = createSemaphore(1)
  const release = await slots.take(calm, () => {})
  release()
  release()
  await slots.take(calm, () => {})
  let waits = 0
  slots.take(calm, () => {
    waits += 1
  })
  expect(waits).toBe(1)
})

test('removes an aborted request from the queue, so that the next request gets the slot', async () => {
  const slots = createSemaphore(1)
  const first = await slots.take(calm, () => {})
  const leaving = new AbortController()
  const left = slots.take(leaving.signal, () => {})
  const next = slots.take(calm, () => {})
  leaving.abort(new Error('paused'))
  await expect(left).rejects.toThrow('paused')
  first()
  await expect(next).resolves.toBeTypeOf('function')
  await expect(slots.take(leaving.signal, () => {})).rejects.toThrow('paused')
})
