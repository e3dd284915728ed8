import type { Kysely } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { DeliveryStatus } from '../../src/api/contract/delivery-statuses.ts'
import type { DeliveryTry } from '../../src/api/contract/webhooks.ts'
import { audit } from '../auth/audit.ts'
import type { Database } from '../db/schema.ts'
import { json } from '../db/values.ts'
import { post, type Reach } from './post.ts'
import { nextTry, pauseUntil } from './schedule.ts'

/** So many webhooks are sent to side by side. */
const AT_ONCE = 8

/** So many tries of a delivery are kept for whoever looks for a fault. */
const KEPT_TRIES = 20

export interface SenderNeeds {
  db: Kysely<Database>
  now: () => Date
  reach: Reach
  /** Whether this process is to go on sending. */
  isOver?: () => boolean
  /** Hears of faults that are none of a webhook's. */
  onFault?: (fault: unknown) => void
  /** 0 to 1. */
  random?: () => number
}

/** Sends to each webhook what is due, one delivery after the other; the webhooks do not wait for each other. */
export interface Sender {
  /** Begins with those that have something due and are not at work; resolves once all of them are under way. */
  look(): Promise<void>
  /** Resolves once none is at work. */
  idle(): Promise<void>
}

/**
 * Makes the sender. A webhook is told of each asset in order: what failed holds up what came after it of the same asset, and
 * one that cannot be reached at all is paused.
 */
export function createSender(needs: SenderNeeds): Sender {
  const { isOver = () => false, onFault = () => {} } = needs
  const atWork = new Map<string, Promise<void>>()
  const sendAll = async (id: string) => {
    while (!isOver() && (await sendNext(needs, id)));
  }
  const look = async () => {
    const due = await withDue(needs)
    for (const id of due) {
      if (atWork.size >= AT_ONCE || isOver()) return
      if (atWork.has(id)) continue
      const work = sendAll(id)
        .catch(onFault)
        .then(() => void atWork.delete(id))
      atWork.set(id, work)
    }
  }
  return {
    look,
    async idle() {
      while (atWork.size > 0) await Promise.all(atWork.values())
    },
  }
}

async function withDue({ db, now }: SenderNeeds): Promise<string[]> {
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

/** Sends the next that is due to a webhook as it is now; answers whether there may be another. */
async function sendNext(needs: SenderNeeds, id: string): Promise<boolean> {
  const { db, now } = needs
  const hook = await db.selectFrom('webhooks').selectAll().where('id', '=', id).executeTakeFirst()
  if (!hook?.is_enabled || (hook.paused_until && hook.paused_until > now())) return false
  const delivery = await nextDue(needs, id)
  return delivery !== undefined && sendOne(needs, hook, delivery)
}

/** The oldest that is due and has none before it of its asset. */
const nextDue = ({ db, now }: SenderNeeds, webhookId: string) =>
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

type Hook = { id: string; url: string; unreachable_since: Date | null } & Secrets
interface Secrets {
  secret: string
  old_secret: string | null
  old_secret_until: Date | null
}
type Due = NonNullable<Awaited<ReturnType<typeof nextDue>>>

/** Sends one and writes down what became of it; answers whether the webhook was reached. */
async function sendOne(needs: SenderNeeds, hook: Hook, { id, message, tries, tried, round }: Due): Promise<boolean> {
  const { db, now, random = Math.random } = needs
  const at = now()
  const one = await trySending(needs, hook, message, at)
  const isReached = one.status !== undefined
  const isTaken = isReached && one.status! >= 200 && one.status! < 300
  // Where nothing answers it is the webhook that is waited for, not what was to be sent.
  const next = isTaken ? undefined : isReached ? nextTry(at, tried + 1, random()) : at
  const status: DeliveryStatus = isTaken ? 'delivered' : next ? 'waiting' : 'failed'
  await db
    .updateTable('webhook_deliveries')
    .set({
      status,
      tries: json([...tries, one].slice(-KEPT_TRIES)),
      tried: isReached ? tried + 1 : tried,
      due_at: next ?? null,
    })
    .where('id', '=', id)
    // Whoever sent it again meanwhile has the last word.
    .where('round', '=', round)
    .execute()
  return isReached ? noteReached(needs, hook, one.status!) : noteUnreachable(needs, hook, at)
}

async function trySending({ reach }: SenderNeeds, hook: Hook, message: Due['message'], at: Date): Promise<DeliveryTry> {
  const body = JSON.stringify(message)
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Atelier-Webhooks',
    'webhook-id': message.id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secretsOf(hook, at)
      .map((secret) => new Webhook(secret).sign(message.id, at, body))
      .join(' '),
  }
  const begun = performance.now()
  const outcome = await post(hook.url, body, headers, reach).catch((fault: Error) => ({ error: fault.message }))
  return { at: at.toISOString(), ms: Math.round(performance.now() - begun), ...outcome }
}

const secretsOf = ({ secret, old_secret, old_secret_until }: Secrets, at: Date): string[] => [
  secret,
  ...(old_secret && old_secret_until && old_secret_until > at ? [old_secret] : []),
]

/** Nothing answered: it is left alone for a while, and switched off after days of that. */
async function noteUnreachable({ db }: SenderNeeds, { id, url, unreachable_since }: Hook, at: Date): Promise<false> {
  const since = unreachable_since ?? at
  const until = pauseUntil(at, since)
  await db
    .updateTable('webhooks')
    .set({ unreachable_since: since, paused_until: until ?? null, ...(until ? {} : { is_enabled: false }) })
    .where('id', '=', id)
    .execute()
  if (!until) await switchedOff(db, at, { id, url })
  return false
}

/** Something answered. Gone means never again (RFC 9110, 15.5.11). */
async function noteReached(
  { db, now }: SenderNeeds,
  { id, url, unreachable_since }: Hook,
  status: number,
): Promise<boolean> {
  if (status === 410) {
    await db.updateTable('webhooks').set({ is_enabled: false }).where('id', '=', id).execute()
    await switchedOff(db, now(), { id, url })
    return false
  }
  if (unreachable_since)
    await db.updateTable('webhooks').set({ unreachable_since: null, paused_until: null }).where('id', '=', id).execute()
  return true
}

const switchedOff = (db: Kysely<Database>, at: Date, { id, url }: { id: string; url: string }) =>
  audit(db, at, { action: 'webhook-switched-off', address: '', details: { webhookId: id, host: new URL(url).host } })
