import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'
import pino from 'pino'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { listenToChannel } from '../../../server/db/listen-to-channel.ts'
import { closeServer } from '../../support/cuttable-proxy.ts'
import { postgresSkipReason, TestPostgres } from '../../support/postgres.ts'

describe.skipIf(postgresSkipReason)('a connection that listens to the database', () => {
  let postgres: TestPostgres
  let other: pg.Client
  beforeAll(async () => {
    postgres = await TestPostgres.create()
    other = new pg.Client(postgres.url)
    await other.connect()
  })
  afterAll(async () => {
    await other.end()
    await postgres.remove()
  })

  test.each(['listen', 'select 1'])(
    'is replaced by a new connection if the database does not respond to `%s`',
    async (last) => {
      const wire = await openForgetful(postgres.url, last)
      const payloads: string[] = []
      let listening = 0
      const stop = listenToChannel({
        url: `postgres://atelier@127.0.0.1:${wire.port}/postgres`,
        channel: 'news',
        onNotification: (payload) => payloads.push(payload),
        onListening: () => {
          listening += 1
        },
        log: pino({ level: 'silent' }),
        times: { pingMs: 20, pingTimeoutMs: 1_000 },
      })
      await vi.waitFor(async () => {
        expect(wire.forgotten).toBe(1)
        await other.query(`select pg_notify('news', 'again')`)
        expect(payloads).toContain('again')
        expect(listening).toBeGreaterThan(last === 'listen' ? 0 : 1)
        expect(wire.left).toBe(true)
      })
      await stop()
      await wire.close()
    },
  )
})

/**
 * Opens a proxy to a database. Once the client has sent `last`, its first connection stays open but transmits nothing. Later
 * connections work.
 */
async function openForgetful(url: string, last: string) {
  const path = `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`
  const sockets: Socket[] = []
  let first: Socket | undefined
  const listening = createServer((near) => {
    const far = connect(path)
    sockets.push(near, far)
    first ??= near
    let isForgotten = false
    near.on('data', (bytes) => {
      if (near === first && !isForgotten && bytes.includes(last)) {
        isForgotten = true
        wire.forgotten += 1
      }
      if (!isForgotten) far.write(bytes)
    })
    far.on('data', (bytes) => {
      if (!isForgotten) near.write(bytes)
    })
    near.on('close', () => {
      if (isForgotten) wire.left = true
      far.destroy()
    })
    far.on('close', () => near.destroy())
    for (const socket of [near, far]) socket.on('error', () => {})
  })
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve))
  const wire = {
    port: (listening.address() as AddressInfo).port,
    forgotten: 0,
    /** Whether the client has closed the silent connection. */
    left: false,
    close() {
      for (const socket of sockets) socket.destroy()
      return closeServer(listening)
    },
  }
  return wire
}
