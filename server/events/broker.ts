import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib'
import type { AssetMessage } from '../../src/api/contract/events.ts'
import { messageOf } from './message.ts'
import type { Kept } from './outbox.ts'

/** The exchange every event goes to, by its routing key; durable, of type topic. */
export const EXCHANGE = 'atelier.events'

/** A broker that takes neither a connection nor a batch in so many milliseconds is away. */
const CONNECT_MS = 5_000
const CONFIRM_MS = 8_000
const CLOSE_MS = 2_000

/** Publishes events to a broker of AMQP 0-9-1. */
export interface Broker {
  /** Resolves once the broker has all of them on its disk. Rejects where it may not: then they are sent again. */
  publish(batch: readonly Kept[]): Promise<void>
  close(): Promise<void>
}

/** Makes the broker's client; it connects at the first batch, and anew after each fault. */
export function createBroker(url: string): Broker {
  let open: { connection: ChannelModel; channel: ConfirmChannel } | undefined

  const opened = async () => {
    if (open) return open.channel
    const connection = await connect(url, { timeout: CONNECT_MS })
    // Without a listener a fault would end the process. The batch that is under way hears of it by its confirms.
    connection.on('error', () => {})
    connection.on('close', () => {
      if (open?.connection === connection) open = undefined
    })
    try {
      const channel = await inTime(channelOf(connection), CONNECT_MS)
      open = { connection, channel }
      return channel
    } catch (fault) {
      // Nobody else knows of it, and another is opened at the next try.
      void inTime(connection.close(), CLOSE_MS).catch(() => {})
      throw fault
    }
  }
  const drop = () => {
    const gone = open
    open = undefined
    void gone?.connection.close().catch(() => {})
  }

  return {
    async publish(batch) {
      try {
        const channel = await opened()
        for (const kept of batch) send(channel, messageOf(kept))
        await inTime(channel.waitForConfirms(), CONFIRM_MS)
      } catch (fault) {
        drop()
        throw fault
      }
    },
    async close() {
      const { connection } = open ?? {}
      open = undefined
      if (connection) await inTime(connection.close(), CLOSE_MS).catch(() => {})
    },
  }
}

async function channelOf(connection: ChannelModel): Promise<ConfirmChannel> {
  const channel = await connection.createConfirmChannel()
  channel.on('error', () => {})
  await channel.assertExchange(EXCHANGE, 'topic', { durable: true })
  return channel
}

function send(channel: ConfirmChannel, message: AssetMessage): void {
  channel.publish(EXCHANGE, message.key, Buffer.from(JSON.stringify(message)), {
    persistent: true,
    messageId: message.id,
    type: message.key,
    contentType: 'application/json',
    timestamp: Math.floor(Date.parse(message.at) / 1000),
    appId: 'atelier',
  })
}

async function inTime<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The broker did not answer within ${ms} ms.`)), ms)
  })
  return Promise.race([answer, late]).finally(() => clearTimeout(timer))
}
