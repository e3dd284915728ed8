import { expect, test } from 'vitest'
import { toRateLimitAddress } from '../../../server/http/client-address.ts'

test('rate limits use an IPv4 address in full, in any notation', () => {
  expect(toRateLimitAddress('192.0.2.7')).toBe('192.0.2.7')
  expect(toRateLimitAddress('::ffff:192.0.2.7')).toBe('192.0.2.7')
})

test('rate limits use the first 64 bits of an IPv6 address, in any notation', () => {
  expect(toRateLimitAddress('2001:db8:1:3::1')).toBe('2001:db8:1:3')
  expect(toRateLimitAddress('2001:0DB8:0001:0003:ffff:1:2:3')).toBe('2001:db8:1:3')
  expect(toRateLimitAddress('2001:db8::7')).toBe('2001:db8:0:0')
})

test('rate limits do not reduce an IPv6 loopback address to a network of zeros', () => {
  expect(toRateLimitAddress('::1')).toBe('::1')
  expect(toRateLimitAddress('0:0:0:0:0:0:0:1')).toBe('::1')
  expect(toRateLimitAddress('127.0.0.1')).toBe('127.0.0.1')
})
