import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import {
  closeTestListeners,
  formatPostHead,
  openRawConnection,
  openTestListener,
  respondWithByteCount,
  SHORT_LIMITS,
} from '../support/raw-connections.ts'

afterEach(closeTestListeners)

/** Time within which a slow connection must be cut, in milliseconds. The default limits allow minutes. */
const CUT_MS = 20_000

/** Limits for bodies that must not be cut: client and server share this process, which may block for most of a second. */
const LONG_LIMITS = { ...SHORT_LIMITS, pace: { spanMs: 1000, minBytes: 100 } }

test('closes a connection that is silent for too long, also within a request body', async () => {
  const listening = await openTestListener({ silenceTimeoutMs: 200 })
  listening.serve((request) => request.resume())
  await openRawConnection(listening, `${formatPostHead('/', 10)}{`).closed
})

describe('a slow request body', () => {
  test.each([
    ['that stops', '', 1000],
    ['that arrives a byte at a time', 'x', 20],
    ['that arrives just below the required rate', 'x'.repeat(6), 20],
  ])('%s gets a 408, and its connection is closed', async (_, bytes, everyMs) => {
    const listening = await openTestListener()
    respondWithByteCount(listening)
    const it = openRawConnection(listening, formatPostHead('/v1/assets', 5000))
    if (bytes) it.sendRepeatedly(bytes, everyMs)
    // 6 bytes each 20 ms are 90 bytes in a span of 300 ms, where 100 are required.
    expect(await it.closed).toBeLessThan(CUT_MS)
    expect(it.receivedText()).toMatch(/^HTTP\/1\.1 408 /)
    expect(it.receivedText()).toContain('content-type: application/problem+json')
    expect(it.receivedText()).toContain('x-content-type-options: nosniff')
    expect(it.receivedText()).toContain('"code":"REQUEST_TIMEOUT"')
  })

  test('with chunked encoding gets a 408, and its connection is closed', async () => {
    const listening = await openTestListener()
    respondWithByteCount(listening)
    const it = openRawConnection(
      listening,
      'POST /v1/assets HTTP/1.1\r\nHost: house.example\r\nTransfer-Encoding: chunked\r\n\r\n',
    )
    it.sendRepeatedly('1\r\nx\r\n', 50)
    await it.closed
    expect(it.receivedText()).toMatch(/^HTTP\/1\.1 408 /)
  })

  test('gets its connection closed even if the server has already responded', async () => {
    const listening = await openTestListener()
    listening.serve((_, response) => response.end('no'))
    const it = openRawConnection(listening, formatPostHead('/v1/assets', 5000))
    it.sendRepeatedly('x', 20)
    await it.closed
    expect(it.receivedText()).toMatch(/^HTTP\/1\.1 200 /)
  })

  test('at the required rate is received completely, however long it takes', async () => {
    const listening = await openTestListener(LONG_LIMITS)
    respondWithByteCount(listening)
    const it = openRawConnection(listening, formatPostHead('/v1/assets', 2000))
    it.sendRepeatedly('x'.repeat(20), 20)
    await once(it.socket, 'data')
    expect(it.receivedText()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n2000$/)
  })

  test('of an upload may be slower: its connection is closed only if no byte arrives', async () => {
    const listening = await openTestListener(LONG_LIMITS)
    respondWithByteCount(listening)
    const slow = openRawConnection(listening, formatPostHead('/files/0198a', 100).replace('POST', 'PATCH'))
    slow.sendRepeatedly('x', 20)
    const silentConnection = openRawConnection(listening, `${formatPostHead('/files', 40)}x`)
    expect(await silentConnection.closed).toBeLessThan(CUT_MS)
    expect(silentConnection.receivedText()).toBe('')
    await once(slow.socket, 'data')
    expect(slow.receivedText()).toMatch(/\r\n\r\n100$/)
  })

  test('is accepted if it is slow only because the server does not read it', async () => {
    const listening = await openTestListener()
    let read = () => {}
    listening.serve((request, response) => {
      if (request.url === '/held') read = () => request.resume()
      request.on('end', () => response.end('all'))
    })
    const length = 8 * 1024 * 1024
    const it = openRawConnection(listening, formatPostHead('/held', length))
    it.socket.write('x'.repeat(length))
    // Two slow connections serve as a timer: the server cuts each after one span. It must not cut the connection above.
    await openRawConnection(listening, formatPostHead('/v1/assets', 5000)).closed
    await openRawConnection(listening, formatPostHead('/v1/assets', 5000)).closed
    read()
    await once(it.socket, 'data')
    expect(it.receivedText()).toMatch(/^HTTP\/1\.1 200 /)
  })
})

