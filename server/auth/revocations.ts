import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { DatabaseAway } from '../db/faults.ts'
import { hear } from '../db/hear.ts'
import type { Database } from '../db/schema.ts'
import { ACCESS_SECONDS } from './tokens.ts'

/** How long a revoked session is remembered, in milliseconds: as long as its access tokens, and a minute for clocks that differ. */
export const REMEMBERED_MS = (ACCESS_SECONDS + 60) * 1000

/** So many are remembered (about 15 MB); beyond, the store is asked of each session until the oldest would be forgotten. */
const MOST_REMEMBERED = 100_000

/** Where the store tells of a session that ended, by its id. */
const CHANNEL = 'revocations'

/** How often the store is read for what was not heard, in milliseconds. */
const POLL_MS = 2000

/** What is read again each time, in seconds: a transaction may note a revocation so long before it is committed. */
const OVERLAP_SECONDS = 60

/** Which sessions ended while their access tokens may still live; asked at every call. */
export interface Revocations {
  /** Answered from memory; only past the most that are remembered is the store asked, and rejects where it is away. */
  has(sessionId: string): boolean | Promise<boolean>
  /** Remembers sessions as ended, from now on. */
  add(sessionIds: readonly string[]): void
  /** Calls `end` once if the session is revoked; answers how not to be called any more. */
  onRevoked(sessionId: string, end: () => void): () => void
  /** Reads what was revoked since the last time, in this process or another. Rejects where the store is away. */
  catchUp(): Promise<void>
}

interface Needs {
  db: Kysely<Database>
  now: () => Date
}

/** An empty memory of revoked sessions; {@link Revocations.catchUp} fills it. */
export function createRevocations({ db, now }: Needs, most = MOST_REMEMBERED): Revocations {
  /** When each may be forgotten, the first to be first. */
  const remembered = new Map<string, number>()
  const waiting = new Map<string, Set<() => void>>()
  let droppedUntil = 0
  let readAt: Date | undefined

  const forget = () => {
    const at = now().getTime()
    for (const [id, until] of remembered) {
      if (until > at && remembered.size <= most) return
      if (until > at) droppedUntil = until
      remembered.delete(id)
    }
  }
  const add = (sessionIds: readonly string[]) => {
    const until = now().getTime() + REMEMBERED_MS
    for (const id of sessionIds) {
      if (!remembered.has(id)) remembered.set(id, until)
      for (const end of waiting.get(id) ?? []) end()
      waiting.delete(id)
    }
    forget()
  }
  return {
    add,
    has(sessionId) {
      if (remembered.has(sessionId)) return true
      return droppedUntil > now().getTime() ? isNoted(db, sessionId) : false
    },
    onRevoked(sessionId, end) {
      const ends = waiting.get(sessionId) ?? new Set()
      waiting.set(sessionId, ends.add(end))
      return () => {
        ends.delete(end)
        if (ends.size === 0 && waiting.get(sessionId) === ends) waiting.delete(sessionId)
      }
    },
    async catchUp() {
      // By the store's clock alone: ours need not agree with it.
      const since = readAt
        ? sql`${readAt}::timestamptz - make_interval(secs => ${OVERLAP_SECONDS})`
        : sql`clock_timestamp() - make_interval(secs => ${REMEMBERED_MS / 1000})`
      const { rows } = await sql<{ at: Date; ids: string[] }>`select clock_timestamp() as at,
        array(select session_id from revocations where written_at > ${since} order by written_at) as ids`.execute(db)
      add(rows[0]!.ids)
      readAt = rows[0]!.at
    },
  }
}

async function isNoted(db: Kysely<Database>, sessionId: string): Promise<boolean> {
  const noted = await db
    .selectFrom('revocations')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return noted !== undefined
}

const scope = new AsyncLocalStorage<string[]>()

/** Notes sessions that were ended, for the end of the {@link revoking} around it. */
export const noteRevoked = (sessionIds: readonly string[]) => void scope.getStore()?.push(...sessionIds)

/**
 * Runs `work` and, once it is done, lets no token of the sessions it ended pass. Where it failed the store is asked what was
 * written: some transactions were rolled back, others committed before the fault.
 */
export async function revoking<T>(revocations: Revocations, work: () => Promise<T>): Promise<T> {
  const noted: string[] = []
  try {
    const result = await scope.run(noted, work)
    revocations.add(noted)
    return result
  } catch (fault) {
    // A store that is away now is read as soon as it is back.
    if (noted.length > 0) await revocations.catchUp().catch(() => {})
    throw fault
  }
}

/** Where other processes are heard, and how often the store is read besides (a notification may be lost), in milliseconds. */
interface Sources {
  log: Logger
  /** The PostgreSQL that is shared; without it no other process has this store. */
  url?: string | undefined
  everyMs?: number
}

/** Keeps up with what this process and others revoke until the answered function is called; faults are logged, and end nothing. */
export function keepCaughtUp(revocations: Revocations, { log, url, everyMs = POLL_MS }: Sources): () => Promise<void> {
  let isFailing = false
  let isReading = false
  const read = async () => {
    if (isReading) return
    isReading = true
    try {
      await revocations.catchUp()
      isFailing = false
    } catch (err) {
      // An outage is told by the database's own log.
      if (!isFailing && !(err instanceof DatabaseAway)) log.warn({ err }, 'revoked sessions cannot be read')
      isFailing = true
    } finally {
      isReading = false
    }
  }
  const timer = setInterval(read, everyMs).unref()
  const stopHearing = url
    ? hear({ url, channel: CHANNEL, onNews: (id) => revocations.add([id]), onListening: read, log })
    : async () => {}
  return async () => {
    clearInterval(timer)
    await stopHearing()
  }
}
