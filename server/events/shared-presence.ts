import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import * as v from 'valibot'
import type { Revocations } from '../auth/revocations.ts'
import { listenToChannel } from '../db/listen-to-channel.ts'
import type { Database } from '../db/schema.ts'
import { withStepTimeout } from '../db/wait-budget.ts'
import { createPresence, type Presence, type PresenceMessage } from './presence.ts'

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
  /** URL of the shared PostgreSQL; omitted if no other process uses the database. */
  url?: string | undefined
}

/** Creates the {@link Presence} of a process. Processes that share the database exchange notifications. */
export function createSharedPresence({ db, now, revocations, log, url }: SharedPresenceDeps): {
  presence: Presence
  stop: () => Promise<void>
} {
  if (!url) return { presence: createPresence({ now, revocations }), stop: async () => {} }
  const from = randomUUID()
  /** Unsent messages by user, tab and asset: the latest of each. */
  const unsent = new Map<string, PresenceMessage>()
  let isSending = false
  const queueMessage = (message: PresenceMessage) => {
    const { accountId, tab, assetId } = 'here' in message ? message.here : message.left
    const key = `${accountId} ${tab} ${assetId}`
    unsent.delete(key)
    unsent.set(key, message)
    // Sent with a new timeout, because the caller's timeout may be almost over.
    void withStepTimeout(sendAll)
  }
  /** Sends the messages in one statement at a time. On separate connections, messages could overtake each other. */
  const sendAll = async () => {
    if (isSending) return
    isSending = true
    while (unsent.size > 0) {
      const payloads = [...unsent.values()].map((message) => JSON.stringify({ from, word: message }))
      unsent.clear()
      // An error is ignored, because open pages repeat their messages. The database layer logs outages.
      await sql`select pg_notify(${CHANNEL}, payload) from unnest(${payloads}::text[]) as payload`
        .execute(db)
        .catch(() => {})
    }
    isSending = false
  }
  const presence = createPresence({ now, revocations, broadcast: queueMessage })
  const onNotification = (payload: string) => {
    const broadcast = v.safeParse(v.pipe(v.string(), v.parseJson(), BroadcastSchema), payload)
    // The message may be in the format of a newer server version.
    if (broadcast.success && broadcast.output.from !== from) presence.receive(broadcast.output.word)
  }
  return {
    presence,
    stop: listenToChannel({ url, channel: CHANNEL, onNotification, onListening: () => {}, log }),
  }
}
