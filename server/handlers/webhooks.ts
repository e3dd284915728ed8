import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { type Delivery, MOST_WEBHOOKS, type Webhook, type webhooks } from '../../src/api/contract/webhooks.ts'
import { audit } from '../auth/audit.ts'
import type { ServiceHandlers } from '../bind.ts'
import { readPage } from '../db/page.ts'
import type { Database } from '../db/schema.ts'
import type { WebhookTable } from '../db/tables/events.ts'
import { transact } from '../db/transact.ts'
import { json } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, notFound, Refusal } from '../errors.ts'
import { onceWithSecret, repeatable } from '../idempotency.ts'
import { isPrivateLiteral } from '../webhooks/public-address.ts'

/** For so long both secrets sign, in milliseconds: as long as it takes to hand the new one out. */
const BOTH_MS = 24 * 3_600_000

const SHOWN = ['id', 'url', 'description', 'keys', 'is_enabled', 'created_at', 'updated_at'] as const
type Row = Pick<Selectable<WebhookTable>, (typeof SHOWN)[number]>

/** Addresses that are told what happens; admins alone have them. */
export const webhookHandlers = (deps: Deps): ServiceHandlers<typeof webhooks> => ({
  async list() {
    return { data: (await deps.db.selectFrom('webhooks').select(SHOWN).orderBy('id').execute()).map(shown) }
  },

  async create({ body }, call) {
    refuseAddress(deps, body.url)
    const at = deps.now()
    return onceWithSecret(deps.db, repeatable(call, 'webhooks.create', body), at, {
      alreadyMade,
      async make(trx) {
        await refuseTooMany(trx)
        const secret = newSecret()
        const row = {
          id: uuidv7(),
          url: body.url,
          keys: json(body.keys ?? []),
          description: body.description ?? '',
          is_enabled: true,
          secret,
          created_by: call.caller.id,
          created_at: at,
          updated_at: at,
        }
        const made = await trx.insertInto('webhooks').values(row).returning(SHOWN).executeTakeFirstOrThrow()
        await written(trx, at, call, 'webhook-added', made)
        return { kept: shown(made), told: { secret } }
      },
    })
  },

  update: ({ params: { id }, body }, call) =>
    transact(deps.db, async (trx) => {
      if (body.url !== undefined) refuseAddress(deps, body.url)
      const at = deps.now()
      const changed = await trx
        .updateTable('webhooks')
        // What was changed may be what kept it from being reached.
        .set({ ...columnsOf(body), paused_until: null, unreachable_since: null, updated_at: at })
        .where('id', '=', id)
        .returning(SHOWN)
        .executeTakeFirst()
      if (!changed) throw notFound('The webhook')
      await written(trx, at, call, 'webhook-changed', changed)
      return shown(changed)
    }).finally(() => deps.webhooks?.wake()),

  async remove({ params: { id } }, call) {
    await transact(deps.db, async (trx) => {
      const removed = await trx.deleteFrom('webhooks').where('id', '=', id).returning(SHOWN).executeTakeFirst()
      if (!removed) throw notFound('The webhook')
      await written(trx, deps.now(), call, 'webhook-removed', removed)
    })
    return {}
  },

  rotateSecret: ({ params: { id } }, call) =>
    transact(deps.db, async (trx) => {
      const at = deps.now()
      const secret = newSecret()
      const changed = await trx
        .updateTable('webhooks')
        .set(({ ref }) => ({
          old_secret: ref('secret'),
          old_secret_until: new Date(at.getTime() + BOTH_MS),
          secret,
          updated_at: at,
        }))
        .where('id', '=', id)
        .returning(SHOWN)
        .executeTakeFirst()
      if (!changed) throw notFound('The webhook')
      await written(trx, at, call, 'webhook-secret-rotated', changed)
      return { ...shown(changed), secret }
    }),

  async deliveries({ params: { id }, query: { page, limit, after, order, status } }) {
    const hook = await deps.db.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst()
    if (!hook) throw notFound('The webhook')
    const matching = deps.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', id)
      .$if(status !== undefined, (all) => all.where('status', '=', status!))
    const { data, pagination } = await readPage<DeliveryRow>(deps.db, {
      matching,
      columns: sql`row.id, row.message, row.status, row.tries, row.due_at, row.created_at`,
      order: ['position', order === 'createdAt' ? 'asc' : 'desc'],
      page,
      limit,
      after,
    })
    return { data: data.map(shownDelivery), pagination }
  },

  sendAgain: ({ params: { id, deliveryId } }) =>
    transact(deps.db, async (trx) => {
      const again = await trx
        .updateTable('webhook_deliveries')
        .set(({ eb }) => ({ status: 'waiting', due_at: deps.now(), round: eb('round', '+', 1), tried: 0 }))
        .where('webhook_id', '=', id)
        .where('id', '=', deliveryId)
        .returning(['id', 'message', 'status', 'tries', 'due_at', 'created_at'])
        .executeTakeFirst()
      if (!again) throw notFound('The delivery')
      await trx.updateTable('webhooks').set({ paused_until: null }).where('id', '=', id).execute()
      return shownDelivery(again)
    }).finally(() => deps.webhooks?.wake()),
})

