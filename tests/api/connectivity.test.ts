import { expect, test } from 'vitest'
import { createConnectivity } from '../../src/api/connectivity.ts'

const ADDRESS = 'https://api.example/v1/tags'

test('reports a server that responds 500 as reachable, a failed fetch as unreachable, and ignores an abort', async () => {
  const outcomes = [
    async () => new Response('', { status: 500 }),
    async () => Promise.reject(new TypeError('Failed to fetch')),
    async () => Promise.reject(new DOMException('Aborted', 'AbortError')),
  ]
  const reach = createConnectivity('', () => outcomes.shift()!())
  const notifications: boolean[] = []
  const stop = reach.subscribe((isAnswered) => notifications.push(isAnswered))
  expect((await reach.fetch(ADDRESS)).status).toBe(500)
  await expect(reach.fetch(ADDRESS)).rejects.toThrow('Failed to fetch')
  await expect(reach.fetch(ADDRESS)).rejects.toThrow('Aborted')
  expect(notifications).toEqual([true, false])
  stop()
  outcomes.push(async () => new Response(''))
  await reach.fetch(ADDRESS)
  expect(notifications).toEqual([true, false])
})

test('probes /livez at the API’s base URL, also on another origin, without notifying listeners', async () => {
  const requests: unknown[] = []
  const reach = createConnectivity('https://api.example/', async (input, init) => {
    requests.push([String(input), init?.mode, init?.cache])
    return new Response('')
  })
  const notifications: boolean[] = []
  reach.subscribe((isAnswered) => notifications.push(isAnswered))
  await reach.probe(new AbortController().signal)
  expect([requests, notifications]).toEqual([[['https://api.example/livez', 'no-cors', 'no-store']], []])
})

test('notifies a new listener immediately only if the last request failed', async () => {
  const outcomes = [async () => Promise.reject(new TypeError('Failed to fetch')), async () => new Response('')]
  const reach = createConnectivity('', () => outcomes.shift()!())
  const notifications: boolean[] = []
  await expect(reach.fetch(ADDRESS)).rejects.toThrow('Failed to fetch')
  reach.subscribe((isAnswered) => notifications.push(isAnswered))()
  await reach.fetch(ADDRESS)
  reach.subscribe((isAnswered) => notifications.push(isAnswered))
  expect(notifications).toEqual([false])
})
