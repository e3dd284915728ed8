import { Hono } from 'hono'
import { expect, test } from 'vitest'
import {
  createAllowedHosts,
  type HostName,
  parseHostName,
  rejectOtherHosts,
} from '../../../server/http/allowed-hosts.ts'

const listed = (...entries: string[]) =>
  entries.map((entry) => {
    const read = parseHostName(entry)
    if (!read) throw new Error(`${entry} is not read.`)
    return read
  })

const allowed = (sources: Parameters<typeof createAllowedHosts>[0], hosts: string[]) => {
  const { allows } = createAllowedHosts(sources)
  return hosts.filter(allows)
}

test('allows loopback in every spelling and at every port', () => {
  const ours = [
    'localhost',
    'localhost:3000',
    'LocalHost:3000',
    'localhost.',
    'localhost.:3000',
    'app.localhost:3000',
    '127.0.0.1',
    '127.0.0.1:3000',
    '127.8.9.10',
    '[::1]',
    '[::1]:3000',
    '[0:0:0:0:0:0:0:1]:3000',
    '[::ffff:127.0.0.1]',
    'localhost:65535',
    `${'a.'.repeat(126)}localhost.`,
  ]
  expect(allowed({}, ours)).toEqual(ours)
})

test('refuses every host other than loopback and configured hosts, however similar', () => {
  const others = [
    '',
    ' ',
    '.',
    ':3000',
    'evil.example',
    'evil.example:3000',
    'localhost.evil.example',
    'localhost.evil.example:3000',
    '127.0.0.1.evil.example',
    '127.0.0.1.nip.example:3000',
    'evillocalhost',
    'localhost@evil.example',
    'evil.example@localhost',
    'evil.example#localhost',
    'evil.example/localhost',
    'evil.example?localhost',
    'evil.example\\localhost',
    'localhost,evil.example',
    'localhost evil.example',
    'localhost:3000:80',
    'localhost:',
    'localhost:65536',
    'localhost:99999',
    'localhost:+80',
    'localhost..',
    '..localhost',
    '%6cocalhost',
    'ⓛocalhost',
    'loc\u0000alhost',
    'localhost\n',
    '::1',
    '[::1',
    '[::1].evil.example',
    '[::2]:3000',
    '[::1%25lo]',
    '0.0.0.0:3000',
    '[::]:3000',
    '192.0.2.2:3000',
    '10.0.0.1',
    '128.0.0.1',
    'null',
    `${'a.'.repeat(200)}localhost`,
  ]
  expect(allowed({}, others)).toEqual([])
  expect(allowed({ publicUrl: 'https://atelier.example', allowedHosts: listed('api.example') }, others)).toEqual([])
})

test('allows the host of the public address at any port and in any spelling', () => {
  const publicUrl = 'https://Atelier.example:8443/here'
  const ours = [
    'atelier.example',
    'ATELIER.EXAMPLE',
    'atelier.example.',
    'atelier.example:8443',
    'atelier.example:3000',
  ]
  expect(allowed({ publicUrl }, ours)).toEqual(ours)
  expect(allowed({ publicUrl }, ['www.atelier.example', 'atelier.example.evil.example', 'xatelier.example'])).toEqual(
    [],
  )
  expect(allowed({ publicUrl: 'https://häuser.example' }, ['xn--huser-gra.example', 'huser.example'])).toEqual([
    'xn--huser-gra.example',
  ])
  expect(allowed({ publicUrl: 'http://[fd00:0::2]:3000' }, ['[fd00::2]:3000', '[fd00:0:0::2]', '[fd00::3]'])).toEqual([
    '[fd00::2]:3000',
    '[fd00:0:0::2]',
  ])
})

