import { expect, test } from 'vitest'
import { createSemaphore } from '../../src/api/semaphore.ts'

const neverAborted = new AbortController().signal

test('grants the given number of slots, and queues further requests in their order', async () => {
  const slots = createSemaphore(2)
  const events: string[] = []
  const enter = async (name: string) => {
    const release = await slots.take(neverAborted, () => events.push(`${name} waits`))
    events.push(`${name} has a slot`)
    return release
  }
  const [a, b] = [await enter('a'), await enter('b')]
  const [c, d] = [enter('c'), enter('d')]
  expect(events).toEqual(['a has a slot', 'b has a slot', 'c waits', 'd waits'])
  b()
  await c
  expect(events.at(-1)).toBe('c has a slot')
  a()
  await d
  expect(events.at(-1)).toBe('d has a slot')
})

test('frees a slot only once if its `release` is called twice', async () => {
  const slots = createSemaphore(1)
  const release = await slots.take(neverAborted, () => {})
  release()
  release()
  await slots.take(neverAborted, () => {})
  let waits = 0
  slots.take(neverAborted, () => {
    waits += 1
  })
  expect(waits).toBe(1)
})

test('removes an aborted request from the queue, so that the next request gets the slot', async () => {
  const slots = createSemaphore(1)
  const first = await slots.take(neverAborted, () => {})
  const aborting = new AbortController()
  const abortedRequest = slots.take(aborting.signal, () => {})
  const next = slots.take(neverAborted, () => {})
  aborting.abort(new Error('paused'))
  await expect(abortedRequest).rejects.toThrow('paused')
  first()
  await expect(next).resolves.toBeTypeOf('function')
  await expect(slots.take(aborting.signal, () => {})).rejects.toThrow('paused')
})

test('keeps the queue if a request with a slot is aborted', async () => {
  const slots = createSemaphore(1)
  const first = await slots.take(neverAborted, () => {})
  const aborting = new AbortController()
  const second = slots.take(aborting.signal, () => {})
  first()
  const release = await second
  const third = slots.take(neverAborted, () => {})
  aborting.abort(new Error('paused'))
  release()
  await expect(third).resolves.toBeTypeOf('function')
})
