import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from '../db/schema.ts'
import { DatabaseUnavailableError } from '../errors/database-errors.ts'
import type { EventBus } from '../events/event-bus.ts'
import { startEventPump } from '../events/event-pump.ts'
import { createDeliveries } from './create-deliveries.ts'
import type { WebhookDestinations } from './post-webhook.ts'
import { createWebhookSender } from './webhook-sender.ts'

/** Interval for finding deliveries that are due for a retry or that another process requested, in milliseconds. */
const POLL_MS = 5_000

export interface Webhooks {
  wake(): void
  stop(): Promise<void>
}

interface WebhooksDeps {
  db: Kysely<Database>
  now: () => Date
  events: EventBus
  log: Logger
  isShared: boolean
  reach: WebhookDestinations
}

/** Starts storing and sending deliveries, in one process at a time. */
export function startWebhooks({ db, now, events, log, isShared, reach }: WebhooksDeps): Webhooks {
  const stopping = new AbortController()
  let waking = new AbortController()
  const pump = startEventPump({
    db,
    events,
    log,
    name: 'webhooks',
    isShared,
    async deliver(batch) {
      await createDeliveries(db, now(), batch)
      waking.abort()
    },
  })
  const hasStopped = () => stopping.signal.aborted || !pump.isActive
  const onFault = (err: unknown) => {
    // The database layer logs outages.
    if (!(err instanceof DatabaseUnavailableError)) log.error({ err }, 'webhooks cannot be delivered')
  }
  const sender = createWebhookSender({ db, now, reach, isStopped: hasStopped, onFault })
  const run = async () => {
    while (!stopping.signal.aborted) {
      waking = new AbortController()
      if (pump.isActive) await sender.sendDue().catch(onFault)
      const signal = AbortSignal.any([stopping.signal, waking.signal])
      await pause(POLL_MS, undefined, { signal, ref: false }).catch(() => {})
    }
    await sender.idle()
  }
  const running = run()
  return {
    wake: () => waking.abort(),
    async stop() {
      stopping.abort()
      await running
      await pump.stop()
    },
  }
}
