import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ChannelModel, connect } from 'amqplib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBroker, EXCHANGE_NAME } from '../../../server/events/broker.ts'
import { startEventPump } from '../../../server/events/event-pump.ts'
import { writeEvents } from '../../../server/events/outbox.ts'
import { EVENT_KEYS } from '../../../src/api/contract/events.ts'
import { buildTinyGlb } from '../../support/glb.ts'
import { rabbitSkipReason, TestRabbit } from '../../support/rabbit.ts'
import { sampledTest } from '../../support/sampled-test.ts'
import { openTestServer, START_TIME, type TestServer } from '../../support/server.ts'
import { startServer } from '../../support/server-process.ts'

interface ReceivedMessage {
  key: string
  id: string
  isPersistent: boolean
  body: Record<string, unknown>
}

describe.skipIf(rabbitSkipReason)(`a message broker${rabbitSkipReason ? `: ${rabbitSkipReason}` : ''}`, () => {
  let rabbit: TestRabbit
  let server: TestServer
  const ends: (() => Promise<unknown>)[] = []

  beforeAll(async () => {
    ;[rabbit, server] = await Promise.all([TestRabbit.create(), openTestServer()])
  })
  beforeEach(() => server.reset())
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  afterAll(async () => {
    await server.close()
    await rabbit.remove()
  })

  const publish = async () => {
    const broker = createBroker(rabbit.url)
    const { db, events, log } = server.deps
    const { stop } = startEventPump({ db, events, log, name: 'amqp', isShared: false, deliver: broker.publish })
    ends.push(broker.close, stop)
    await vi.waitFor(async () => {
      expect(await db.selectFrom('event_consumers').select('holder').execute()).not.toEqual([])
    })
  }
  /** Declares a durable queue, bound to a key pattern. */
  const listen = async (queue: string, pattern: string) => {
    const connection = await connect(rabbit.url)
    const channel = await connection.createChannel()
    await channel.assertExchange(EXCHANGE_NAME, 'topic', { durable: true })
    await channel.assertQueue(queue, { durable: true })
    await channel.bindQueue(queue, EXCHANGE_NAME, pattern)
    await connection.close()
    ends.push(() => removeQueue(queue))
  }
  const removeQueue = async (queue: string) => {
    const connection = await connect(rabbit.url)
    await (await connection.createChannel()).deleteQueue(queue)
    await connection.close()
  }
  const read = async (queue: string, count: number): Promise<ReceivedMessage[]> => {
    const connection: ChannelModel = await connect(rabbit.url)
    const channel = await connection.createChannel()
    const all: ReceivedMessage[] = []
    await new Promise<void>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${all.length} of ${count} messages came`)), 20_000)
      void channel.consume(
        queue,
        (message) => {
          const { fields, properties, content } = message!
          all.push({
            key: fields.routingKey,
            id: properties.messageId as string,
            isPersistent: properties.deliveryMode === 2,
            body: JSON.parse(content.toString()) as Record<string, unknown>,
          })
          if (all.length < count) return
          clearTimeout(timer)
          resolve()
        },
        { noAck: true },
      )
    })
    await connection.close()
    return all
  }

  test('receives each change as a persistent message with a routing key and the id of the actor', async () => {
    await listen('all', 'asset.#')
    await listen('second version', 'asset.v2.*')
    await publish()
    const admin = await server.account('admin')
    const modelUrl = (await server.upload(admin, buildTinyGlb())).url
    const { id } = await admin.client.assets.create({ body: { name: 'A', type: 'top', gender: 'male', modelUrl } })
    server.advance(1000)
    await admin.client.assets.update({ id, body: { name: 'B' } })
    const payload = { assetId: id, actorId: admin.id, at: '2026-03-02T09:00:00.000Z' }
    const later = { ...payload, at: '2026-03-02T09:00:01.000Z' }
    expect(await read('all', 3)).toEqual([
      {
        key: 'asset.v1.created',
        id: '1',
        isPersistent: true,
        body: { id: '1', key: 'asset.v1.created', version: 1, ...payload },
      },
      {
        key: 'asset.v1.updated',
        id: '2',
        isPersistent: true,
        body: { id: '2', key: 'asset.v1.updated', version: 1, ...later },
      },
      {
        key: 'asset.v2.updated',
        id: '3',
        isPersistent: true,
        body: { id: '3', key: 'asset.v2.updated', version: 2, fields: ['name'], ...later },
      },
    ])
    expect((await read('second version', 1)).map(({ key }) => key)).toEqual(['asset.v2.updated'])
  })

  sampledTest(
    'receives all of 2,000 events, those of each asset in order, although it is killed and restarted',
    async () => {
      await listen('kept', 'asset.#')
      await publish()
      const { db, relay } = server.deps
      const assets = 20
      const write = async (from: number, to: number) => {
        const batch = Array.from({ length: to - from }, (_, i) => ({
          key: EVENT_KEYS.updated,
          id: `asset ${(from + i) % assets}`,
          at: new Date(START_TIME.getTime() + from + i).toISOString(),
        }))
        await writeEvents(db, 'somebody', batch)
        relay.wake()
      }
      const readPosition = async () =>
        Number((await db.selectFrom('event_consumers').select('position').executeTakeFirstOrThrow()).position)
      const startPosition = await readPosition()
      await write(0, 1500)
      // Once the first are confirmed, the others are in flight.
      await vi.waitFor(async () => expect(await readPosition()).toBeGreaterThan(startPosition), {
        interval: 1,
        timeout: 10_000,
      })
      const killed = rabbit.kill()
      await write(1500, 1800)
      await killed
      await rabbit.start()
      await write(1800, 2000)
      await vi.waitFor(async () => expect(await readPosition()).toBe(startPosition + 2000), 30_000)
      // Delivery is at least once: messages in flight when the broker was killed may arrive twice.
      const probe = await countOf('kept')
      const all = await read('kept', probe)
      expect(new Set(all.map(({ id }) => id)).size).toBe(2000)
      const receivedIds = new Set<string>()
      const firsts = all.filter(({ id }) => !receivedIds.has(id) && receivedIds.add(id))
      for (let asset = 0; asset < assets; asset += 1) {
        const times = firsts.filter(({ body }) => body['assetId'] === `asset ${asset}`).map(({ body }) => body['at'])
        expect(times).toEqual([...times].sort())
      }
    },
  )

  sampledTest('receives events from a server that is started with the broker’s URL in AMQP_URL', async () => {
    await listen('started', 'asset.#')
    const folder = mkdtempSync(join(tmpdir(), 'atelier-broker-'))
    const started = await startServer(folder, { AMQP_URL: rabbit.url })
    ends.push(async () => rmSync(folder, { recursive: true, force: true }), started.stop)
    const callServer = async (method: string, path: string, token?: string, body?: object) => {
      const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
      const response = await fetch(`${started.url}/v1/${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      })
      return (await response.json()) as never
    }
    const account = { email: 'admin@atelier.example', password: 'atelier-demo-1' }
    const { token } = (await callServer('POST', 'auth/login', undefined, account)) as { token: string }
    const { data } = (await callServer('GET', 'assets?limit=1', token)) as { data: { id: string }[] }
    await callServer('PUT', `assets/${data[0]!.id}/lock`, token, {})
    const [message] = await read('started', 1)
    expect(message).toMatchObject({ key: 'asset.v1.locked', body: { assetId: data[0]!.id } })
  })

  const countOf = async (queue: string) => {
    const connection = await connect(rabbit.url)
    const { messageCount } = await (await connection.createChannel()).checkQueue(queue)
    await connection.close()
    return messageCount
  }
})
