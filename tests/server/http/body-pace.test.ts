import { beforeEach, describe, expect, test, vi } from 'vitest'
import { BodyWatch, type Receiving } from '../../../server/http/body-pace.ts'

const SPAN_MS = 30_000

let now: number
let slow: Receiving[]
let watch: BodyWatch
beforeEach(() => {
  now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  slow = []
  watch = new BodyWatch({ spanMs: SPAN_MS, leastBytes: 100 }, (it) => slow.push(it))
})

/** A request whose body is on its way, of which `socket.bytesRead` has come. */
function receiving() {
  const socket = { bytesRead: 0, destroyed: false }
  const request = { complete: false, method: 'POST', url: '/v1/assets', headers: { 'content-length': '9000' }, socket }
  const it = { request: { ...request, readableLength: 0, readableHighWaterMark: 1 } } as unknown as Receiving
  watch.add(it)
  return { it, socket }
}

/** Looks every second, so often; each time so many bytes have come. */
function look(times: number, socket: { bytesRead: number }, bytes = 0) {
  for (let at = 0; at < times; at += 1) {
    now += 1000
    socket.bytesRead += bytes
    watch.check()
  }
}

describe('a body that is watched', () => {
  test('is too slow once its span has passed without the bytes that belong to it', () => {
    const { it, socket } = receiving()
    look(29, socket, 3)
    expect(slow).toEqual([])
    look(1, socket, 3)
    expect(slow).toEqual([it])
  })

  test('is not while each span brings them', () => {
    const { socket } = receiving()
    look(300, socket, 5)
    expect(slow).toEqual([])
  })

  test('is not where it was this process that stood still: what has come by then is not read yet', () => {
    const { socket } = receiving()
    look(5, socket, 5)
    now += 10 * SPAN_MS
    watch.check()
    expect(slow).toEqual([])
    socket.bytesRead += 1000
    look(20, socket)
    expect(slow).toEqual([])
    look(11, socket)
    expect(slow).toHaveLength(1)
  })
})
