import { connect } from 'node:net'
import * as v from 'valibot'
import { afterEach, describe, expect, test } from 'vitest'
import { hasDisguisedSegments } from '../../../server/http/raw-path.ts'
import { Email } from '../../../src/api/contract/auth.ts'
import { contract } from '../../../src/api/contract/index.ts'
import { closeTestListeners, openTestListener } from '../../support/raw-connections.ts'

afterEach(closeTestListeners)

const DISGUISED = [
  '/v1/%2e%2e/private/v1/assets',
  '/v1/%2E%2e/dev/mailbox.json',
  '/v1/.%2e/private/v1/assets',
  '/v1/../private/v1/assets',
  '/v1/./assets',
  '/files/..%2fsecret',
  '/files/a%2Fb.glb',
  '/files/a%5cb',
  '/files\\..\\secret',
  '/..',
  'http://localhost/v1/%2e%2e/dev/mailbox.json',
  '/v1/assets/.',
]

test.each([
  '/v1/assets',
  '/v1/users/email/a.b%2Btag%40house.example',
  '/v1/assets?search=%2e%2e%2f%5c..\\',
  '/files/0a1b.glb',
  '/.well-known/security.txt',
  '/assets/index..css',
  '/caf%C3%A9/a%20b',
  '*',
])('%s is accepted as a path that a URL parser would not change', (target) => {
  expect(hasDisguisedSegments(target)).toBe(false)
})

test.each(DISGUISED)('%s is recognised as a path that a URL parser would change', (target) => {
  expect(hasDisguisedSegments(target)).toBe(true)
})

describe('a path that a URL parser would change', () => {
  test.each(DISGUISED)('%s gets a 400 before any handler sees it', async (target) => {
    const listening = await openTestListener()
    let calls = 0
    listening.serve((_, response) => {
      calls += 1
      response.end('served')
    })
    const socket = connect(Number(new URL(listening.url).port), '127.0.0.1')
    let received = ''
    socket.on('data', (bytes) => (received += bytes))
    socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    await new Promise((resolve) => socket.once('close', resolve))
    expect(received).toMatch(/^HTTP\/1\.1 400 /)
    expect(received).toContain('"code":"INVALID_INPUT"')
    expect(received).toMatch(/\r\nx-content-type-options: nosniff\r\n/i)
    expect(calls).toBe(0)
  })
})

test('no value of a path parameter needs an encoded slash or dot', () => {
  const holes = Object.values(contract).flatMap((service) =>
    Object.values<{ path: string }>(service).flatMap(({ path }) => path.match(/\{\w+\}/g) ?? []),
  )
  // All except the e-mail address are server-generated ids and names. A valid address contains no slash.
  expect([...new Set(holes)].sort()).toEqual([
    '{applicationId}',
    '{deliveryId}',
    '{email}',
    '{id}',
    '{importId}',
    '{recipe}',
    '{sessionId}',
    '{tagId}',
    '{userId}',
  ])
  expect(v.safeParse(Email, 'a/b@house.example').success).toBe(false)
  expect(encodeURIComponent('a.b@house.example')).toBe('a.b%40house.example')
})