test('allows a listed host name, wildcard, port or IP address, and nothing else', () => {
  const of = (entries: string[], hosts: string[]) => allowed({ allowedHosts: listed(...entries) }, hosts)
  expect(of(['Api.example'], ['api.example', 'api.example.:81', 'a.api.example', 'papi.example'])).toEqual([
    'api.example',
    'api.example.:81',
  ])
  expect(of(['*.example'], ['example', 'a.example', 'a.b.example:3', 'aexample', 'a.example.evil'])).toEqual([
    'a.example',
    'a.b.example:3',
  ])
  expect(of(['api.example:8080'], ['api.example', 'api.example:8080', 'api.example:8081'])).toEqual([
    'api.example:8080',
  ])
  expect(of(['api.example:443'], ['api.example', 'api.example:443', 'api.example:80'])).toEqual([
    'api.example',
    'api.example:443',
  ])
  expect(of(['10.0.0.1', 'fd00::2', '[fd00::3]:81'], ['10.0.0.1:3', '[fd00::2]', '[fd00::3]', '[fd00::3]:81'])).toEqual(
    ['10.0.0.1:3', '[fd00::2]', '[fd00::3]:81'],
  )
})

test.each([
  '*',
  '*.',
  '*.10.0.0.1',
  'http://api.example',
  'a b',
  'api.example/x',
  '*.*.example',
  'a.*',
  'api.example:http',
  '',
])('"%s" is not a valid entry in the list of allowed hosts', (entry) => expect(parseHostName(entry)).toBe(undefined))

test('allows the listening address, or all addresses of the machine for 0.0.0.0 and ::', () => {
  const ownAddresses = () => ['192.0.2.2', 'fd00::2']
  const requestedHosts = ['192.0.2.2:3000', '[fd00::2]:3000', '192.0.2.3', '0.0.0.0', 'machine.example']
  expect(allowed({ ownAddresses }, requestedHosts)).toEqual([])
  expect(allowed({ ownAddresses, listenHost: '127.0.0.1' }, requestedHosts)).toEqual([])
  expect(allowed({ ownAddresses, listenHost: '192.0.2.3' }, requestedHosts)).toEqual(['192.0.2.3'])
  expect(allowed({ ownAddresses, listenHost: 'machine.example' }, requestedHosts)).toEqual(['machine.example'])
  for (const listensAt of ['0.0.0.0', '::'])
    expect(allowed({ ownAddresses, listenHost: listensAt }, requestedHosts)).toEqual([
      '192.0.2.2:3000',
      '[fd00::2]:3000',
    ])
})

test('lists the allowed host names in the syntax of Vite', () => {
  const names: HostName[] = listed('api.example:80', '*.b.example')
  expect(createAllowedHosts({ allowedHosts: names, publicUrl: 'https://c.example/x' }).names).toEqual([
    'api.example',
    '.b.example',
    'c.example',
  ])
})

const EVIL_MESSAGE = 'This server does not answer to evil.example. Its admin can add that name to ALLOWED_HOSTS.'

test.each<[string, string, string[] | undefined, string]>([
  ['with an allowed host', 'http://atelier.example/', ['atelier.example'], 'served'],
  ['with another host', 'http://atelier.example/', ['evil.example'], EVIL_MESSAGE],
  ['with another host after an allowed one', 'http://localhost/', ['localhost', 'evil.example'], EVIL_MESSAGE],
  ['for another host in its target', 'http://evil.example/', ['atelier.example'], EVIL_MESSAGE],
  ['without a host', 'http://atelier.example/', undefined, 'The request does not name its host.'],
  ['for /health', 'http://evil.example/health', ['evil.example'], 'served'],
  ['for /livez', 'http://evil.example/livez', undefined, 'served'],
  ['for /readyz', 'http://evil.example/readyz', ['evil.example'], 'served'],
  ['for a path below /health', 'http://evil.example/health/x', ['evil.example'], EVIL_MESSAGE],
  ['for a path that ends in /health', 'http://evil.example/x/health', ['evil.example'], EVIL_MESSAGE],
])('the middleware decides about a request %s', async (_, url, hosts, expected) => {
  const app = new Hono()
  app.use(rejectOtherHosts(createAllowedHosts({ publicUrl: 'https://atelier.example' })))
  app.get('*', (c) => c.text('served'))
  app.onError((error, c) => c.text(error.message, 421))
  const incoming = { headersDistinct: hosts && { host: hosts } }
  const response = await app.request(url, {}, { incoming })
  expect(await response.text()).toBe(expected)
  const alone = await app.request(url, { headers: hosts ? { host: hosts.at(-1)! } : {} })
  expect(await alone.text()).toBe(hosts ? expected : 'served')
})
