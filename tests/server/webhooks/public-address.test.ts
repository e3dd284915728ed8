import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { isPrivateLiteral, isPublic, lookupPublic } from '../../../server/webhooks/public-address.ts'

test.each([
  '127.0.0.1',
  '127.8.9.10',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fe80::1',
  'fc00::1',
  'fd12:3456::1',
  'ff02::1',
  '2001:db8::1',
  '2002:7f00:1::1',
  '2001:0:4136:e378::1',
  'localhost',
])('%s is not public', (address) => {
  expect(isPublic(address)).toBe(false)
})

test.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '192.167.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(isPublic(address)).toBe(true)
  },
)

test('a host is private where it is written as such an address, in whatever way', () => {
  const hosts = ['127.1', '0x7f000001', '2130706433', '0177.0.0.1', '[::1]', '[::ffff:10.0.0.1]']
  expect(hosts.filter((host) => !isPrivateLiteral(`https://${host}/`))).toEqual([])
  expect(
    ['8.8.8.8', 'hooks.example', '[2606:4700::1111]'].filter((host) => isPrivateLiteral(`https://${host}/`)),
  ).toEqual([])
})

test('a name that means this machine is not connected to', async () => {
  const look = promisify(lookupPublic as never) as (host: string, options: object) => Promise<unknown>
  await expect(look('localhost', {})).rejects.toThrow('localhost is not a public address.')
  await expect(look('localhost', { all: true })).rejects.toThrow('localhost is not a public address.')
})
