import type { Kysely } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { DeliveryStatus } from '../../src/api/contract/delivery-statuses.ts'
import type { DeliveryAttempt } from '../../src/api/contract/webhooks.ts'
import { writeAuditEntry } from '../auth/audit.ts'
import type { Database } from '../db/schema.ts'
import { jsonSql } from '../db/values.ts'
import { postWebhook, type WebhookDestinations } from './post-webhook.ts'
import { computeNextTryTime, computePauseEnd } from './retry-schedule.ts'

const SEND_CONCURRENCY = 8

const MAX_STORED_TRIES = 20

export interface WebhookSenderDeps {
  db: Kysely<Database>
  now: () => Date
  reach: WebhookDestinations
  isStopped?: () => boolean
  onFault?: (error: unknown) => void
  random?: () => number
}

/** Sends each webhook's due deliveries one after the other; webhooks run in parallel. */
export interface WebhookSender {
  /**
   * Starts sending to webhooks with due deliveries, up to {@link SEND_CONCURRENCY} webhooks. Resolves once sending has started.
   */
  sendDue(): Promise<void>
  /** Resolves when all sending that has started is complete. */
  idle(): Promise<void>
}

/**
 * Creates the sender. A webhook receives the events of each asset in order, so a failed delivery delays later deliveries of that
 * asset. An unreachable webhook is paused.
 */
export function createWebhookSender(deps: WebhookSenderDeps): WebhookSender {
  const { isStopped = () => false, onFault = () => {} } = deps
  const running = new Map<string, Promise<void>>()
  const sendAll = async (id: string) => {
    while (!isStopped() && (await sendNext(deps, id)));
  }
  const startDue = async () => {
    const due = await findWebhooksWithDue(deps)
    for (const id of due) {
      if (running.size >= SEND_CONCURRENCY || isStopped()) return
      if (running.has(id)) continue
      const work = sendAll(id)
        .catch(onFault)
        .then(() => void running.delete(id))
      running.set(id, work)
    }
  }
  return {
    sendDue: startDue,
    async idle() {
      await Promise.all(running.values())
    },
  }
}

async function findWebhooksWithDue({ db, now }: WebhookSenderDeps): Promise<string[]> {
  const found = await db
    .selectFrom('webhooks')
    .select('id')
    .where('is_enabled', '=', true)
    .where((on) => on.or([on('paused_until', 'is', null), on('paused_until', '<=', now())]))
    .where((on) =>
      on.exists(
        on
          .selectFrom('webhook_deliveries')
          .select('id')
          .whereRef('webhook_id', '=', 'webhooks.id')
          .where('status', '=', 'waiting')
          .where('due_at', '<=', now()),
      ),
    )
    .execute()
  return found.map(({ id }) => id)
}

/** Sends a webhook's next due delivery with its current settings. Returns whether another delivery may be due. */
async function sendNext(deps: WebhookSenderDeps, id: string): Promise<boolean> {
  const { db, now } = deps
  const hook = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!hook?.is_enabled || (hook.paused_until && hook.paused_until > now())) return false
  const delivery = await findNextDue(deps, id)
  return delivery !== undefined && sendOne(deps, hook, delivery)
}

/** Returns the oldest due delivery whose asset has no earlier pending delivery. */
const findNextDue = ({ db, now }: WebhookSenderDeps, webhookId: string) =>
  db
    .selectFrom('webhook_deliveries as one')
    .select(['one.id', 'one.message', 'one.tries', 'one.tried', 'one.round'])
    .where('one.webhook_id', '=', webhookId)
    .where('one.status', '=', 'waiting')
    .where('one.due_at', '<=', now())
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('webhook_deliveries as before')
            .select('before.id')
            .whereRef('before.webhook_id', '=', 'one.webhook_id')
            .whereRef('before.asset_id', '=', 'one.asset_id')
            .where('before.status', '=', 'waiting')
            .whereRef('before.position', '<', 'one.position'),
        ),
      ),
    )
    .orderBy('one.position')
    .limit(1)
    .executeTakeFirst()

