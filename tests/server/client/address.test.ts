import { expect, test } from 'vitest'
import { networkOf } from '../../../server/client/address.ts'

test('of an IPv4 address all counts, however it is written', () => {
  expect(networkOf('192.0.2.7')).toBe('192.0.2.7')
  expect(networkOf('::ffff:192.0.2.7')).toBe('192.0.2.7')
})

test('of an IPv6 address the first 64 bits count, however they are written', () => {
  expect(networkOf('2001:db8:1:3::1')).toBe('2001:db8:1:3')
  expect(networkOf('2001:0DB8:0001:0003:ffff:1:2:3')).toBe('2001:db8:1:3')
  expect(networkOf('2001:db8::7')).toBe('2001:db8:0:0')
})

test('the machine itself is told as such, not as a network of zeros', () => {
  expect(networkOf('::1')).toBe('::1')
  expect(networkOf('0:0:0:0:0:0:0:1')).toBe('::1')
  expect(networkOf('127.0.0.1')).toBe('127.0.0.1')
})
