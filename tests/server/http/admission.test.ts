import { describe, expect, test } from 'vitest'
import { createAdmission, findQueueName, QUEUE_LIMITS } from '../../../server/http/admission.ts'
import { yieldToEventLoop } from '../../../server/util/yield-to-event-loop.ts'
import { contract } from '../../../src/api/contract/index.ts'

/** Waits long enough for the next queued call to start. */
const waitOneTick = () => yieldToEventLoop(20)

const LIMITS = { running: 4, runningPerAddress: 3, queued: 10, queuedPerAddress: 6, maxWaitMs: 60_000 }

/** Creates an admission control with small limits, and calls that the test ends. */
function lanes(limits: Partial<typeof LIMITS> = {}) {
  const one = { ...LIMITS, ...limits }
  const admission = createAdmission({ calls: one, passwords: one, models: one, uploads: one, exports: one }, () => 0.5)
  const order: string[] = []
  const ends: (() => void)[] = []
  const call = (address: string, lane: 'calls' | 'uploads' = 'calls') =>
    admission
      .run(lane, address, () => {
        order.push(address)
        return new Promise<string>((resolve) => ends.push(() => resolve('done')))
      })
      .catch((error) => `${error.code} ${error.retryAfter}`)
  const endAll = async () => {
    for (let quiet = 0; quiet < 5; quiet += 1) {
      if (ends.length > 0) quiet = 0
      for (const end of ends.splice(0)) end()
      await waitOneTick()
    }
  }
  return { admission, call, order, ends, endAll }
}