type WebhookTarget = { id: string; url: string; unreachable_since: Date | null } & Secrets
interface Secrets {
  secret: string
  old_secret: string | null
  old_secret_until: Date | null
}
type DueDelivery = NonNullable<Awaited<ReturnType<typeof findNextDue>>>

/** Sends one delivery and stores the result. Returns whether the webhook was reached and is still enabled. */
async function sendOne(
  deps: WebhookSenderDeps,
  hook: WebhookTarget,
  { id, message, tries, tried, round }: DueDelivery,
): Promise<boolean> {
  const { db, now, random = Math.random } = deps
  const at = now()
  const attempt = await attemptDelivery(deps, hook, message, at)
  const isReached = attempt.status !== undefined
  const isAccepted = isReached && attempt.status! >= 200 && attempt.status! < 300
  // If the webhook is unreachable, the webhook is paused and the delivery stays due.
  const next = isAccepted ? undefined : isReached ? computeNextTryTime(at, tried + 1, random()) : at
  const status: DeliveryStatus = isAccepted ? 'delivered' : next ? 'waiting' : 'failed'
  await db
    .updateTable('webhook_deliveries')
    .set({
      status,
      tries: jsonSql([...tries, attempt].slice(-MAX_STORED_TRIES)),
      tried: isReached ? tried + 1 : tried,
      due_at: next ?? null,
    })
    .where('id', '=', id)
    // Does not overwrite a delivery that a user has requested again since it was read.
    .where('round', '=', round)
    .execute()
  return isReached ? recordReached(deps, hook, attempt.status!) : recordUnreachable(deps, hook, at)
}

async function attemptDelivery(
  { reach }: WebhookSenderDeps,
  hook: WebhookTarget,
  message: DueDelivery['message'],
  at: Date,
): Promise<DeliveryAttempt> {
  const body = JSON.stringify(message)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Atelier-Webhooks',
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': getActiveSecrets(hook, at)
      .map((secret) => new Webhook(secret).sign(message.id, at, body))
      .join(' '),
  }
  const startedAt = performance.now()
  const outcome = await postWebhook(hook.url, body, headers, reach).catch((error: Error) => ({ error: error.message }))
  return { at: at.toISOString(), ms: Math.round(performance.now() - startedAt), ...outcome }
}

const getActiveSecrets = ({ secret, old_secret, old_secret_until }: Secrets, at: Date): string[] => [
  secret,
  ...(old_secret && old_secret_until && old_secret_until > at ? [old_secret] : []),
]

/** Pauses an unreachable webhook, and disables it after three days. */
async function recordUnreachable(
  { db }: WebhookSenderDeps,
  { id, url, unreachable_since }: WebhookTarget,
  at: Date,
): Promise<false> {
  const since = unreachable_since ?? at
  const until = computePauseEnd(at, since)
  await db
    .updateTable('webhooks')
    .set({ unreachable_since: since, paused_until: until ?? null, ...(until ? {} : { is_enabled: false }) })
    .where('id', '=', id)
    .execute()
  if (!until) await auditDisabled(db, at, { id, url })
  return false
}

/** Ends the pause of a reached webhook. A 410 disables it permanently (RFC 9110, 15.5.11). */
async function recordReached(
  { db, now }: WebhookSenderDeps,
  { id, url, unreachable_since }: WebhookTarget,
  status: number,
): Promise<boolean> {
  if (status === 410) {
    await db.updateTable('webhooks').set({ is_enabled: false }).where('id', '=', id).execute()
    await auditDisabled(db, now(), { id, url })
    return false
  }
  if (unreachable_since)
    await db.updateTable('webhooks').set({ unreachable_since: null, paused_until: null }).where('id', '=', id).execute()
  return true
}

const auditDisabled = (db: Kysely<Database>, at: Date, { id, url }: { id: string; url: string }) =>
  writeAuditEntry(db, at, {
    action: 'webhook-switched-off',
    address: '',
    details: { webhookId: id, host: new URL(url).host },
  })
