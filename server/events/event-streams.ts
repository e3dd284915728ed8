import { type Kysely, sql } from 'kysely'
import { GAP_EVENT } from '../../src/api/contract/events.ts'
import { PRESENCE_EVENT } from '../../src/api/contract/presence.ts'
import { type Ability, withoutWardrobeRules } from '../auth/abilities.ts'
import { allowedAssetsSql, allowedTrashedAssetsSql } from '../auth/allowed-assets.ts'
import { type Caller, isMember } from '../auth/call.ts'
import type { Revocations } from '../auth/revocations.ts'
import type { Database } from '../db/schema.ts'
import type { EventBus } from './event-bus.ts'
import type { Presence } from './presence.ts'
import { ReaderGroup, type StreamReader } from './reader-group.ts'
import { createStreamSlots, STREAM_LIMITS, type StreamLimits } from './stream-slots.ts'

/** Interval of heartbeats. The server closes connections that are idle for 120 s. */
export const HEARTBEAT_MS = 25_000

/** Maximum number of bytes buffered for a slow reader. At the next event the reader is disconnected, and must reconnect. */
export const MAX_BUFFERED_BYTES = 256 * 1024

/** Maximum number of missed events to send. With more, a full reload is cheaper for the reader. */
const MAX_MISSED_EVENTS = 1000

const RECONNECT_MS = 3_000

/** Time for a reader to receive the rest of an ended stream, before its connection is closed. */
const LINGER_MS = 5_000

export const STREAM_HEADERS = {
  'content-type': 'text/event-stream',
  'cache-control': 'no-store',
  // Otherwise nginx buffers events.
  'x-accel-buffering': 'no',
}

export interface StreamRequest {
  caller: Caller
  address: string
  /** Time until the caller's token expires. */
  lifeMs: number
  after: string | undefined
  /** Closes the connection. Without it, an ended response would wait for a slow reader without limit. */
  destroyConnection?: () => void
}

export interface EventStreams {
  /**
   * Opens a stream of server-sent events that the caller is allowed to see. The stream ends with the caller's token or session.
   * Throws `TOO_MANY_REQUESTS` if too many streams are open.
   */
  open(request: StreamRequest): Response
}

interface EventStreamDeps {
  events: EventBus
  db: Kysely<Database>
  revocations: Revocations
  presence?: Pick<Presence, 'listen'>
}

/**
 * Creates the event streams of a server. Readers with equal rights share one database query per event. The query includes assets
 * in the trash, so that readers with access to only some assets are notified of deletions too.
 */
export function createEventStreams(
  deps: EventStreamDeps,
  { caps = STREAM_LIMITS, heartbeatMs = HEARTBEAT_MS }: { caps?: StreamLimits; heartbeatMs?: number } = {},
): EventStreams {
  const { events, revocations, presence } = deps
  const acquireSlot = createStreamSlots(caps)
  const groups = new Map<string, ReaderGroup>()
  const open = new Set<() => void>()
  events.subscribe({
    onEvents: () => {
      for (const group of groups.values()) group.deliverAll()
    },
    onEnd: () => {
      for (const end of [...open]) end()
    },
  })

  const joinGroup = (fullAbility: Ability, reader: StreamReader): (() => void) => {
    // Guests get events of public assets only. There are many guests, and a query per guest and event would block everything
    // else.
    const ability = withoutWardrobeRules(fullAbility)
    const rules = ability.rulesFor('read', 'Asset').map(({ conditions }) => conditions)
    const key = rules.some((conditions) => !conditions) ? 'all' : JSON.stringify(rules)
    const group =
      groups.get(key) ??
      new ReaderGroup(events, key === 'all' ? undefined : (ids) => readVisibleAssetIds(deps.db, ability, ids))
    groups.set(key, group)
    group.join(reader)
    return () => {
      group.leave(reader)
      if (group.size === 0 && groups.get(key) === group) groups.delete(key)
    }
  }

  return {
    open({ caller, address, lifeMs, after, destroyConnection = () => {} }) {
      const releaseSlot = acquireSlot(caller.id, address)
      const encoder = new TextEncoder()
      const cleanups: (() => void)[] = [releaseSlot]
      let hasEnded = false
      let isCancelled = false
      const body = new ReadableStream<Uint8Array>(
        {
          start(controller) {
            const end = () => {
              if (hasEnded) return
              hasEnded = true
              for (const stop of cleanups) stop()
              if (isCancelled) return
              controller.close()
              setTimeout(destroyConnection, LINGER_MS).unref()
            }
            cleanups.push(
              () => clearInterval(heartbeat),
              () => clearTimeout(expiryTimer),
            )
            const write = (text: Uint8Array) => {
              if (hasEnded) return
              if ((controller.desiredSize ?? 0) > 0) return controller.enqueue(text)
              end()
              destroyConnection()
            }
            const heartbeat = setInterval(() => write(encoder.encode(':\n\n')), heartbeatMs)
            const expiryTimer = setTimeout(end, lifeMs)
            const position = after === undefined ? events.last : findResumePosition(events, after)
            write(
              encoder.encode(`retry: ${RECONNECT_MS}\n\n${position === 'gap' ? `event: ${GAP_EVENT}\ndata:\n\n` : ''}`),
            )
            open.add(end)
            cleanups.push(() => open.delete(end))
            // Presence is for members only: not for guests, unverified accounts or API tokens.
            if (presence && isMember(caller) && !caller.scopes)
              cleanups.push(
                presence.listen(caller.id, (assetId) =>
                  write(encoder.encode(`event: ${PRESENCE_EVENT}\ndata: ${JSON.stringify({ assetId })}\n\n`)),
                ),
              )
            cleanups.push(revocations.onRevoked(caller.sessionId, end))
            cleanups.push(joinGroup(caller.ability, { position: position === 'gap' ? events.last : position, write }))
            // The session may have ended since the token was checked.
            if (revocations.has(caller.sessionId) === true) end()
          },
          cancel() {
            isCancelled = true
            hasEnded = true
            for (const stop of cleanups) stop()
          },
        },
        new ByteLengthQueuingStrategy({ highWaterMark: MAX_BUFFERED_BYTES }),
      )
      return new Response(body, { headers: STREAM_HEADERS })
    },
  }
}

function findResumePosition(events: EventBus, id: string): number | 'gap' {
  const position = events.positionOf(id)
  return position === 'gap' || events.last - position > MAX_MISSED_EVENTS ? 'gap' : position
}

/** Returns which of some assets the caller is allowed to see, including assets in the trash. */
async function readVisibleAssetIds(
  db: Kysely<Database>,
  ability: Ability,
  ids: string[],
): Promise<ReadonlySet<string>> {
  const found = await db
    .selectFrom('assets')
    .select('id')
    .where('id', 'in', ids)
    .where(sql<boolean>`(${allowedAssetsSql(ability, 'read')} or ${allowedTrashedAssetsSql(ability, 'read')})`)
    .execute()
  return new Set(found.map(({ id }) => id))
}
