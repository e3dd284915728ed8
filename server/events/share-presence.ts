import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { Revocations } from '../auth/revocations.ts'
import { hear } from '../db/hear.ts'
import type { Database } from '../db/schema.ts'
import { createPresence, type Presence, type Word } from './presence.ts'

/** Where processes tell each other who is where. */
const CHANNEL = 'presence'

const Left = v.object({ accountId: v.string(), tab: v.string(), assetId: v.string() })
const Here = v.object({ ...Left.entries, sessionId: v.string(), isEditing: v.boolean() })
const Told = v.object({ from: v.string(), word: v.union([v.object({ here: Here }), v.object({ left: Left })]) })

interface Needs {
  db: Kysely<Database>
  now: () => Date
  revocations: Revocations
  log: Logger
  /** The PostgreSQL that is shared; without it no other process has this store. */
  url?: string | undefined
}

/** Makes the {@link Presence} of a process, the same in all that share the store: nothing of it is written down. */
export function sharePresence({ db, now, revocations, log, url }: Needs): {
  presence: Presence
  stop: () => Promise<void>
} {
  if (!url) return { presence: createPresence({ now, revocations }), stop: async () => {} }
  const from = randomUUID()
  const spread = (word: Word) => {
    const told = JSON.stringify({ from, word })
    // What is lost is said again in a moment; an outage is told by the database's own log.
    sql`select pg_notify(${CHANNEL}, ${told})`.execute(db).catch(() => {})
  }
  const presence = createPresence({ now, revocations, spread })
  const onNews = (payload: string) => {
    const told = v.safeParse(v.pipe(v.string(), v.parseJson(), Told), payload)
    // Of a newer server, maybe.
    if (told.success && told.output.from !== from) presence.hear(told.output.word)
  }
  return { presence, stop: hear({ url, channel: CHANNEL, onNews, onListening: () => {}, log }) }
}
