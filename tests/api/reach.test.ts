import { expect, test } from 'vitest'
import { createReach } from '../../src/api/reach.ts'

const ADDRESS = 'https://api.example/v1/tags'

test('each try is told of: a refusal is an answer, no answer is none, and what was given up tells nothing', async () => {
  const outcomes = [
    async () => new Response('', { status: 500 }),
    async () => Promise.reject(new TypeError('Failed to fetch')),
    async () => Promise.reject(new DOMException('Aborted', 'AbortError')),
  ]
  const reach = createReach('', () => outcomes.shift()!())
  const told: boolean[] = []
  const stop = reach.hear((isAnswered) => told.push(isAnswered))
  expect((await reach.fetch(ADDRESS)).status).toBe(500)
  await expect(reach.fetch(ADDRESS)).rejects.toThrow('Failed to fetch')
  await expect(reach.fetch(ADDRESS)).rejects.toThrow('Aborted')
  expect(told).toEqual([true, false])
  stop()
  outcomes.push(async () => new Response(''))
  await reach.fetch(ADDRESS)
  expect(told).toEqual([true, false])
})

test('a sign of life is asked of the service itself, be it of another origin, and is told to nobody', async () => {
  const asked: unknown[] = []
  const reach = createReach('https://api.example/', async (input, init) => {
    asked.push([String(input), init?.mode, init?.cache])
    return new Response('')
  })
  const told: boolean[] = []
  reach.hear((isAnswered) => told.push(isAnswered))
  await reach.probe(new AbortController().signal)
  expect([asked, told]).toEqual([[['https://api.example/livez', 'no-cors', 'no-store']], []])
})

test('who begins to hear after a try that failed is told of it, and of none that was answered since', async () => {
  const outcomes = [async () => Promise.reject(new TypeError('Failed to fetch')), async () => new Response('')]
  const reach = createReach('', () => outcomes.shift()!())
  const told: boolean[] = []
  await expect(reach.fetch(ADDRESS)).rejects.toThrow('Failed to fetch')
  reach.hear((isAnswered) => told.push(isAnswered))()
  await reach.fetch(ADDRESS)
  reach.hear((isAnswered) => told.push(isAnswered))
  expect(told).toEqual([false])
})
