import { describe, expect, test } from 'vitest'
import { createAdmission, LANES, laneOf } from '../../../server/http/admission.ts'
import { loopTurns } from '../../../server/loop-turns.ts'
import { contract } from '../../../src/api/contract/index.ts'
import { tinyGlb } from '../../support/glb.ts'
import { openTestServer } from '../../support/server.ts'

/** Long enough for whoever's turn it is to begin. */
const turn = () => loopTurns(20)

const LIMITS = { atWork: 4, atWorkOfAddress: 3, waiting: 10, waitingOfAddress: 6, waitMs: 60_000 }

/** Lanes of a few places, and calls that end when they are told to. */
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
      .catch((fault) => `${fault.code} ${fault.retryAfter}`)
  const endAll = async () => {
    for (let quiet = 0; quiet < 5; quiet += 1) {
      if (ends.length > 0) quiet = 0
      for (const end of ends.splice(0)) end()
      await turn()
    }
  }
  return { admission, call, order, ends, endAll }
}

describe('a lane', () => {
  test('works on so many, keeps so many waiting, and refuses the rest at once', async () => {
    const { call, order, endAll } = lanes()
    const calls = Array.from({ length: 40 }, (_, at) => call(`10.0.0.${at}`))
    await turn()
    expect(order).toHaveLength(4)
    const refused = await Promise.all(calls.slice(14))
    expect(new Set(refused)).toEqual(new Set(['UNAVAILABLE 2']))
    await endAll()
    expect(await Promise.all(calls.slice(0, 14))).toEqual(Array(14).fill('done'))
  })

  test('never has more at work than it may, whatever comes and goes', async () => {
    const { call, order, ends, endAll } = lanes({ waiting: 1000, waitingOfAddress: 1000 })
    let most = 0
    for (let at = 0; at < 300; at += 1) {
      void call(`10.0.0.${at % 7}`)
      most = Math.max(most, ends.length)
      if (at % 3 === 0) ends.splice(at % Math.max(1, ends.length), 1)[0]?.()
      if (at % 5 === 0) await turn()
    }
    await endAll()
    expect(order).toHaveLength(300)
    expect(most).toBeLessThanOrEqual(4)
  })

  test('is never one address’s alone: neither its places, nor its queue, nor its turns', async () => {
    const { call, order, ends, endAll } = lanes()
    const greedy = Array.from({ length: 30 }, () => call('greedy'))
    await turn()
    expect(order).toEqual(['greedy', 'greedy', 'greedy'])
    expect(await Promise.all(greedy.slice(9))).toEqual(Array(21).fill('UNAVAILABLE 2'))
    const others = ['a', 'b', 'c', 'd'].map((address) => call(address))
    await turn()
    expect(order.slice(3)).toEqual(['a'])
    ends.shift()?.()
    await turn()
    await turn()
    ends.shift()?.()
    await turn()
    await turn()
    // Two places of its own became free, and one of them went to those who came later.
    expect(order.slice(4)).toEqual(['greedy', 'b'])
    await endAll()
    expect(await Promise.all([...others, ...greedy.slice(0, 9)])).toEqual(Array(13).fill('done'))
  })

  test('has room for whoever has nothing in it, however many others fill it', async () => {
    const { admission, call, order, ends, endAll } = lanes()
    const counted = (address: string) => {
      const leave = admission.arrive('calls', address)
      return call(address).finally(leave)
    }
    const greedy = ['x', 'y'].flatMap((address) => Array.from({ length: 9 }, () => address))
    for (const address of greedy)
      try {
        void counted(address)
      } catch {}
    await turn()
    expect(admission.isFull('calls', 'x') && admission.isFull('calls', 'y')).toBe(true)
    const others = ['a', 'b'].map(counted)
    expect(() => counted('a')).toThrow('busy')
    await turn()
    // Not at the end of what the two have waiting: each address has its turn.
    for (let freed = 0; freed < 4; freed += 1) {
      ends.shift()?.()
      await turn()
      await turn()
    }
    expect(order).toEqual(expect.arrayContaining(['a', 'b']))
    await endAll()
    expect(await Promise.all(others)).toEqual(Array(2).fill('done'))
  })

  test('keeps no one waiting longer than it may, and gives their place to others', async () => {
    const { call, endAll } = lanes({ waitMs: 20 })
    const working = ['a', 'b', 'c', 'd'].map((address) => call(address))
    expect(await Promise.all(['e', 'f'].map((address) => call(address)))).toEqual(['UNAVAILABLE 2', 'UNAVAILABLE 2'])
    await endAll()
    expect(await Promise.all(working)).toEqual(Array(4).fill('done'))
    const again = call('e')
    await endAll()
    expect(await again).toBe('done')
  })

  test('in which nobody waits lets in what it has room for, as it stands in the product', async () => {
    const admission = createAdmission()
    const ends: (() => void)[] = []
    const upload = (at: number) =>
      admission
        .run('uploads', `10.0.0.${Math.floor(at / 128)}`, () => new Promise<void>((resolve) => ends.push(resolve)))
        .then(() => 'done')
        .catch((fault) => fault.code)
    const uploads = Array.from({ length: 260 }, (_, at) => upload(at))
    await turn()
    expect(ends).toHaveLength(256)
    for (const end of ends) end()
    const outcomes = await Promise.all(uploads)
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(256)
    expect(outcomes.slice(256)).toEqual(Array(4).fill('UNAVAILABLE'))
  })

  test('counts the time since a call came, however late it was heard', async () => {
    const { admission } = lanes()
    const late = admission.run('calls', 'a', async () => 'done', performance.now() - LIMITS.waitMs - 1)
    await expect(late).rejects.toMatchObject({ code: 'UNAVAILABLE' })
    expect(await admission.run('calls', 'a', async () => 'done', performance.now() - 1)).toBe('done')
  })

  test('does not wait for another lane, and a call that fails leaves its place', async () => {
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

  test('lets the event loop turn between two calls, so that new ones are heard though the work never pauses', async () => {
    const admission = createAdmission({ ...LANES, calls: { ...LIMITS, atWork: 1, atWorkOfAddress: 1 } })
    let heard = 0
    const hears = setInterval(() => {
      heard += 1
    }, 0)
    const busy = async () => {
      const until = performance.now() + 10
      while (performance.now() < until);
    }
    await Promise.all(Array.from({ length: 6 }, () => admission.run('calls', 'a', busy)))
    clearInterval(hears)
    expect(heard).toBeGreaterThanOrEqual(4)
  })
})

test('every call of the contract has the lane that fits it', () => {
  const lanesOf = Object.entries(contract).flatMap(([service, calls]) =>
    Object.entries(calls).map(
      ([name, { method, path }]) => [`${service}.${name}`, laneOf(method, `/${path}`)] as const,
    ),
  )
  const named = (lane: string) =>
    lanesOf
      .filter(([, of]) => of === lane)
      .map(([name]) => name)
      .sort()
  expect(lanesOf.filter(([, lane]) => lane === undefined)).toEqual([['health.get', undefined]])
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
    expect([path, laneOf(method, path)]).toEqual([path, lane])
})

test('stored files are served to everyone while uploads have taken all their places', async () => {
  const admission = createAdmission({ ...LANES, uploads: { ...LANES.uploads, atWork: 1 } })
  const server = await openTestServer({ deps: { admission } })
  try {
    const owner = await server.account('developer')
    const { url } = await server.upload(owner, tinyGlb())
    let end = () => {}
    const held = admission.run('uploads', '10.0.0.1', () => new Promise<void>((resolve) => (end = resolve)))
    await turn()
    expect((await server.fetch(`http://localhost${url}`)).status).toBe(200)
    expect((await server.fetch(`http://localhost${url}`, { method: 'HEAD' })).status).toBe(200)
    await expect(server.upload(owner, tinyGlb({ json: { extras: 1 } }))).rejects.toThrow()
    end()
    await held
  } finally {
    await server.close()
  }
})
