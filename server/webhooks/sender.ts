import { type Kysely, sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import type { DeliveryStatus, DeliveryTry } from '../../src/api/contract/webhooks.ts'
import type { Database } from '../db/schema.ts'
import { json } from '../db/values.ts'
import { post, type Reach } from './post.ts'
import { nextTry } from './schedule.ts'

/** So many are sent side by side, each to another webhook. */
const AT_ONCE = 8

/** So many in a row go to one webhook before the others have their turn again. */
const IN_A_ROW = 50

interface Needs {
  db: Kysely<Database>
  now: () => Date
  reach: Reach
  /** 0 to 1. */
  random?: () => number
}

type Hook = Awaited<ReturnType<typeof hooksWithDue>>[number]

/**
 * Sends what is due to every webhook, and answers how many were sent. A webhook is told of each asset in order: what failed
 * holds up what came after it of the same asset, and one that cannot be reached at all rests.
 */
export async function sendDue(needs: Needs, isOver: () => boolean = () => false): Promise<number> {
  const hooks = await hooksWithDue(needs)
  let sent = 0
  const work = async () => {
    for (let hook = hooks.shift(); hook && !isOver(); hook = hooks.shift()) sent += await sendTo(needs, hook, isOver)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return sent
}

const hooksWithDue = ({ db, now }: Needs) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'url', 'secret', 'old_secret', 'old_secret_until'])
    .where('is_enabled', '=', true)
    .where((on) => on.or([on('resting_until', 'is', null), on('resting_until', '<=', now())]))
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

async function sendTo(needs: Needs, hook: Hook, isOver: () => boolean): Promise<number> {
  for (let sent = 0; sent < IN_A_ROW; sent += 1) {
    const delivery = isOver() ? undefined : await nextDue(needs, hook.id)
    if (!delivery || !(await sendOne(needs, hook, delivery))) return sent
  }
  return IN_A_ROW
}

/** The oldest that is due and has none before it of its asset. */
const nextDue = ({ db, now }: Needs, webhookId: string) =>
  db
    .selectFrom('webhook_deliveries as one')
    .select(['one.id', 'one.message', 'one.tries'])
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

/** Sends one and writes down what became of it; answers whether the webhook was reached. */
async function sendOne(
  { db, now, reach, random = Math.random }: Needs,
  hook: Hook,
  { id, message, tries }: NonNullable<Awaited<ReturnType<typeof nextDue>>>,
): Promise<boolean> {
  const at = now()
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
  const one: DeliveryTry = { at: at.toISOString(), ms: Math.round(performance.now() - begun), ...outcome }
  const isReached = one.status !== undefined
  const isTaken = isReached && one.status! >= 200 && one.status! < 300
  const all = [...tries, one]
  const next = isTaken ? undefined : nextTry(at, all.length, random())
  const status: DeliveryStatus = isTaken ? 'delivered' : next ? 'waiting' : 'failed'
  // Whoever removed it, or sent it again meanwhile, has the last word.
  await db
    .updateTable('webhook_deliveries')
    .set({ status, tries: json(all), due_at: next ?? null })
    .where('id', '=', id)
    .where(sql`jsonb_array_length(tries)`, '=', tries.length)
    .execute()
  await rest(db, hook.id, isReached ? null : (next ?? null))
  // Gone means: never again (RFC 9110, 15.5.11).
  if (one.status === 410)
    await db.updateTable('webhooks').set({ is_enabled: false }).where('id', '=', hook.id).execute()
  return isReached && one.status !== 410
}

const secretsOf = ({ secret, old_secret, old_secret_until }: Hook, at: Date): string[] => [
  secret,
  ...(old_secret && old_secret_until && old_secret_until > at ? [old_secret] : []),
]

const rest = (db: Kysely<Database>, id: string, until: Date | null) =>
  db
    .updateTable('webhooks')
    .set({ resting_until: until })
    .where('id', '=', id)
    .where((on) => (until ? on.lit(true) : on('resting_until', 'is not', null)))
    .execute()
