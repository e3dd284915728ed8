import { expect, test } from 'vitest'
import type { HttpCall } from '../../src/api/http.ts'
import { trackLocalMutations } from '../../src/api/local-mutations.ts'

const call = (method: string, path = 'v1/assets') => ({ endpoint: { method, path } }) as HttpCall

test('reports successful POST and DELETE calls, but no GET, PUT or PATCH calls', async () => {
  const calls: string[] = []
  let now = ''
  const { http, localMutations } = trackLocalMutations(async () => {
    calls.push(`${now} sent`)
    return { of: now }
  })
  const stop = localMutations(() => calls.push(`${now} notified`))
  for (now of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) expect(await http(call(now))).toEqual({ of: now })
  stop()
  now = 'POST'
  await http(call(now))
  expect(calls).toEqual([
    'GET sent',
    'POST sent',
    'POST notified',
    'PUT sent',
    'PATCH sent',
    'DELETE sent',
    'DELETE notified',
    'POST sent',
  ])
})

test.each(['v1/auth/refresh', 'v1/assets/validate', 'v1/assets/predict-texture', 'v1/tags/set-tag'])(
  'does not report POST %s, which creates no item',
  async (path) => {
    const { http, localMutations } = trackLocalMutations(async () => ({}))
    let reportCount = 0
    localMutations(() => {
      reportCount += 1
    })
    await http(call('POST', path))
    expect(reportCount).toBe(0)
    await http(call('POST', 'v1/tags'))
    expect(reportCount).toBe(1)
  },
)

test('does not report a failed call', async () => {
  const { http, localMutations } = trackLocalMutations(async () => Promise.reject(new Error('no')))
  let reportCount = 0
  localMutations(() => {
    reportCount += 1
  })
  await expect(http(call('POST'))).rejects.toThrow('no')
  expect(reportCount).toBe(0)
})
