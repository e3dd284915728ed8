import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { Revocations } from '../auth/revocations.ts'
import { hear } from '../db/hear.ts'
import { inSteps } from '../db/patience.ts'
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
  /** What is not told yet, by page and asset: the last word of each. */
  const untold = new Map<string, Word>()
  let isTelling = false
  const spread = (word: Word) => {
    const { accountId, tab, assetId } = 'here' in word ? word.here : word.left
    const key = `${accountId} ${tab} ${assetId}`
    untold.delete(key)
    untold.set(key, word)
    // With time of its own: whoever said this may have none left.
    void inSteps(tellAll)
  }
  /** One statement after the other: on connections of their own, words would overtake each other. */
  const tellAll = async () => {
    if (isTelling) return
    isTelling = true
    while (untold.size > 0) {
      const told = [...untold.values()].map((word) => JSON.stringify({ from, word }))
      untold.clear()
      // What is lost is said again in a moment; an outage is told by the database's own log.
      await sql`select pg_notify(${CHANNEL}, told) from unnest(${told}::text[]) as told`.execute(db).catch(() => {})
    }
    isTelling = false
  }
  const presence = createPresence({ now, revocations, spread })
  const onNews = (payload: string) => {
    const told = v.safeParse(v.pipe(v.string(), v.parseJson(), Told), payload)
    // Of a newer server, maybe.
    if (told.success && told.output.from !== from) presence.hear(told.output.word)
  }
  return { presence, stop: hear({ url, channel: CHANNEL, onNews, onListening: () => {}, log }) }
}
