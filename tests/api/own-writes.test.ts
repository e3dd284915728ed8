import { expect, test } from 'vitest'
import type { HttpCall } from '../../src/api/http.ts'
import { createOwnWrites } from '../../src/api/own-writes.ts'

const call = (method: string) => ({ endpoint: { method } }) as HttpCall

test('what was made or deleted here is heard of once it is answered; what is read or changed is not', async () => {
  const heard: string[] = []
  let now = ''
  const { http, ownWrites } = createOwnWrites(async () => {
    heard.push(`${now} answered`)
    return { of: now }
  })
  const stop = ownWrites(() => heard.push(`${now} heard`))
  for (now of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']) expect(await http(call(now))).toEqual({ of: now })
  stop()
  now = 'POST'
  await http(call(now))
  expect(heard).toEqual([
    'GET answered',
    'POST answered',
    'POST heard',
    'PUT answered',
    'PATCH answered',
    'DELETE answered',
    'DELETE heard',
    'POST answered',
  ])
})

test('what failed made nothing', async () => {
  const { http, ownWrites } = createOwnWrites(async () => Promise.reject(new Error('no')))
  let heard = 0
  ownWrites(() => {
    heard += 1
  })
  await expect(http(call('POST'))).rejects.toThrow('no')
  expect(heard).toBe(0)
})
