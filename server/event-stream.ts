import type { Kysely } from 'kysely'
import { GAP } from '../src/api/contract/events.ts'
import { allowedAssets } from './auth/allowed.ts'
import type { Caller } from './call.ts'
import type { Database } from './db/schema.ts'
import type { Events, Numbered } from './events.ts'

/** A silent stream says something so often, in milliseconds: the server cuts what is silent for 120 s. */
export const HEARTBEAT_MS = 25_000

/** So many events wait for a slow reader; then it is cut off and comes back to where it was. */
const MOST_WAITING = 500

/** When a reader that was cut off should come back, in milliseconds. */
const RETRY_MS = 3_000

/** Whose stream it is and where it goes on. */
export interface StreamRequest {
  caller: Caller
  /** Milliseconds until the caller's token ends, and the stream with it. */
  lifeMs: number
  /** The `Last-Event-ID` of a reader that comes back. */
  after: string | undefined
  heartbeatMs?: number
}

/**
 * The events a caller may see, as server-sent events. Those who may read only some assets are asked for each in the store,
 * so they do not hear of a deletion: there is nothing left to ask about.
 */
export function streamEvents(
  { events, db }: { events: Events; db: Kysely<Database> },
  { caller, lifeMs, after, heartbeatMs = HEARTBEAT_MS }: StreamRequest,
): Response {
  const encoder = new TextEncoder()
  let end = () => {}
  let isCancelled = false
  const body = new ReadableStream<Uint8Array>(
    {
      start(controller) {
        const send = (text: string) => {
          controller.enqueue(encoder.encode(text))
          if ((controller.desiredSize ?? 0) <= 0) end()
        }
        const seesAll = caller.ability.rulesFor('read', 'Asset').some(({ conditions }) => !conditions)
        let last: Promise<unknown> = Promise.resolve()
        let isOver = false
        const tell = (numbered: Numbered) => {
          if (seesAll) return send(written(numbered))
          last = last
            .then(() => isVisible(db, caller, numbered.event.id))
            .then((sees) => sees && !isOver && send(written(numbered)))
            .catch(() => end())
        }
        end = () => {
          if (isOver) return
          isOver = true
          clearInterval(heart)
          clearTimeout(life)
          subscription.stop()
          if (!isCancelled) controller.close()
        }
        const heart = setInterval(() => send(':\n\n'), heartbeatMs)
        const life = setTimeout(() => end(), lifeMs)
        const subscription = events.subscribe({ onEvent: tell, onEnd: () => end() }, after)
        send(`retry: ${RETRY_MS}\n\n`)
        if (subscription.missed === 'gap') send(`event: ${GAP}\ndata:\n\n`)
        else subscription.missed.forEach(tell)
      },
      cancel() {
        isCancelled = true
        end()
      },
    },
    new CountQueuingStrategy({ highWaterMark: MOST_WAITING }),
  )
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      // nginx would keep the events until there are many.
      'x-accel-buffering': 'no',
    },
  })
}

const written = ({ eventId, event }: Numbered) => `id: ${eventId}\ndata: ${JSON.stringify(event)}\n\n`

async function isVisible(db: Kysely<Database>, { ability }: Caller, id: string): Promise<boolean> {
  const found = await db
    .selectFrom('assets')
    .select('id')
    .where('id', '=', id)
    .where(allowedAssets(ability, 'read'))
    .executeTakeFirst()
  return found !== undefined
}
