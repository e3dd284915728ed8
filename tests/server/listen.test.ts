import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { afterEach, describe, expect, test } from 'vitest'
import { type Listening, type ListenLimits, listen } from '../../server/listen.ts'
import { StartFault } from '../../server/start-fault.ts'

/** A thousandth of the product's times, or less. */
const SMALL: Partial<ListenLimits> = { pace: { spanMs: 300, leastBytes: 100 }, headersMs: 300, checkMs: 20 }

const open: Listening[] = []
const sockets: Socket[] = []
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await Promise.all(open.splice(0).map((it) => it.stop()))
})

async function door(limits: Partial<ListenLimits> = SMALL): Promise<Listening> {
  const listening = await listen(0, '127.0.0.1', limits)
  open.push(listening)
  return listening
}

/** A connection of our own with what came back on it. */
function dial({ url }: Listening, first = '') {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  sockets.push(socket)
  socket.on('error', () => {})
  let said = ''
  socket.on('data', (bytes) => {
    said += bytes
  })
  if (first) socket.write(first)
  const began = performance.now()
  const closed = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now() - began)))
  const drip = (bytes: string, everyMs: number) => {
    const timer = setInterval(() => socket.write(bytes), everyMs)
    socket.once('close', () => clearInterval(timer))
  }
  return { socket, closed, drip, said: () => said }
}

const post = (path: string, length: number) =>
  `POST ${path} HTTP/1.1\r\nHost: house.example\r\nContent-Length: ${length}\r\n\r\n`

/** Reads every request to its end, then answers how many bytes it had. */
function counting(listening: Listening) {
  listening.serve((request, response) => {
    let bytes = 0
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length
    })
    request.on('end', () => response.end(String(bytes)))
  })
}

test('a connection on which nothing moves is cut, also in the middle of a body', async () => {
  const listening = await door({ silentMs: 200 })
  listening.serve((request) => request.resume())
  await dial(listening, `${post('/', 10)}{`).closed
})

