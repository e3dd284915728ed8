import { beforeEach, describe, expect, test, vi } from 'vitest'
import { BodyRateMonitor, type ReceivingRequest } from '../../../server/http/body-rate-monitor.ts'

const SPAN_MS = 30_000

let now: number
let slow: ReceivingRequest[]
let monitor: BodyRateMonitor
beforeEach(() => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  slow = []
  monitor = new BodyRateMonitor({ spanMs: SPAN_MS, minBytes: 100 }, (it) => slow.push(it))
})

const SENT_REQUEST = {
  complete: false,
  method: 'POST',
  url: '/v1/assets',
  headers: { 'content-length': '9000' } as Record<string, string>,
  readableLength: 0,
  readableHighWaterMark: 1,
}

/** Creates a request whose body is arriving; `socket.bytesRead` is the number of bytes received. */
function receiving(change: Partial<typeof SENT_REQUEST> = {}) {
  const socket = { bytesRead: 0, destroyed: false }
  const request = { ...SENT_REQUEST, ...change, socket }
  const it = { request } as unknown as ReceivingRequest
  monitor.add(it)
  return { it, socket, request }
}

/** Runs `times` checks, one per second. Before each check, `bytes` more bytes have arrived. */
function runChecks(times: number, socket: { bytesRead: number }, bytes = 0) {
  for (let at = 0; at < times; at += 1) {
    now += 1000
    socket.bytesRead += bytes
    monitor.check()
  }
}

describe('a monitored body', () => {
  test('is reported as too slow after a time span with fewer than the minimum bytes', () => {
    const { it, socket } = receiving()
    runChecks(29, socket, 3)
    expect(slow).toEqual([])
    runChecks(1, socket, 3)
    expect(slow).toEqual([it])
  })

  test('is not reported as too slow while every time span delivers the minimum bytes', () => {
    const { socket } = receiving()
    runChecks(300, socket, 5)
    expect(slow).toEqual([])
  })

  test('is not reported as too slow after a pause of the server process', () => {
    const { socket } = receiving()
    runChecks(5, socket, 5)
    now += 10 * SPAN_MS
    monitor.check()
    expect(slow).toEqual([])
    socket.bytesRead += 1000
    runChecks(20, socket)
    expect(slow).toEqual([])
    runChecks(11, socket)
    expect(slow).toHaveLength(1)
  })

  test('starts a new time span when the minimum bytes have arrived', () => {
    const { socket } = receiving()
    runChecks(28, socket)
    runChecks(1, socket, 100)
    runChecks(29, socket)
    expect(slow).toEqual([])
    runChecks(1, socket)
    expect(slow).toHaveLength(1)
  })

  test('of unknown length is reported as too slow', () => {
    const { socket } = receiving({ headers: { 'transfer-encoding': 'chunked' } })
    runChecks(30, socket)
    expect(slow).toHaveLength(1)
  })

  test('of an upload is reported only after a time span without a byte', () => {
    const { socket } = receiving({ method: 'PATCH', url: '/files/0198a?x=1' })
    runChecks(300, socket, 1)
    expect(slow).toEqual([])
    runChecks(30, socket)
    expect(slow).toHaveLength(1)
  })

  test('is not reported as too slow after it was received completely or its connection has ended', () => {
    const [received, ended] = [receiving(), receiving()]
    received.request.complete = true
    ended.socket.destroyed = true
    runChecks(40, received.socket)
    expect(slow).toEqual([])
  })
})

test.each([
  ['without a body', { headers: {} }],
  ['with an empty body', { headers: { 'content-length': '0' } }],
  ['whose body was received completely', { complete: true }],
  ['whose unread bytes fill the buffer', { readableLength: 1 }],
])('a request %s is never reported as too slow', (_, change) => {
  const { socket, request } = receiving(change)
  request.complete = false
  runChecks(40, socket)
  expect(slow).toEqual([])
})
