import { createServer as createHttpServer, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { endSessions, startSession } from '../../server/auth/sessions.ts'
import { createApp } from '../../server/boot/app.ts'
import { MAX_BUFFERED_BYTES } from '../../server/events/event-streams.ts'
import { STREAM_LIMITS } from '../../server/events/stream-slots.ts'
import type { SessionData } from '../../src/api/contract/auth.ts'
import { publishEvent } from '../support/publish-event.ts'
import { openTestServer, type TestServer } from '../support/server.ts'

const isSoak = Boolean(process.env.SOAK)
const SLOW_STREAMS = isSoak ? 200 : 20
const ACTIVE_STREAMS = isSoak ? 2000 : 60
const MB = 1024 * 1024

let server: TestServer
let http: Server

beforeAll(async () => {
  server = await openTestServer({ deps: { trustedProxies: 1 } })
  http = createHttpServer(getRequestListener(createApp(server.deps).fetch, { overrideGlobalObjects: false }) as never)
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  http.closeAllConnections()
  http.close()
  await server.close()
})

const countConnections = () => new Promise<number>((resolve) => http.getConnections((_, count) => resolve(count)))

async function signInUser(): Promise<SessionData> {
  const id = uuidv7()
  await server.deps.db
    .insertInto('users')
    .values({ id, role: 'user', created_at: server.deps.now(), verified_at: server.deps.now() })
    .execute()
  return startSession(server.deps, id, { address: 'harbour' }, 'test')
}

/** Signs in as many users as this number of streams needs. */
const signInUsers = (streams: number) =>
  Promise.all(Array.from({ length: Math.ceil(streams / STREAM_LIMITS.perAccount) }, signInUser))

/** Start of the line with an event's id, and the end of a chunked body. */
const [ID_LINE, BODY_END] = ['\nid: ', '0\r\n\r\n']

interface StreamHandlers {
  /** Called for each received chunk with the number of events that start in the chunk. */
  onEvents?: (count: number) => void
  onEnd?: () => void
}

/** Opens an event stream over a real connection with its own client address. Resolves once the stream has started. */
async function openStream(
  { token }: SessionData,
  number: number,
  { onEvents = () => {}, onEnd = () => {} }: StreamHandlers = {},
): Promise<Socket> {
  const socket = connect((http.address() as AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  const address = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
  socket.write(
    `GET /v1/events HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
  )
  await new Promise<void>((resolve, reject) => {
    let head = ''
    const onData = (bytes: Buffer) => {
      head += bytes
      if (!head.includes('retry: 3000')) return head.includes('HTTP/1.1 4') ? reject(new Error(head)) : undefined
      socket.off('data', onData)
      resolve()
    }
    socket.on('data', onData)
  })
  // The last bytes may be the start of a match that the next chunk completes.
  let remainder = ''
  socket.on('data', (bytes) => {
    const text = `${remainder}${bytes}`
    onEvents(text.split(ID_LINE).length - 1)
    if (text.endsWith(BODY_END)) onEnd()
    remainder = text.slice(1 - ID_LINE.length)
  })
  return socket
}

/** Returns an event of two kilobytes, so that the system's buffers fill quickly. */
const buildLargeEvent = (id: number) => ({
  key: 'asset.v2.updated' as const,
  id: String(id),
  at: '2026-03-02T09:00:00.000Z',
  fields: ['x'.repeat(2000)],
})

test('disconnects clients that stop reading, delivers all events to active clients, and bounds memory', async () => {
  const slowSockets = await Promise.all(
    (await signInUsers(SLOW_STREAMS)).flatMap((account, i) =>
      Array.from({ length: STREAM_LIMITS.perAccount }, async (_, j) => {
        const socket = await openStream(account, i * 1000 + j)
        socket.pause()
        return socket
      }),
    ),
  )
  const counts: number[] = []
  const activeSockets = await Promise.all(
    (await signInUsers(3)).map((account, i) => {
      counts.push(0)
      return openStream(account, 1_000_000 + i, {
        onEvents: (count) => {
          counts[i]! += count
        },
      })
    }),
  )
  expect(await countConnections()).toBe(slowSockets.length + activeSockets.length)
  const before = process.memoryUsage()
  let maxMemoryGrowth = 0
  let published = 0
  while ((await countConnections()) > activeSockets.length) {
    for (let i = 0; i < 100; i += 1) publishEvent(server.deps.events, buildLargeEvent(published++))
    // Waits for active readers, so that only idle readers are disconnected.
    await vi.waitFor(() => expect(counts).toEqual(counts.map(() => published)), { timeout: 20_000, interval: 1 })
    const { arrayBuffers, heapUsed } = process.memoryUsage()
    maxMemoryGrowth = Math.max(maxMemoryGrowth, arrayBuffers + heapUsed - before.arrayBuffers - before.heapUsed)
    expect(published * 2000).toBeLessThan(200 * MB)
  }
  console.log(
    `${slowSockets.length} clients that do not read: disconnected within ${Math.round((published * 2000) / MB)} MB, ` +
      `at most ${Math.round(maxMemoryGrowth / MB)} MB more memory`,
  )
  expect(maxMemoryGrowth).toBeLessThan(slowSockets.length * 2 * MAX_BUFFERED_BYTES + 100 * MB)
  for (const socket of [...slowSockets, ...activeSockets]) socket.destroy()
  await vi.waitFor(async () => expect(await countConnections()).toBe(0), 10_000)
})

test('delivers every event to all TCP clients, and ends only the streams of a user whose sessions ended', async () => {
  const sessions = await signInUsers(ACTIVE_STREAMS)
  const counts = new Map<number, number>()
  const endedStreams = new Set<number>()
  const sockets = await Promise.all(
    sessions.flatMap((account, i) =>
      Array.from({ length: STREAM_LIMITS.perAccount }, async (_, j) => {
        const number = i * 1000 + j
        return openStream(account, 2_000_000 + number, {
          onEvents: (count) => counts.set(number, (counts.get(number) ?? 0) + count),
          onEnd: () => endedStreams.add(number),
        })
      }),
    ),
  )
  for (let i = 0; i < 100; i += 1) {
    publishEvent(server.deps.events, { key: 'asset.v1.updated', id: String(i), at: '2026-03-02T09:00:00.000Z' })
    if (i % 10 === 0) await turn()
  }
  await vi.waitFor(() => expect([...counts.values()]).toEqual(Array(sockets.length).fill(100)), 20_000)
  const [first] = sessions
  await endSessions(server.deps.db, server.deps.now(), first!._id, { reason: 'logout-everywhere', address: 'local' })
  await server.deps.revocations.catchUp()
  await vi.waitFor(() => expect(endedStreams.size).toBe(STREAM_LIMITS.perAccount), 10_000)
  expect([...endedStreams].every((number) => number < 1000)).toBe(true)
  for (const socket of sockets) socket.destroy()
  await vi.waitFor(async () => expect(await countConnections()).toBe(0), 10_000)
})
