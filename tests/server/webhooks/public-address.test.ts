import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import {
  createPublicLookup,
  hasPrivateIpHost,
  isPublicAddress,
  lookupPublic,
} from '../../../server/webhooks/public-address.ts'

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
  '192.0.0.8',
  '192.0.2.1',
  '192.88.99.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '224.0.0.1',
  '240.0.0.1',
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
  '3fff::1',
  '2002:7f00:1::1',
  '2001:0:4136:e378::1',
  'localhost',
])('%s is not public', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

test.each(['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '192.167.0.1', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test('a host is private if it is a private IP address in any notation', () => {
  const hosts = ['127.1', '0x7f000001', '2130706433', '0177.0.0.1', '[::1]', '[::ffff:10.0.0.1]']
  expect(hosts.filter((host) => !hasPrivateIpHost(`https://${host}/`))).toEqual([])
  expect(
    ['8.8.8.8', 'hooks.example', '[2606:4700::1111]'].filter((host) => hasPrivateIpHost(`https://${host}/`)),
  ).toEqual([])
})

test('refuses to connect to a host name that resolves to a loopback address', async () => {
  const lookUp = promisify(lookupPublic as never) as (host: string, options: object) => Promise<unknown>
  await expect(lookUp('localhost', {})).rejects.toThrow('localhost is not a public address.')
  await expect(lookUp('localhost', { all: true })).rejects.toThrow('localhost is not a public address.')
})

test('a host name with public and private addresses resolves to the public addresses only', async () => {
  const mixed = ['10.0.0.1', '8.8.8.8', '169.254.169.254', '2606:4700::1111', '::1'].map((address) => ({
    address,
    family: address.includes(':') ? 6 : 4,
  }))
  const lookup = createPublicLookup((_host, _options, done) => done(null, mixed))
  const resolved = (all: boolean) =>
    new Promise((resolve) => lookup('mixed.example', { all }, (...outcome) => resolve(outcome)))
  expect(await resolved(true)).toEqual([
    null,
    [
      { address: '8.8.8.8', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ],
  ])
  expect(await resolved(false)).toEqual([null, '8.8.8.8', 4])
})