describe('an incomplete request', () => {
  test.each(['', 'GET / HTTP/1.1\r\nHost: house.example\r\n'])(
    'gets its connection closed after the timeout for headers: %j',
    async (first) => {
      const listening = await openTestListener({ ...SHORT_LIMITS, headersMs: 300 })
      respondWithByteCount(listening)
      const it = openRawConnection(listening, first)
      if (first) it.sendRepeatedly('x', 20)
      expect(await it.closed).toBeLessThan(CUT_MS)
      if (first) expect(it.receivedText()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"REQUEST_TIMEOUT"/)
    },
  )

  test('does not block new clients of its address: the oldest of too many idle connections are closed', async () => {
    const listening = await openTestListener({ ...SHORT_LIMITS, idleConnectionsPerAddress: 10 })
    respondWithByteCount(listening)
    const many = Array.from({ length: 30 }, () => openRawConnection(listening, 'GET / HTTP/1.1\r\nHost: h'))
    const isOpen = () => many.filter(({ socket }) => !socket.destroyed).length
    await Promise.all(many.slice(0, 20).map(({ closed }) => closed))
    const honest = await fetch(listening.url)
    expect([honest.status, await honest.text()]).toEqual([200, '0'])
    expect(isOpen()).toBeGreaterThan(5)
    expect(isOpen()).toBeLessThanOrEqual(10)
  })

  test('with an invalid request line or header gets an error in the format of the API', async () => {
    const listening = await openTestListener()
    const invalidRequest = openRawConnection(listening, 'HELLO\r\n\r\n')
    await invalidRequest.closed
    expect(invalidRequest.receivedText()).toMatch(/^HTTP\/1\.1 400 [\s\S]*"code":"INVALID_INPUT"/)
    const long = openRawConnection(listening, `GET / HTTP/1.1\r\nHost: h\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`)
    await long.closed
    expect(long.receivedText()).toMatch(/^HTTP\/1\.1 431 [\s\S]*"code":"INVALID_INPUT"/)
    // Without our handler, Node itself would respond to this request, without a message and our headers.
    const connection = openRawConnection(
      listening,
      'GET / HTTP/1.1\r\nHost: h\r\nExpect: a miracle\r\nConnection: close\r\n\r\n',
    )
    await connection.closed
    expect(connection.receivedText()).toMatch(
      /^HTTP\/1\.1 417 [\s\S]*x-content-type-options: nosniff[\s\S]*"code":"INVALID_INPUT"/,
    )
  })
})

describe('pipelined requests', () => {
  const getRequest = (path: string) => `GET ${path} HTTP/1.1\r\nHost: house.example\r\n\r\n`

  test('run one after another, and get their responses in the order of the requests', async () => {
    const listening = await openTestListener()
    let [atWork, most] = [0, 0]
    listening.serve(async (request, response) => {
      atWork += 1
      most = Math.max(most, atWork)
      await new Promise((resolve) => setTimeout(resolve, request.url === '/0' ? 30 : 1))
      atWork -= 1
      response.end(`<${request.url}>`)
    })
    const it = openRawConnection(listening, [0, 1, 2, 3].map((at) => getRequest(`/${at}`)).join(''))
    while (!it.receivedText().includes('</3>')) await once(it.socket, 'data')
    expect([most, it.receivedText().match(/<[^>]+>/g)]).toEqual([1, ['</0>', '</1>', '</2>', '</3>']])
  })

  test('end when their connection closes, and too many of them make the server close it', async () => {
    const listening = await openTestListener()
    const open = new Set<string>()
    let startCount = 0
    listening.serve((request, response) => {
      startCount += 1
      open.add(request.url ?? '')
      response.once('close', () => open.delete(request.url ?? ''))
      // Writes more than a connection buffers while its client reads nothing.
      response.write('x'.repeat(100_000))
    })
    const few = openRawConnection(listening, [0, 1, 2].map((at) => getRequest(`/few/${at}`)).join(''))
    while (startCount === 0) await once(few.socket, 'data')
    few.socket.destroy()
    const many = openRawConnection(
      listening,
      Array.from({ length: 300 }, (_, at) => getRequest(`/many/${at}`)).join(''),
    )
    many.socket.pause()
    await expect.poll(() => [startCount, open.size]).toEqual([2, 0])
  })
})

describe('the connections of one address', () => {
  test('stay within a limit, so that another address can still connect', async () => {
    const listening = await openTestListener({
      ...SHORT_LIMITS,
      receiveRate: { spanMs: 60_000, minBytes: 1 },
      connections: 30,
      connectionsPerAddress: 20,
    })
    respondWithByteCount(listening)
    const many = Array.from({ length: 60 }, () => openRawConnection(listening, formatPostHead('/v1/assets', 5000)))
    await Promise.all(many.slice(30).map(({ closed }) => closed))
    await expect.poll(() => many.filter(({ socket }) => !socket.destroyed).length).toBe(20)
    const { socket: other } = openRawConnection(listening, 'GET / HTTP/1.1\r\nHost: house.example\r\n\r\n', '127.0.0.2')
    expect(String(await once(other, 'data'))).toMatch(/^HTTP\/1\.1 200 /)
    // A freed slot can be used again.
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
