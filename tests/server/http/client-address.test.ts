import type { IncomingMessage } from 'node:http'
import { Hono } from 'hono'
import { expect, test } from 'vitest'
import {
  getClientAddress,
  getIncomingClientAddress,
  toRateLimitAddress,
  toSubnet,
} from '../../../server/http/client-address.ts'

test.each([
  ['is not believed without a trusted proxy', 0, '198.51.100.7', '192.0.2.1'],
  ['contains the client last behind one proxy', 1, '198.51.100.7, 203.0.113.9', '203.0.113.9'],
  ['contains the client before the last of two proxies', 2, '198.51.100.7 , 203.0.113.9', '198.51.100.7'],
  ['is ignored if it has fewer addresses than trusted proxies', 2, '198.51.100.7', '192.0.2.1'],
  ['is ignored if it is empty', 1, '', '192.0.2.1'],
  ['may be absent', 1, undefined, '192.0.2.1'],
])('the header X-Forwarded-For %s', async (_, trustedProxies, forwarded, expected) => {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }
  const socket = { remoteAddress: '192.0.2.1' }
  expect(getIncomingClientAddress({ headers, socket } as IncomingMessage, trustedProxies)).toBe(expected)
  const app = new Hono().get('/', (c) => c.text(getClientAddress(c, trustedProxies)))
  expect(await (await app.request('/', { headers }, { incoming: { socket } })).text()).toBe(expected)
})

test('a client without a connection, or whose connection has ended, is local', async () => {
  expect(getIncomingClientAddress({ headers: {}, socket: {} } as IncomingMessage, 0)).toBe('local')
  const app = new Hono().get('/', (c) => c.text(getClientAddress(c, 0)))
  for (const env of [undefined, {}, { incoming: {} }])
    expect(await (await app.request('/', {}, env)).text()).toBe('local')
})

test('a subnet is the first 24 bits of IPv4 and the first 48 bits of IPv6', () => {
  expect(toSubnet('192.0.2.7')).toBe('192.0.2')
  expect(toSubnet('2001:db8:1:3')).toBe('2001:db8:1')
})

test('rate limits use an IPv4 address in full, in any notation', () => {
  expect(toRateLimitAddress('192.0.2.7')).toBe('192.0.2.7')
  expect(toRateLimitAddress('::ffff:192.0.2.7')).toBe('192.0.2.7')
})

test('rate limits use the first 64 bits of an IPv6 address, in any notation', () => {
  expect(toRateLimitAddress('2001:db8:1:3::1')).toBe('2001:db8:1:3')
  expect(toRateLimitAddress('2001:0DB8:0001:0003:ffff:1:2:3')).toBe('2001:db8:1:3')
  expect(toRateLimitAddress('2001:db8::7')).toBe('2001:db8:0:0')
  expect(toRateLimitAddress('2001::1:2:3:4:5')).toBe('2001:0:0:1')
  expect(toRateLimitAddress('2001:db8::ffff:1')).toBe('2001:db8:0:0')
})

test('rate limits do not reduce an IPv6 loopback address to a network of zeros', () => {
  expect(toRateLimitAddress('::1')).toBe('::1')
  expect(toRateLimitAddress('0:0:0:0:0:0:0:1')).toBe('::1')
  expect(toRateLimitAddress('127.0.0.1')).toBe('127.0.0.1')
})
