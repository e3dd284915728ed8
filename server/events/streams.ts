import { type Kysely, sql } from 'kysely'
import { GAP } from '../../src/api/contract/events.ts'
import { PRESENCE } from '../../src/api/contract/presence.ts'
import { type Ability, withoutWardrobe } from '../auth/abilities.ts'
import { allowedAssets, allowedInTrash } from '../auth/allowed.ts'
import type { Revocations } from '../auth/revocations.ts'
import type { Caller } from '../call.ts'
import type { Database } from '../db/schema.ts'
import { Audience, type Reader } from './audience.ts'
import type { Events } from './bus.ts'
import type { Presence } from './presence.ts'
import { createSlots, STREAM_CAPS, type StreamCaps } from './stream-slots.ts'

/** A silent stream says something so often, in milliseconds: the server cuts what is silent for 120 s. */
export const HEARTBEAT_MS = 25_000

/** So many bytes may wait for a slow reader; at the next event it is cut off, and comes back to where it was. */
export const MOST_WAITING_BYTES = 256 * 1024

/** Who comes back after more events than this looks at everything anew: that is cheaper than to judge them all. */
const MOST_MISSED = 1000

/** When a reader that was cut off should come back, in milliseconds. */
const RETRY_MS = 3_000

/** How long a reader may take for the rest once its stream has ended, in milliseconds; then its connection is cut. */
const LINGER_MS = 5_000

/** What event streams are answered with. */
export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // nginx would keep the events until there are many.
  'x-accel-buffering': 'no',
}

/** Whose stream it is and where it goes on. */
export interface StreamRequest {
  caller: Caller
  address: string
  /** Milliseconds until the caller's token ends, and the stream with it. */
  lifeMs: number
  /** The `Last-Event-ID` of a reader that comes back. */
  after: string | undefined
  /** Cuts the connection, where there is one: an answer that ended waits for its reader for ever. */
  cut?: () => void
}

/** The live streams of a server. */
export interface Streams {
  /**
   * The events a caller may see, as server-sent events, until their token or their session ends. Throws
   * `TOO_MANY_REQUESTS` where too many are open.
   */
  open(request: StreamRequest): Response
}

interface Needs {
  events: Events
  db: Kysely<Database>
  revocations: Revocations
  /** Without it nobody hears who else is where. */
  presence?: Pick<Presence, 'listen'>
}

/**
 * Makes the streams of a server. Readers whose tokens say the same share one question to the store for each event. What was
 * deleted is asked about in the trash, so that those who may read only some assets hear of its deletion too.
 */
export function createStreams(
  needs: Needs,
  { caps = STREAM_CAPS, heartbeatMs = HEARTBEAT_MS }: { caps?: StreamCaps; heartbeatMs?: number } = {},
): Streams {
  const { events, revocations, presence } = needs
  const take = createSlots(caps)
  const audiences = new Map<string, Audience>()
  const open = new Set<() => void>()
  events.watch({
    onEvents: () => {
      for (const audience of audiences.values()) audience.tell()
    },
    onEnd: () => {
      for (const end of [...open]) end()
    },
  })

  const join = (whole: Ability, reader: Reader): (() => void) => {
    // Guests are many, and a question for each of them at every event would stop all else: they hear of what is everybody's.
    const ability = withoutWardrobe(whole)
    const rules = ability.rulesFor('read', 'Asset').map(({ conditions }) => conditions)
    const key = rules.some((conditions) => !conditions) ? 'all' : JSON.stringify(rules)
    const audience =
      audiences.get(key) ?? new Audience(events, key === 'all' ? undefined : (ids) => visible(needs.db, ability, ids))
    audiences.set(key, audience)
    audience.join(reader)
    return () => {
      audience.leave(reader)
      if (audience.size === 0 && audiences.get(key) === audience) audiences.delete(key)
    }
  }

  return {
    open({ caller, address, lifeMs, after, cut = () => {} }) {
      const giveBack = take(caller.id, address)
      const encoder = new TextEncoder()
      const ends: (() => void)[] = [giveBack]
      let isOver = false
      let isCancelled = false
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const end = () => {
              if (isOver) return
              isOver = true
              for (const stop of ends) stop()
              if (isCancelled) return
              controller.close()
              setTimeout(cut, LINGER_MS).unref()
            }
            ends.push(
              () => clearInterval(heart),
              () => clearTimeout(life),
            )
            const write = (text: Uint8Array) => {
              if (isOver) return
              if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(text)
              end()
              cut()
            }
            const heart = setInterval(() => write(encoder.encode(':\n\n')), heartbeatMs)
            const life = setTimeout(end, lifeMs)
            const place = after === undefined ? events.last : placeOf(events, after)
            write(encoder.encode(`retry: ${RETRY_MS}\n\n${place === 'gap' ? `event: ${GAP}\ndata:\n\n` : ''}`))
            open.add(end)
            ends.push(() => open.delete(end))
            // What speaks to a person: neither to guests nor to programs.
            if (presence && !caller.anonymous && !caller.scopes)
              ends.push(
                presence.listen(caller.id, (assetId) =>
                  write(encoder.encode(`event: ${PRESENCE}\ndata: ${JSON.stringify({ assetId })}\n\n`)),
                ),
              )
            ends.push(revocations.onRevoked(caller.sessionId, end))
            ends.push(join(caller.ability, { place: place === 'gap' ? events.last : place, write }))
            // It may have ended between the check of the token and here.
            if (revocations.has(caller.sessionId) === true) end()
          },
          cancel() {
            isCancelled = true
            isOver = true
            for (const stop of ends) stop()
          },
        },
        new ByteLengthQueuingStrategy({ highWaterMark: MOST_WAITING_BYTES }),
      )
      return new Response(body, { headers: STREAM_HEADERS })
    },
  }
}

function placeOf(events: Events, id: string): number | 'gap' {
  const place = events.placeOf(id)
  return place === 'gap' || events.last - place > MOST_MISSED ? 'gap' : place
}

/** Which of some assets may be seen, or could be until they were put into the trash. */
async function visible(db: Kysely<Database>, ability: Ability, ids: string[]): Promise<ReadonlySet<string>> {
  const found = await db
    .selectFrom('assets')
    .select('id')
    .where('id', 'in', ids)
    .where(sql<boolean>`(${allowedAssets(ability, 'read')} or ${allowedInTrash(ability, 'read')})`)
    .execute()
  return new Set(found.map(({ id }) => id))
}