const alreadyMade = ({ id: webhookId }: Webhook) =>
  new Refusal(
    'WEBHOOK_ALREADY_MADE',
    'This request added its webhook before, whose secret was answered then and is not told again. Give it another secret.',
    { webhookId },
  )

/** 24 random bytes, as Standard Webhooks writes them. */
const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`

function refuseAddress({ webhookReach: { isPrivate } = { isPrivate: false } }: Deps, url: string) {
  if (isPrivate) return
  const say = (message: string) => invalidInput([{ path: 'body.url', message }])
  if (!url.startsWith('https:')) throw say('webhook.urlWrong')
  if (isPrivateLiteral(url)) throw say('webhook.urlPrivate')
}

/** One at a time, or two could be the last. */
async function refuseTooMany(trx: Kysely<Database>) {
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'))`.execute(trx)
  const { count } = await trx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MOST_WEBHOOKS)
    throw new Refusal('LIMIT_REACHED', `There are ${MOST_WEBHOOKS} webhooks already. Remove one first.`)
}

const written = (
  trx: Kysely<Database>,
  at: Date,
  { caller, address }: { caller: { id: string }; address: string },
  action: 'webhook-added' | 'webhook-changed' | 'webhook-removed' | 'webhook-secret-rotated',
  { id, url }: Row,
) => audit(trx, at, { action, userId: caller.id, address, details: { webhookId: id, host: new URL(url).host } })

interface Columns {
  url?: string | undefined
  keys?: readonly string[] | undefined
  description?: string | undefined
  isEnabled?: boolean | undefined
}
const columnsOf = ({ url, keys, description, isEnabled }: Columns) => ({
  ...(url !== undefined && { url }),
  ...(keys !== undefined && { keys: json(keys) }),
  ...(description !== undefined && { description }),
  ...(isEnabled !== undefined && { is_enabled: isEnabled }),
})

const shown = ({ id, url, description, keys, is_enabled, created_at, updated_at }: Row): Webhook => ({
  id,
  url,
  description,
  keys,
  isEnabled: is_enabled,
  createdAt: created_at.toISOString(),
  updatedAt: updated_at.toISOString(),
})

type DeliveryRow = Omit<Delivery, 'createdAt' | 'nextTryAt'> & { due_at: Date | null; created_at: Date }

const shownDelivery = ({ id, message, status, tries, due_at, created_at }: DeliveryRow): Delivery => ({
  id,
  message,
  status,
  tries,
  createdAt: created_at.toISOString(),
  ...(due_at && { nextTryAt: due_at.toISOString() }),
})
