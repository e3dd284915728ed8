import { expect, test } from 'vitest'
import { createSlots } from '../../src/api/slots.ts'

const calm = new AbortController().signal

test('so many are let through at once; the next comes in when one leaves, first come first served', async () => {
  const slots = createSlots(2)
  const told: string[] = []
  const enter = async (name: string) => {
    const release = await slots.take(calm, () => told.push(`${name} waits`))
    told.push(`${name} is in`)
    return release
  }
  const [a, b] = [await enter('a'), await enter('b')]
  const [c, d] = [enter('c'), enter('d')]
  expect(told).toEqual(['a is in', 'b is in', 'c waits', 'd waits'])
  b()
  await c
  expect(told.at(-1)).toBe('c is in')
  a()
  await d
  expect(told.at(-1)).toBe('d is in')
})

test('giving a slot back twice frees one, not two', async () => {
  const slots = createSlots(1)
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

test('one that gives up while waiting leaves the line, and its place goes to the next', async () => {
  const slots = createSlots(1)
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
