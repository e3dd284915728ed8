import { type AddressInfo, connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { listen } from '../../server/listen.ts'
import { StartFault } from '../../server/start-fault.ts'
import { closeDoors, door, SMALL } from '../support/doors.ts'

afterEach(closeDoors)

describe('while the server starts', () => {
  const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test('a page says so and comes back by itself, in the language that is read', async () => {
    const listening = await door()
    const [english, german] = await Promise.all(
      ['en', 'de-AT,de;q=0.9'].map((language) =>
        fetch(`${listening.url}/assets?page=2`, { headers: { ...page, 'accept-language': language } }),
      ),
    )
    for (const answer of [english!, german!]) {
      expect([answer.status, answer.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]$/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
      expect(answer.headers.get('cross-origin-opener-policy')).toBe('same-origin')
    }
    const [en, de] = await Promise.all([english!.text(), german!.text()])
    for (const html of [en, de]) expect(html).toMatch(/<meta http-equiv="refresh" content="[1-9]">/)
    expect(en).toContain('Atelier is starting')
    expect(de).toContain('Atelier startet')
    expect(de).toContain('<html lang="de">')
  })

  test.each([
    ['/v1/assets', page],
    ['/assets', { accept: 'application/json' }],
    ['/files', {}],
  ] as const)('a call to %s hears 503 in the form of the contract', async (path, headers) => {
    const answer = await fetch(`${(await door()).url}${path}`, { headers })
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await answer.json()).toMatchObject({ error: { code: 'UNAVAILABLE', message: 'The server is starting.' } })
  })

  test('it lives and is not ready', async () => {
    const { url } = await door()
    const [live, ready] = await Promise.all([fetch(`${url}/livez`), fetch(`${url}/readyz`)])
    expect([live.status, await live.json()]).toEqual([200, { status: 'ok' }])
    expect([ready.status, ready.headers.get('retry-after'), ready.headers.get('cache-control')]).toEqual([
      503,
      '1',
      'no-store',
    ])
    expect(await ready.json()).toMatchObject({ error: { code: 'UNAVAILABLE' }, checks: { server: 'failing' } })
  })
})

test('after an answer a connection is kept for longer than proxies keep theirs, a minute as a rule', async () => {
  const listening = await door({})
  listening.serve((_, response) => response.end('ok'))
  expect((await fetch(listening.url)).headers.get('keep-alive')).toBe('timeout=75')
})

describe('a server that stops', () => {
  test('says so first, ends what is under way, and takes nothing new', async () => {
    const listening = await door({ ...SMALL, stopMs: 10_000 })
    let finish = () => {}
    const begun = new Promise<void>((resolve) =>
      listening.serve((_, response) => {
        finish = () => response.end('done')
        resolve()
      }),
    )
    const underWay = fetch(`${listening.url}/v1/assets`)
    await begun
    const stopped = listening.stop()
    const [ready, live, call] = await Promise.all(
      ['/readyz', '/livez', '/v1/assets'].map((path) => fetch(`${listening.url}${path}`)),
    )
    expect([ready!.status, live!.status, call!.status]).toEqual([503, 200, 503])
    expect([ready!.headers.get('connection'), ready!.headers.get('retry-after')]).toEqual(['close', '1'])
    expect(await call!.json()).toMatchObject({ error: { code: 'UNAVAILABLE', message: 'The server is stopping.' } })
    finish()
    expect(await (await underWay).text()).toBe('done')
    await stopped
    await expect(fetch(listening.url)).rejects.toThrow()
  })

  test('waits no longer than it may', async () => {
    const listening = await door({ ...SMALL, stopMs: 100 })
    const begun = new Promise<void>((resolve) => listening.serve(() => resolve()))
    const underWay = fetch(listening.url).then(
      () => 'answered',
      () => 'cut',
    )
    await begun
    await listening.stop()
    expect(await underWay).toBe('cut')
  })
})

describe('where nothing is said of where to listen', () => {
  /** Whether something listens at an address. */
  const isThere = (port: number, host: string) =>
    new Promise<boolean>((resolve) => {
      const socket = connect(port, host)
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
      socket.once('close', () => socket.destroy())
      socket.once('connect', () => socket.destroy())
    })
  const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
  const hasSix = addresses.some(({ address }) => address === '::1')
  const outside = addresses.filter(({ internal, address }) => !internal && !address.startsWith('fe80'))

  test.each([undefined, 'localhost'])(
    'it is the loopback address, of both kinds, and no other (HOST: %s)',
    async (host) => {
      const listening = await listen(0, host)
      const port = Number(new URL(listening.url).port)
      expect(listening.url).toBe(`http://localhost:${port}`)
      expect([await isThere(port, '127.0.0.1'), await isThere(port, '::1')]).toEqual([true, hasSix])
      for (const { address } of outside) expect([address, await isThere(port, address)]).toEqual([address, false])
      await listening.stop()
      expect([await isThere(port, '127.0.0.1'), await isThere(port, '::1')]).toEqual([false, false])
    },
  )

  test.skipIf(!hasSix)('calls of either kind are served, upgraded and ended alike', async () => {
    const listening = await listen(0, undefined)
    listening.serve((request, response) => void response.end(request.url === '/wait' ? undefined : 'here'))
    listening.server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
    const port = Number(new URL(listening.url).port)
    for (const host of ['127.0.0.1', '[::1]', 'localhost'])
      expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here')
    for (const host of ['127.0.0.1', '::1']) {
      const socket = connect(port, host)
      let told = ''
      socket.on('data', (bytes) => (told += bytes))
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
      await new Promise((resolve) => socket.once('close', resolve))
      expect(told).toMatch(/^HTTP\/1\.1 101/)
    }
    const idle = connect(port, '::1')
    await new Promise((resolve) => idle.once('connect', resolve))
    const gone = new Promise((resolve) => idle.once('close', resolve))
    idle.resume()
    // Asked once more on the same connection, so that the server has seen it before it stops.
    idle.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await new Promise((resolve) => idle.once('data', resolve))
    await listening.stop()
    await gone
  })

  test.skipIf(!hasSix)('a port that another has at either address is taken', async () => {
    for (const host of ['127.0.0.1', '::1']) {
      const other = createServer()
      await new Promise<void>((resolve) => other.listen(0, host, resolve))
      const { port } = other.address() as AddressInfo
      await expect(listen(port, undefined)).rejects.toThrow(
        new StartFault(`Port ${port} is in use already; choose another with PORT.`),
      )
      expect(await isThere(port, host === '::1' ? '127.0.0.1' : '::1')).toBe(false)
      await new Promise((resolve) => other.close(resolve))
    }
  })
})

test('all addresses are a choice', async () => {
  for (const host of ['0.0.0.0', '::']) {
    const listening = await listen(0, host)
    expect(listening.url).toBe(`http://localhost:${(listening.server.address() as AddressInfo).port}`)
    expect((listening.server.address() as AddressInfo).address).toBe(host)
    await listening.stop()
  }
})
