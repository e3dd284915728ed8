import { AsyncLocalStorage } from 'node:async_hooks'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import { listenToChannel } from '../db/listen-to-channel.ts'
import type { Database } from '../db/schema.ts'
import { DatabaseUnavailableError } from '../errors/database-errors.ts'
import { ACCESS_TOKEN_SECONDS, type TokenService } from './token-service.ts'

/** Time a revoked session is remembered, in milliseconds: the lifetime of its access tokens, plus a minute of clock skew. */
export const REVOCATION_RETENTION_MS = (ACCESS_TOKEN_SECONDS + 60) * 1000

/**
 * Maximum number of remembered sessions (about 15 MB). Above this number, the oldest entries are dropped, and every session is
 * looked up in the database until the dropped entries would have expired.
 */
const MAX_REMEMBERED_SESSIONS = 100_000

/** PostgreSQL channel of ended sessions; the payload is the session's id. */
const CHANNEL = 'revocations'

/** Interval between database reads that catch missed notifications, in milliseconds. */
const POLL_MS = 2000

/** Payload on {@link CHANNEL} after a change of the signing keys, sent by a trigger. */
const KEYS_CHANGED = 'signing-keys'

/** Time between two reads of the signing keys without a notification, in milliseconds: a rotation may be due. */
const KEYS_POLL_MS = 30_000

/** Overlap of successive reads, in seconds. A transaction may commit a revocation up to that time after its timestamp. */
const READ_OVERLAP_SECONDS = 60

/** Sessions that ended while their access tokens may still be valid. Checked on every call. */
export interface Revocations {
  /** Returns whether a session is revoked, from memory. Queries the database only if entries were dropped. */
  has(sessionId: string): boolean | Promise<boolean>
  add(sessionIds: readonly string[]): void
  /** Calls `end` once when the session is revoked. Returns a function that unsubscribes. */
  onRevoked(sessionId: string, end: () => void): () => void
  /** Reads the sessions that this or another process revoked since the last call. Rejects if the database is unreachable. */
  catchUp(): Promise<void>
}

interface RevocationDeps {
  db: Kysely<Database>
  now: () => Date
}

/** Creates an empty set of revoked sessions; {@link Revocations.catchUp} fills it. */
export function createRevocations({ db, now }: RevocationDeps, max = MAX_REMEMBERED_SESSIONS): Revocations {
  /** Expiry of each entry; insertion order is expiry order. */
  const remembered = new Map<string, number>()
  const listeners = new Map<string, Set<() => void>>()
  let droppedUntil = 0
  let lastReadAt: Date | undefined

  const forget = () => {
    const at = now().getTime()
    for (const [id, until] of remembered) {
      if (until > at && remembered.size <= max) return
      if (until > at) droppedUntil = until
      remembered.delete(id)
    }
  }
  const add = (sessionIds: readonly string[]) => {
    const until = now().getTime() + REVOCATION_RETENTION_MS
    for (const id of sessionIds) {
      if (!remembered.has(id)) remembered.set(id, until)
      for (const end of listeners.get(id) ?? []) end()
      listeners.delete(id)
    }
    forget()
  }
  return {
    add,
    has(sessionId) {
      if (remembered.has(sessionId)) return true
      return droppedUntil > now().getTime() ? isRevokedInStore(db, sessionId) : false
    },
    onRevoked(sessionId, end) {
      const ends = listeners.get(sessionId) ?? new Set()
      listeners.set(sessionId, ends.add(end))
      return () => {
        ends.delete(end)
        if (ends.size === 0 && listeners.get(sessionId) === ends) listeners.delete(sessionId)
      }
    },
    async catchUp() {
      // Uses the clock of the database, because the clock of this machine may differ.
      const since = lastReadAt
        ? sql`${lastReadAt}::timestamptz - make_interval(secs => ${READ_OVERLAP_SECONDS})`
        : sql`clock_timestamp() - make_interval(secs => ${REVOCATION_RETENTION_MS / 1000})`
      const { rows } = await sql<{ at: Date; ids: string[] }>`select clock_timestamp() as at,
        array(select session_id from revocations where written_at > ${since} order by written_at) as ids`.execute(db)
      add(rows[0]!.ids)
      lastReadAt = rows[0]!.at
    },
  }
}

async function isRevokedInStore(db: Kysely<Database>, sessionId: string): Promise<boolean> {
  const revoked = await db
    .selectFrom('revocations')
    .select('session_id')
    .where('session_id', '=', sessionId)
    .executeTakeFirst()
  return revoked !== undefined
}

const scope = new AsyncLocalStorage<string[]>()

/** Collects ended sessions. The surrounding {@link withRevocations} revokes them after its work. */
export const recordRevokedSessions = (sessionIds: readonly string[]) => void scope.getStore()?.push(...sessionIds)

/**
 * Runs `work`, then rejects all tokens of the sessions that `work` ended. After an error, reads the revocations from the
 * database, because some transactions may have been rolled back and others committed.
 */
export async function withRevocations<T>(revocations: Revocations, work: () => Promise<T>): Promise<T> {
  const revokedIds: string[] = []
  try {
    const result = await scope.run(revokedIds, work)
    revocations.add(revokedIds)
    return result
  } catch (error) {
    // If the database is unreachable now, the next poll reads the revocations.
    if (revokedIds.length > 0) await revocations.catchUp().catch(() => {})
    throw error
  }
}

/**
 * Sources of other processes' changes: a channel, and polling every `everyMs` milliseconds, because notifications may be lost.
 */
interface RevocationSources {
  log: Logger
  /** URL of the shared PostgreSQL. Without it, no other process uses this database. */
  url?: string | undefined
  everyMs?: number
  /** Token service whose keys are rotated and revoked by other processes or `npm run keys`. */
  tokens?: Pick<TokenService, 'reload'>
}

/**
 * Follows revoked sessions and changed keys of all processes until the returned function is called. Errors are logged; the next
 * poll reads again.
 */
export function followRevocations(
  revocations: Revocations,
  { log, url, everyMs = POLL_MS, tokens }: RevocationSources,
): () => Promise<void> {
  const readSessions = coalesceReads(() => revocations.catchUp(), 'revoked sessions cannot be read', log)
  const readKeys = coalesceReads(async () => tokens?.reload(), 'the signing keys cannot be read', log)
  const timers = [setInterval(readSessions, everyMs).unref(), setInterval(readKeys, KEYS_POLL_MS).unref()]
  const onListening = () => {
    void readSessions()
    void readKeys()
  }
  const onNotification = (payload: string) => (payload === KEYS_CHANGED ? void readKeys() : revocations.add([payload]))
  const stopListening = url
    ? listenToChannel({ url, channel: CHANNEL, onNotification, onListening, log })
    : async () => {}
  return async () => {
    for (const timer of timers) clearInterval(timer)
    await stopListening()
  }
}

/** Serialises calls of `read`. Calls during a run share one further run. Logs the first of consecutive errors. */
function coalesceReads(read: () => Promise<void>, message: string, log: Logger): () => Promise<void> {
  let isFailing = false
  let isReading = false
  let isRequested = false
  return async () => {
    isRequested = true
    if (isReading) return
    isReading = true
    while (isRequested) {
      isRequested = false
      try {
        await read()
        isFailing = false
      } catch (err) {
        // The database layer logs outages.
        if (!isFailing && !(err instanceof DatabaseUnavailableError)) log.warn({ err }, message)
        isFailing = true
      }
    }
    isReading = false
  }
}
