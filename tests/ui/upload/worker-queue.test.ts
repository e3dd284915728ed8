import { beforeEach, expect, test, vi } from 'vitest'
import {
  createWorkerQueue,
  type QueueWorker,
  WORKER_TIMEOUT_MS,
  type WorkerRequest,
} from '../../../src/ui/upload/worker-queue.ts'

class ManualWorker implements QueueWorker {
  onmessage: QueueWorker['onmessage'] = null
  onerror: QueueWorker['onerror'] = null
  requests: WorkerRequest<string>[] = []
  isEnded = false
  postMessage(request: WorkerRequest<string>) {
    this.requests.push(request)
  }
  terminate() {
    this.isEnded = true
  }
  respond(data: object) {
    const { id } = this.requests.at(-1)!
    this.onmessage?.call(this as never, { data: { id, ...data } } as MessageEvent)
  }
}

let workers: ManualWorker[]
const createQueue = () =>
  createWorkerQueue<string, string>(() => {
    workers.push(new ManualWorker())
    return workers.at(-1)!
  })

beforeEach(() => {
  workers = []
  vi.useFakeTimers()
})

test('runs tasks one after another in one worker, and terminates the worker when idle', async () => {
  const run = createQueue()
  const shares: number[] = []
  const first = run('a', { onProgress: (share) => shares.push(share) })
  const second = run('b')
  expect(workers[0]?.requests.map(({ task }) => task)).toEqual(['a'])
  workers[0]?.respond({ share: 0.5 })
  workers[0]?.respond({ answer: 'A' })
  expect(await first).toBe('A')
  workers[0]?.respond({ answer: 'B' })
  expect([await second, shares, workers.length]).toEqual(['B', [0.5], 1])
  vi.advanceTimersByTime(10_000)
  expect(workers[0]?.isEnded).toBe(true)
})

test('terminates a worker that stops responding, rejects only its task, and starts a new worker', async () => {
  const run = createQueue()
  const hungTask = expect(run('a')).rejects.toThrow('does not respond')
  const next = run('b')
  vi.advanceTimersByTime(WORKER_TIMEOUT_MS)
  await hungTask
  expect([workers[0]?.isEnded, workers[1]?.requests.map(({ task }) => task)]).toEqual([true, ['b']])
  workers[1]?.respond({ answer: 'B' })
  expect(await next).toBe('B')
})

test('does not terminate a slow worker that reports progress', async () => {
  const run = createQueue()
  const slow = run('a')
  for (let i = 0; i < 5; i += 1) {
    vi.advanceTimersByTime(WORKER_TIMEOUT_MS - 1)
    workers[0]?.respond({ share: i / 5 })
  }
  workers[0]?.respond({ answer: 'A' })
  expect([await slow, workers.length]).toEqual(['A', 1])
})

test('terminates the worker of an aborted running task, and removes an aborted waiting task', async () => {
  const run = createQueue()
  const [running, waiting] = [new AbortController(), new AbortController()]
  const first = expect(run('a', { signal: running.signal })).rejects.toThrow('removed')
  const second = expect(run('b', { signal: waiting.signal })).rejects.toThrow('removed')
  waiting.abort(new Error('removed'))
  await second
  expect(workers[0]?.isEnded).toBe(false)
  running.abort(new Error('removed'))
  await first
  expect([workers[0]?.isEnded, workers.length]).toEqual([true, 1])
})

test('keeps the waiting tasks when a finished task is aborted late', async () => {
  const run = createQueue()
  const late = new AbortController()
  const first = run('a', { signal: late.signal })
  const [second, third] = [run('b'), run('c')]
  workers[0]?.respond({ answer: 'A' })
  await first
  late.abort(new Error('removed'))
  workers[0]?.respond({ answer: 'B' })
  await second
  expect(workers[0]?.requests.map(({ task }) => task)).toEqual(['a', 'b', 'c'])
  workers[0]?.respond({ answer: 'C' })
  expect(await third).toBe('C')
})

test('rejects a task with the error that its worker reports', async () => {
  const run = createQueue()
  const failed = expect(run('a')).rejects.toThrow('unreadable')
  workers[0]?.respond({ error: 'unreadable' })
  await failed
  const crashed = expect(run('b')).rejects.toThrow('The worker failed')
  workers[0]?.onerror?.call(workers[0] as never, new Event('error') as ErrorEvent)
  await crashed
  expect(workers[0]?.isEnded).toBe(true)
})

test('starts no worker for a task that was aborted before', async () => {
  const run = createQueue()
  await expect(run('a', { signal: AbortSignal.abort(new Error('removed')) })).rejects.toThrow('removed')
  expect(workers).toEqual([])
})

test('ignores a late message about a task that has already ended', async () => {
  const run = createQueue()
  const first = run('a')
  workers[0]?.respond({ answer: 'A' })
  workers[0]?.respond({ answer: 'again' })
  expect(await first).toBe('A')
  const second = run('b')
  workers[0]?.respond({ id: 1, answer: 'late' })
  workers[0]?.respond({ answer: 'B' })
  expect(await second).toBe('B')
})

test('removes its listener from the signal of a finished task', async () => {
  const run = createQueue()
  const { signal } = new AbortController()
  const removed = vi.spyOn(signal, 'removeEventListener')
  const done = run('a', { signal })
  workers[0]?.respond({ answer: 'A' })
  await done
  expect(removed).toHaveBeenCalledWith('abort', expect.any(Function))
})
