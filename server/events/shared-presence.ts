import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { Revocations } from '../auth/revocations.ts'
import { listenToChannel } from '../db/listen-to-channel.ts'
import type { Database } from '../db/schema.ts'
import { withStepTimeout } from '../db/wait-budget.ts'
import { createPresence, type Presence, type PresenceMessage } from './presence.ts'

/** Channel on which processes exchange presence messages. */
const CHANNEL = 'presence'

const ClosedPageSchema = v.object({ accountId: v.string(), tab: v.string(), assetId: v.string() })
const OpenPageSchema = v.object({ ...ClosedPageSchema.entries, sessionId: v.string(), isEditing: v.boolean() })
const BroadcastSchema = v.object({
  from: v.string(),
  word: v.union([v.object({ here: OpenPageSchema }), v.object({ left: ClosedPageSchema })]),
})

interface SharedPresenceDeps {
  db: Kysely<Database>
  now: () => Date
  revocations: Revocations
  log: Logger
  /** URL of the shared PostgreSQL. Without it, no other process uses this database. */
  url?: string | undefined
}

/** Creates the {@link Presence} of a process, shared by notifications with all processes on the same database. */
export function createSharedPresence({ db, now, revocations, log, url }: SharedPresenceDeps): {
  presence: Presence
  stop: () => Promise<void>
} {
  if (!url) return { presence: createPresence({ now, revocations }), stop: async () => {} }
  const from = randomUUID()
  /** Pending messages by page and asset: the latest of each. */
  const unsent = new Map<string, PresenceMessage>()
  let isSending = false
  const queueMessage = (message: PresenceMessage) => {
    const { accountId, tab, assetId } = 'here' in message ? message.here : message.left
    const key = `${accountId} ${tab} ${assetId}`
    unsent.delete(key)
    unsent.set(key, message)
    // Uses its own timeout, because the caller's may be almost over.
    void withStepTimeout(sendAll)
  }
  /** Sends one statement at a time: on separate connections, messages could overtake each other. */
  const sendAll = async () => {
    if (isSending) return
    isSending = true
    while (unsent.size > 0) {
      const payloads = [...unsent.values()].map((message) => JSON.stringify({ from, word: message }))
      unsent.clear()
      // A lost message is repeated shortly. The database layer logs outages.
      await sql`select pg_notify(${CHANNEL}, told) from unnest(${payloads}::text[]) as told`.execute(db).catch(() => {})
    }
    isSending = false
  }
  const presence = createPresence({ now, revocations, broadcast: queueMessage })
  const onNews = (payload: string) => {
    const broadcast = v.safeParse(v.pipe(v.string(), v.parseJson(), BroadcastSchema), payload)
    // A failed parse may be a message of a newer server version.
    if (broadcast.success && broadcast.output.from !== from) presence.receive(broadcast.output.word)
  }
  return {
    presence,
    stop: listenToChannel({ url, channel: CHANNEL, onNotification: onNews, onListening: () => {}, log }),
  }
}