describe('a slow body', () => {
  test.each([
    ['that stops', '', 1000],
    ['that drips a byte at a time', 'x', 20],
    ['that drips almost as fast as it must', 'x'.repeat(6), 20],
  ])('%s is cut with a sentence', async (_, bytes, everyMs) => {
    const listening = await door()
    counting(listening)
    const it = dial(listening, post('/v1/assets', 5000))
    if (bytes) it.drip(bytes, everyMs)
    // At 6 bytes each 20 ms it would bring 90 bytes in its 300 ms, where 100 are asked for.
    expect(await it.closed).toBeLessThan(2000)
    expect(it.said()).toMatch(/^HTTP\/1\.1 408 /)
    expect(it.said()).toContain('content-type: application/problem+json')
    expect(it.said()).toContain('x-content-type-options: nosniff')
    expect(it.said()).toContain('"code":"REQUEST_TIMEOUT"')
  })

  test('that was sent in pieces of a chunked body is cut all the same', async () => {
    const listening = await door()
    counting(listening)
    const it = dial(listening, 'POST /v1/assets HTTP/1.1\r\nHost: house.example\r\nTransfer-Encoding: chunked\r\n\r\n')
    it.drip('1\r\nx\r\n', 50)
    await it.closed
    expect(it.said()).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('is cut too where the answer did not wait for it', async () => {
    const listening = await door()
    listening.serve((_, response) => response.end('no'))
    const it = dial(listening, post('/v1/assets', 5000))
    it.drip('x', 20)
    await it.closed
    expect(it.said()).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('that keeps the pace arrives, however long it takes', async () => {
    const listening = await door()
    counting(listening)
    const it = dial(listening, post('/v1/assets', 1000))
    it.drip('x'.repeat(20), 20)
    await once(it.socket, 'data')
    expect(it.said()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n1000$/)
  })

  test('of an upload keeps its own pace, and ends only where nothing comes any more', async () => {
    const listening = await door()
    counting(listening)
    const slow = dial(listening, post('/files/0198a', 40).replace('POST', 'PATCH'))
    slow.drip('x', 20)
    const dead = dial(listening, `${post('/files', 40)}x`)
    expect(await dead.closed).toBeLessThan(2000)
    expect(dead.said()).toBe('')
    await once(slow.socket, 'data')
    expect(slow.said()).toMatch(/\r\n\r\n40$/)
  })

  test('is nobody’s fault where it is the server that does not read', async () => {
    const listening = await door()
    let read = () => {}
    listening.serve((request, response) => {
      if (request.url === '/held') read = () => request.resume()
      request.on('end', () => response.end('all'))
    })
    const length = 8 * 1024 * 1024
    const it = dial(listening, post('/held', length))
    it.socket.write('x'.repeat(length))
    // A dripping neighbour is the clock: it is cut after the time in which the other may not be.
    await dial(listening, post('/v1/assets', 5000)).closed
    await dial(listening, post('/v1/assets', 5000)).closed
    read()
    await once(it.socket, 'data')
    expect(it.said()).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('a request that is not even one yet', () => {
  test.each(['', 'GET / HTTP/1.1\r\nHost: house.example\r\n'])('is cut, dripping or silent: %j', async (first) => {
    const listening = await door()
    counting(listening)
    const it = dial(listening, first)
    if (first) it.drip('x', 20)
    expect(await it.closed).toBeLessThan(2000)
    if (first) expect(it.said()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"REQUEST_TIMEOUT"/)
  })

  test('does not keep others of its address out: of too many the one that has waited longest goes', async () => {
    const listening = await door({ ...SMALL, headersMs: 60_000, waitingOfAddress: 10 })
    counting(listening)
    const many = Array.from({ length: 30 }, () => dial(listening, 'GET / HTTP/1.1\r\nHost: h'))
    const isOpen = () => many.filter(({ socket }) => !socket.destroyed).length
    await Promise.all(many.slice(0, 20).map(({ closed }) => closed))
    const honest = await fetch(listening.url)
    expect([honest.status, await honest.text()]).toEqual([200, '0'])
    expect(isOpen()).toBeGreaterThan(5)
    expect(isOpen()).toBeLessThanOrEqual(10)
  })

  test('and makes no sense is told so in the form of the contract', async () => {
    const listening = await door()
    const nonsense = dial(listening, 'HELLO\r\n\r\n')
    await nonsense.closed
    expect(nonsense.said()).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"INVALID_INPUT"/)
    const long = dial(listening, `GET / HTTP/1.1\r\nHost: h\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`)
    await long.closed
    expect(long.said()).toMatch(/^HTTP\/1\.1 431 [\s\S]*"code":"INVALID_INPUT"/)
    // Node would answer this by itself, without a word and without our headers.
    const wish = dial(listening, 'GET / HTTP/1.1\r\nHost: h\r\nExpect: a miracle\r\nConnection: close\r\n\r\n')
    await wish.closed
    expect(wish.said()).toMatch(/^HTTP\/1\.1 417 [\s\S]*x-content-type-options: nosniff[\s\S]*"code":"INVALID_INPUT"/)
  })
})

describe('requests sent on one connection before their answers', () => {
  const asked = (path: string) => `GET ${path} HTTP/1.1\r\nHost: house.example\r\n\r\n`

  test('are worked on one after the other, and answered in their order', async () => {
    const listening = await door()
    let [atWork, most] = [0, 0]
    listening.serve(async (request, response) => {
      atWork += 1
      most = Math.max(most, atWork)
      await new Promise((resolve) => setTimeout(resolve, request.url === '/0' ? 30 : 1))
      atWork -= 1
      response.end(`<${request.url}>`)
    })
    const it = dial(listening, [0, 1, 2, 3].map((at) => asked(`/${at}`)).join(''))
    while (!it.said().includes('</3>')) await once(it.socket, 'data')
    expect([most, it.said().match(/<[^>]+>/g)]).toEqual([1, ['</0>', '</1>', '</2>', '</3>']])
  })

  test('hold nothing once the connection is gone, and more than a few end it', async () => {
    const listening = await door()
    const open = new Set<string>()
    let begun = 0
    listening.serve((request, response) => {
      begun += 1
      open.add(request.url ?? '')
      response.once('close', () => open.delete(request.url ?? ''))
      // More than a connection takes whose other end reads nothing.
      response.write('x'.repeat(100_000))
    })
    const few = dial(listening, [0, 1, 2].map((at) => asked(`/few/${at}`)).join(''))
    while (begun === 0) await once(few.socket, 'data')
    few.socket.destroy()
    const many = dial(listening, Array.from({ length: 300 }, (_, at) => asked(`/many/${at}`)).join(''))
    many.socket.pause()
    await expect.poll(() => [begun, open.size], { timeout: 5000 }).toEqual([2, 0])
  })
})

describe('the connections of one address', () => {
  test('are never all there are, whatever it does on them', async () => {
    const listening = await door({ ...SMALL, pace: { spanMs: 60_000, leastBytes: 1 }, connections: 30, ofAddress: 20 })
    counting(listening)
    const many = Array.from({ length: 60 }, () => dial(listening, post('/v1/assets', 5000)))
    await Promise.all(many.slice(30).map(({ closed }) => closed))
    expect(many.filter(({ socket }) => !socket.destroyed).length).toBe(20)
    const other = connect({ port: Number(new URL(listening.url).port), host: '127.0.0.1', localAddress: '127.0.0.2' })
    sockets.push(other)
    other.write('GET / HTTP/1.1\r\nHost: house.example\r\n\r\n')
    expect(String(await once(other, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
    // A place that is given back can be taken again.
    many.find(({ socket }) => !socket.destroyed)?.socket.destroy()
    await expect
      .poll(() =>
        fetch(listening.url, { headers: { connection: 'close' } }).then(
          (it) => it.status,
          () => 'cut',
        ),
      )
      .toBe(200)
  })
})

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