describe('an admission queue', () => {
  test('runs and queues calls up to its limits, and refuses the rest immediately', async () => {
    const { call, order, endAll } = lanes()
    const calls = Array.from({ length: 40 }, (_, at) => call(`10.0.0.${at}`))
    await waitOneTick()
    expect(order).toHaveLength(4)
    const refused = await Promise.all(calls.slice(14))
    expect(new Set(refused)).toEqual(new Set(['UNAVAILABLE 2']))
    await endAll()
    expect(await Promise.all(calls.slice(0, 14))).toEqual(Array(14).fill('done'))
  })

  test('never exceeds its concurrency while 300 calls of seven addresses start and end', async () => {
    const { call, order, ends, endAll } = lanes({ queued: 1000, queuedPerAddress: 1000 })
    let most = 0
    for (let at = 0; at < 300; at += 1) {
      void call(`10.0.0.${at % 7}`)
      most = Math.max(most, ends.length)
      if (at % 3 === 0) ends.splice(at % Math.max(1, ends.length), 1)[0]?.()
      if (at % 5 === 0) await waitOneTick()
    }
    await endAll()
    expect(order).toHaveLength(300)
    expect(most).toBeLessThanOrEqual(4)
  })

  test('limits the running and queued calls of one address, and serves addresses in turn', async () => {
    const { call, order, ends, endAll } = lanes()
    const greedy = Array.from({ length: 30 }, () => call('greedy'))
    await waitOneTick()
    expect(order).toEqual(['greedy', 'greedy', 'greedy'])
    expect(await Promise.all(greedy.slice(9))).toEqual(Array(21).fill('UNAVAILABLE 2'))
    const others = ['a', 'b', 'c', 'd'].map((address) => call(address))
    await waitOneTick()
    expect(order.slice(3)).toEqual(['a'])
    ends.shift()?.()
    await waitOneTick()
    await waitOneTick()
    ends.shift()?.()
    await waitOneTick()
    await waitOneTick()
    // Two slots of `greedy` became free, and one of them went to a later address.
    expect(order.slice(4)).toEqual(['greedy', 'b'])
    await endAll()
    expect(await Promise.all([...others, ...greedy.slice(0, 9)])).toEqual(Array(13).fill('done'))
  })

  test('reserves capacity for addresses without a queued call, even if other addresses fill the rest', async () => {
    const { admission, call, order, ends, endAll } = lanes()
    const counted = (address: string) => {
      const leave = admission.countArrival('calls', address)
      return call(address).finally(leave)
    }
    const greedy = ['x', 'y'].flatMap((address) => Array.from({ length: 9 }, () => address))
    for (const address of greedy)
      try {
        void counted(address)
      } catch {}
    await waitOneTick()
    expect(admission.isFull('calls', 'x') && admission.isFull('calls', 'y')).toBe(true)
    const others = ['a', 'b'].map(counted)
    expect(() => counted('a')).toThrow('busy')
    await waitOneTick()
    // The third address does not wait for all calls of the other two, because addresses take turns.
    for (let freed = 0; freed < 4; freed += 1) {
      ends.shift()?.()
      await waitOneTick()
      await waitOneTick()
    }
    expect(order).toEqual(expect.arrayContaining(['a', 'b']))
    await endAll()
    expect(await Promise.all(others)).toEqual(Array(2).fill('done'))
  })

  test('refuses a call that waited too long, and later accepts calls of the same address', async () => {
    const { call, ends, endAll } = lanes({ maxWaitMs: 20 })
    const working = ['a', 'b', 'c', 'd'].map((address) => call(address))
    expect(await Promise.all(['e', 'f'].map((address) => call(address)))).toEqual(['UNAVAILABLE 2', 'UNAVAILABLE 2'])
    await endAll()
    expect(await Promise.all(working)).toEqual(Array(4).fill('done'))
    const again = ['e', 'f', 'g', 'h'].map((address) => call(address))
    await waitOneTick()
    // Refused calls occupy no slot.
    expect(ends).toHaveLength(4)
    await endAll()
    expect(await Promise.all(again)).toEqual(Array(4).fill('done'))
  })

  test('admits up to 256 uploads with production limits, and queues none', async () => {
    const admission = createAdmission()
    const ends: (() => void)[] = []
    const upload = (at: number) =>
      admission
        .run('uploads', `10.0.0.${Math.floor(at / 128)}`, () => new Promise<void>((resolve) => ends.push(resolve)))
        .then(() => 'done')
        .catch((error) => error.code)
    const uploads = Array.from({ length: 260 }, (_, at) => upload(at))
    await waitOneTick()
    expect(ends).toHaveLength(256)
    for (const end of ends) end()
    const outcomes = await Promise.all(uploads)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(256)
    expect(outcomes.slice(256)).toEqual(Array(4).fill('UNAVAILABLE'))
  })

  test('measures the wait from the arrival of a call, however late it was processed', async () => {
    const { admission } = lanes()
    const late = admission.run('calls', 'a', async () => 'done', performance.now() - LIMITS.maxWaitMs - 1)
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await admission.run('calls', 'a', async () => 'done', performance.now() - 1)).toBe('done')
  })

  test('runs its calls independently of other queues, and frees the slot of a failed call', async () => {
    const { admission, call, endAll } = lanes()
    const calls = ['a', 'b', 'c', 'd'].map((address) => call(address))
    const uploads = ['a', 'b', 'c', 'd'].map((address) => call(address, 'uploads'))
    await endAll()
    expect(await Promise.all([...calls, ...uploads])).toEqual(Array(8).fill('done'))
    for (let at = 0; at < 20; at += 1)
      await expect(admission.run('calls', 'a', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    const after = call('a')
    await endAll()
    expect(await after).toBe('done')
  })

  test('yields to the event loop between calls, so that new requests are received under load', async () => {
    const admission = createAdmission({ ...QUEUE_LIMITS, calls: { ...LIMITS, running: 1, runningPerAddress: 1 } })
    let ticks = 0
    const countTicks = setInterval(() => {
      ticks += 1
    }, 0)
    const busy = async () => {
      const until = performance.now() + 10
      while (performance.now() < until);
    }
    await Promise.all(Array.from({ length: 6 }, () => admission.run('calls', 'a', busy)))
    clearInterval(countTicks)
    expect(ticks).toBeGreaterThanOrEqual(4)
  })
})

test('every call of the API contract is assigned to the right admission queue', () => {
  const assignedQueues = Object.entries(contract).flatMap(([service, calls]) =>
    Object.entries(calls).map(
      ([name, { method, path }]) => [`${service}.${name}`, findQueueName(method, `/${path}`)] as const,
    ),
  )
  const named = (lane: string) =>
    assignedQueues
      .filter(([, of]) => of === lane)
      .map(([name]) => name)
      .sort()
  expect(assignedQueues.filter(([, lane]) => lane === undefined)).toEqual([['health.get', undefined]])
  expect(named('passwords')).toEqual(['auth.login', 'auth.signup', 'users.changePassword', 'users.passwordByCode'])
  const costly = ['create', 'generateIcon', 'predictTexture', 'turntable', 'update', 'validate']
  expect(named('models')).toEqual([
    ...costly.map((name) => `assets.${name}`),
    'cageMeshes.create',
    'cageMeshes.update',
    ...costly.map((name) => `privateAssets.${name}`),
    'privateCageMeshes.create',
  ])
  expect(named('exports')).toEqual(['assets.export', 'privateAssets.export'])
  for (const [method, path, lane] of [
    ['HEAD', '/v1/assets/export/harbour', 'exports'],
    ['POST', '/files', 'uploads'],
    ['PATCH', '/files/0198a', 'uploads'],
    ['DELETE', '/files/0198a', 'uploads'],
    ['GET', '/files/0198a.glb', undefined],
    ['HEAD', '/files/0198a.glb', undefined],
    ['GET', '/v1/events', undefined],
    ['GET', '/livez', undefined],
    ['GET', '/readyz', undefined],
    ['GET', '/assets', undefined],
  ] as const)
    expect([path, findQueueName(method, path)]).toEqual([path, lane])
})
