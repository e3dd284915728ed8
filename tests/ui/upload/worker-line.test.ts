import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  createWorkerLine,
  type LineWorker,
  SILENCE_MS,
  type WorkerQuestion,
} from '../../../src/ui/upload/worker-line.ts'

/** A worker that answers when the test says so. */
class HandWorker implements LineWorker {
  onmessage: LineWorker['onmessage'] = null
  onerror: LineWorker['onerror'] = null
  asked: WorkerQuestion<string>[] = []
  isEnded = false
  postMessage(question: WorkerQuestion<string>) {
    this.asked.push(question)
  }
  terminate() {
    this.isEnded = true
  }
  say(data: object) {
    const { id } = this.asked.at(-1)!
    this.onmessage?.call(this as never, { data: { id, ...data } } as MessageEvent)
  }
}

let workers: HandWorker[]
const line = () =>
  createWorkerLine<string, string>(() => {
    workers.push(new HandWorker())
    return workers.at(-1)!
  })

beforeEach(() => {
  workers = []
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

test('tasks are done one after the other in one worker, which is ended once it has rested', async () => {
  const ask = line()
  const shares: number[] = []
  const first = ask('a', { onProgress: (share) => shares.push(share) })
  const second = ask('b')
  expect(workers[0]?.asked.map(({ task }) => task)).toEqual(['a'])
  workers[0]?.say({ share: 0.5 })
  workers[0]?.say({ answer: 'A' })
  expect(await first).toBe('A')
  workers[0]?.say({ answer: 'B' })
  expect([await second, shares, workers.length]).toEqual(['B', [0.5], 1])
  vi.advanceTimersByTime(10_000)
  expect(workers[0]?.isEnded).toBe(true)
})

test('a worker that hangs is ended, only its task fails, and the next one gets another worker', async () => {
  const ask = line()
  const hung = expect(ask('a')).rejects.toThrow('does not answer')
  const next = ask('b')
  vi.advanceTimersByTime(SILENCE_MS)
  await hung
  expect([workers[0]?.isEnded, workers[1]?.asked.map(({ task }) => task)]).toEqual([true, ['b']])
  workers[1]?.say({ answer: 'B' })
  expect(await next).toBe('B')
})

test('a worker that says how far it is may take its time', async () => {
  const ask = line()
  const slow = ask('a')
  for (let i = 0; i < 5; i += 1) {
    vi.advanceTimersByTime(SILENCE_MS - 1)
    workers[0]?.say({ share: i / 5 })
  }
  workers[0]?.say({ answer: 'A' })
  expect([await slow, workers.length]).toEqual(['A', 1])
})

test('a task that is taken back ends the worker it runs in, and one that waits just leaves', async () => {
  const ask = line()
  const [running, waiting] = [new AbortController(), new AbortController()]
  const first = expect(ask('a', { signal: running.signal })).rejects.toThrow('removed')
  const second = expect(ask('b', { signal: waiting.signal })).rejects.toThrow('removed')
  waiting.abort(new Error('removed'))
  await second
  expect(workers[0]?.isEnded).toBe(false)
  running.abort(new Error('removed'))
  await first
  expect([workers[0]?.isEnded, workers.length]).toEqual([true, 1])
})

test('what the worker answers with an error, or throws, is the task’s failure', async () => {
  const ask = line()
  const told = expect(ask('a')).rejects.toThrow('unreadable')
  workers[0]?.say({ error: 'unreadable' })
  await told
  const crashed = expect(ask('b')).rejects.toThrow('The worker failed')
  workers[0]?.onerror?.call(workers[0] as never, new Event('error') as ErrorEvent)
  await crashed
  expect(workers[0]?.isEnded).toBe(true)
})
