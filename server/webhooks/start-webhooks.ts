import { setTimeout as pause } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { DatabaseAway } from '../db/faults.ts'
import type { Database } from '../db/schema.ts'
import type { Events } from '../events/bus.ts'
import { startPump } from '../events/pump.ts'
import { fanOut } from './fan-out.ts'
import type { Reach } from './post.ts'
import { sendDue } from './sender.ts'

/** How often what was asked for in another process, or ran out there, is looked for, in milliseconds. */
const LOOK_MS = 5_000

/** Tells webhooks what happens. */
export interface Webhooks {
  /** There may be something to send. */
  wake(): void
  stop(): Promise<void>
}

interface Needs {
  db: Kysely<Database>
  now: () => Date
  events: Events
  log: Logger
  /** Whether other processes have this store too. */
  isShared: boolean
  reach: Reach
}

/** Starts to write down what is to be sent, and to send it; of several processes one does. */
export function startWebhooks({ db, now, events, log, isShared, reach }: Needs): Webhooks {
  const ending = new AbortController()
  let waking = new AbortController()
  const pump = startPump({
    db,
    events,
    log,
    name: 'webhooks',
    isShared,
    async deliver(batch) {
      await fanOut(db, now(), batch)
      waking.abort()
    },
  })
  const isOver = () => ending.signal.aborted
  const run = async () => {
    while (!isOver()) {
      waking = new AbortController()
      const sent = pump.isOurs ? await sendDue({ db, now, reach }, isOver).catch(told) : 0
      if (sent > 0 || isOver()) continue
      const signal = AbortSignal.any([ending.signal, waking.signal])
      await pause(LOOK_MS, undefined, { signal, ref: false }).catch(() => {})
    }
  }
  const told = (err: unknown) => {
    // An outage is told by the database's own log.
    if (!(err instanceof DatabaseAway)) log.error({ err }, 'webhooks cannot be sent to')
    return 0
  }
  const running = run()
  return {
    wake: () => waking.abort(),
    async stop() {
      ending.abort()
      await running
      await pump.stop()
    },
  }
}
