import { once } from 'node:events'
import { afterEach, describe, expect, test } from 'vitest'
import { closeDoors, counting, dial, door, post, SMALL } from '../support/doors.ts'

afterEach(closeDoors)

/** Without the product's limits it would stand open for minutes. */
const CUT_MS = 20_000

/** For bodies that are not to be cut: both ends are this process, which may stand still for most of a second. */
const PATIENT = { ...SMALL, pace: { spanMs: 1000, leastBytes: 100 } }

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
    expect(await it.closed).toBeLessThan(CUT_MS)
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
    const listening = await door(PATIENT)
    counting(listening)
    const it = dial(listening, post('/v1/assets', 2000))
    it.drip('x'.repeat(20), 20)
    await once(it.socket, 'data')
    expect(it.said()).toMatch(/^HTTP\/1\.1 200 [\s\S]*\r\n\r\n2000$/)
  })

  test('of an upload keeps its own pace, and ends only where nothing comes any more', async () => {
    const listening = await door(PATIENT)
    counting(listening)
    const slow = dial(listening, post('/files/0198a', 100).replace('POST', 'PATCH'))
    slow.drip('x', 20)
    const dead = dial(listening, `${post('/files', 40)}x`)
    expect(await dead.closed).toBeLessThan(CUT_MS)
    expect(dead.said()).toBe('')
    await once(slow.socket, 'data')
    expect(slow.said()).toMatch(/\r\n\r\n100$/)
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
    const listening = await door({ ...SMALL, headersMs: 300 })
    counting(listening)
    const it = dial(listening, first)
    if (first) it.drip('x', 20)
    expect(await it.closed).toBeLessThan(CUT_MS)
    if (first) expect(it.said()).toMatch(/^HTTP\/1\.1 408 [\s\S]*"code":"REQUEST_TIMEOUT"/)
  })

  test('does not keep others of its address out: of too many the one that has waited longest goes', async () => {
    const listening = await door({ ...SMALL, waitingOfAddress: 10 })
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
    await expect.poll(() => [begun, open.size]).toEqual([2, 0])
  })
})

describe('the connections of one address', () => {
  test('are never all there are, whatever it does on them', async () => {
    const listening = await door({ ...SMALL, pace: { spanMs: 60_000, leastBytes: 1 }, connections: 30, ofAddress: 20 })
    counting(listening)
    const many = Array.from({ length: 60 }, () => dial(listening, post('/v1/assets', 5000)))
    await Promise.all(many.slice(30).map(({ closed }) => closed))
    await expect.poll(() => many.filter(({ socket }) => !socket.destroyed).length).toBe(20)
    const { socket: other } = dial(listening, 'GET / HTTP/1.1\r\nHost: house.example\r\n\r\n', '127.0.0.2')
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
