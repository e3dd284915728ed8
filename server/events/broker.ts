import { type ChannelModel, type ConfirmChannel, connect } from 'amqplib'
import type { AssetEventMessage } from '../../src/api/contract/events.ts'
import type { StoredEvent } from './outbox.ts'
import { toAssetEventMessage } from './to-asset-event-message.ts'

/** Exchange that receives every event by its routing key: durable, of type topic. */
export const EXCHANGE_NAME = 'atelier.events'

/** Timeouts for connecting, confirming a batch and closing. Afterwards the broker counts as unreachable. */
const CONNECT_TIMEOUT_MS = 5_000
const CONFIRM_TIMEOUT_MS = 8_000
const BROKER_CLOSE_TIMEOUT_MS = 2_000

export interface Broker {
  /**
   * Resolves once the broker has stored the whole batch on disk. Rejects if that is uncertain; the caller then sends the batch
   * again.
   */
  publish(batch: readonly StoredEvent[]): Promise<void>
  close(): Promise<void>
}

/** Creates the client of the broker. The client connects when it publishes its first batch, and reconnects after each error. */
export function createBroker(url: string): Broker {
  let open: { connection: ChannelModel; channel: ConfirmChannel } | undefined

  const openOrReuse = async () => {
    if (open) return open.channel
    const connection = await connect(url, { timeout: CONNECT_TIMEOUT_MS })
    // Without a listener, an error would end the process. `publish` fails anyway, because its batch is not confirmed.
    connection.on('error', () => {})
    connection.on('close', () => {
      if (open?.connection === connection) open = undefined
    })
    try {
      const channel = await rejectAfter(openChannel(connection), CONNECT_TIMEOUT_MS)
      open = { connection, channel }
      return channel
    } catch (error) {
      void rejectAfter(connection.close(), BROKER_CLOSE_TIMEOUT_MS).catch(() => {})
      throw error
    }
  }
  const disconnect = () => {
    const closing = open
    open = undefined
    void closing?.connection.close().catch(() => {})
  }

  return {
    async publish(batch) {
      try {
        const channel = await openOrReuse()
        for (const storedEvent of batch) send(channel, toAssetEventMessage(storedEvent))
        await rejectAfter(channel.waitForConfirms(), CONFIRM_TIMEOUT_MS)
      } catch (error) {
        disconnect()
        throw error
      }
    },
    async close() {
      const { connection } = open ?? {}
      open = undefined
      if (connection) await rejectAfter(connection.close(), BROKER_CLOSE_TIMEOUT_MS).catch(() => {})
    },
  }
}

async function openChannel(connection: ChannelModel): Promise<ConfirmChannel> {
  const channel = await connection.createConfirmChannel()
  channel.on('error', () => {})
  await channel.assertExchange(EXCHANGE_NAME, 'topic', { durable: true })
  return channel
}

function send(channel: ConfirmChannel, message: AssetEventMessage): void {
  channel.publish(EXCHANGE_NAME, message.key, Buffer.from(JSON.stringify(message)), {
    persistent: true,
    messageId: message.id,
    type: message.key,
    contentType: 'application/json',
    timestamp: Math.floor(Date.parse(message.at) / 1000),
    appId: 'atelier',
  })
}

async function rejectAfter<T>(promise: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`The broker did not respond within ${ms} ms.`)), ms)
  })
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
