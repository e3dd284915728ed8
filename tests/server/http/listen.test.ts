import { type AddressInfo, connect, createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { StartupError } from '../../../server/errors/startup-error.ts'
import { listen } from '../../../server/http/listen.ts'
import { closeTestListeners, openTestListener, SHORT_LIMITS } from '../../support/raw-connections.ts'

afterEach(closeTestListeners)

describe('a starting server', () => {
  const page = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }

  test("serves a page that reports the start and reloads itself, in the user's language", async () => {
    const listening = await openTestListener()
    const [english, german] = await Promise.all(
      ['en', 'de-AT,de;q=0.9'].map((language) =>
        fetch(`${listening.url}/assets?page=2`, { headers: { ...page, 'accept-language': language } }),
      ),
    )
    for (const response of [english!, german!]) {
      expect([response.status, response.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8'])
      expect(response.headers.get('retry-after')).toMatch(/^[1-9]$/)
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
      expect(response.headers.get('cross-origin-opener-policy')).toBe('same-origin')
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
  ] as const)('responds 503 in the format of the API to %s', async (path, headers) => {
    const response = await fetch(`${(await openTestListener()).url}${path}`, { headers })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
    expect(await response.json()).toMatchObject({ error: { code: 'UNAVAILABLE', message: 'The server is starting.' } })
  })

  test('reports that it is alive but not ready', async () => {
    const { url } = await openTestListener()
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

test('announces a keep-alive timeout of 75 seconds, which is longer than that of most proxies', async () => {
  const listening = await openTestListener({})
  listening.serve((_, response) => response.end('ok'))
  expect((await fetch(listening.url)).headers.get('keep-alive')).toBe('timeout=75')
})

describe('a stopping server', () => {
  test('reports not ready first, finishes running requests, and accepts no new requests', async () => {
    const listening = await openTestListener({ ...SHORT_LIMITS, stopMs: 10_000 })
    let finish = () => {}
    const started = new Promise<void>((resolve) =>
      listening.serve((_, response) => {
        finish = () => response.end('done')
        resolve()
      }),
    )
    const runningRequest = fetch(`${listening.url}/v1/assets`)
    await started
    const stopped = listening.stop()
    const [ready, live, call] = await Promise.all(
      ['/readyz', '/livez', '/v1/assets'].map((path) => fetch(`${listening.url}${path}`)),
    )
    expect([ready!.status, live!.status, call!.status]).toEqual([503, 200, 503])
    expect([ready!.headers.get('connection'), ready!.headers.get('retry-after')]).toEqual(['close', '1'])
    expect(await call!.json()).toMatchObject({ error: { code: 'UNAVAILABLE', message: 'The server is stopping.' } })
    finish()
    expect(await (await runningRequest).text()).toBe('done')
    await stopped
    await expect(fetch(listening.url)).rejects.toThrow()
  })

  test('closes running requests after its time limit', async () => {
    const listening = await openTestListener({ ...SHORT_LIMITS, stopMs: 100 })
    const started = new Promise<void>((resolve) => listening.serve(() => resolve()))
    const runningRequest = fetch(listening.url).then(
      () => 'answered',
      () => 'cut',
    )
    await started
    await listening.stop()
    expect(await runningRequest).toBe('cut')
  })
})

describe('a server that listens at localhost', () => {
  const accepts = (port: number, host: string) =>
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
    'is reachable only at the IPv4 and IPv6 loopback addresses (HOST: %s)',
    async (host) => {
      const listening = await listen(0, host)
      const port = Number(new URL(listening.url).port)
      expect(listening.url).toBe(`http://localhost:${port}`)
      expect([await accepts(port, '127.0.0.1'), await accepts(port, '::1')]).toEqual([true, hasSix])
      for (const { address } of outside) expect([address, await accepts(port, address)]).toEqual([address, false])
      await listening.stop()
      expect([await accepts(port, '127.0.0.1'), await accepts(port, '::1')]).toEqual([false, false])
    },
  )

  test.skipIf(!hasSix)('serves, upgrades and closes IPv4 and IPv6 connections', async () => {
    const listening = await listen(0, undefined)
    listening.serve((request, response) => void response.end(request.url === '/wait' ? undefined : 'here'))
    listening.server.on('upgrade', (_, socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n'))
    const port = Number(new URL(listening.url).port)
    for (const host of ['127.0.0.1', '[::1]', 'localhost'])
      expect(await (await fetch(`http://${host}:${port}/`)).text()).toBe('here')
    for (const host of ['127.0.0.1', '::1']) {
      const socket = connect(port, host)
      let received = ''
      socket.on('data', (bytes) => (received += bytes))
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n')
      await new Promise((resolve) => socket.once('close', resolve))
      expect(received).toMatch(/^HTTP\/1\.1 101/)
    }
    const idle = connect(port, '::1')
    await new Promise((resolve) => idle.once('connect', resolve))
    const closed = new Promise((resolve) => idle.once('close', resolve))
    idle.resume()
    // Waits for a response, which proves that the server has this connection.
    idle.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    await new Promise((resolve) => idle.once('data', resolve))
    await listening.stop()
    await closed
  })

  test.skipIf(!hasSix)('refuses to start if its port is in use at either loopback address', async () => {
    for (const host of ['127.0.0.1', '::1']) {
      const other = createServer()
      await new Promise<void>((resolve) => other.listen(0, host, resolve))
      const { port } = other.address() as AddressInfo
      await expect(listen(port, undefined)).rejects.toThrow(
        new StartupError(`Port ${port} is already in use; choose another with PORT.`),
      )
      expect(await accepts(port, host === '::1' ? '127.0.0.1' : '::1')).toBe(false)
      await new Promise((resolve) => other.close(resolve))
    }
  })
})

test('a server can listen at all IPv4 or IPv6 addresses', async () => {
  for (const host of ['0.0.0.0', '::']) {
    const listening = await listen(0, host)
    expect(listening.url).toBe(`http://localhost:${(listening.server.address() as AddressInfo).port}`)
    expect((listening.server.address() as AddressInfo).address).toBe(host)
    await listening.stop()
  }
})
