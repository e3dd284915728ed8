import { randomBytes } from 'node:crypto'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { type Delivery, MAX_WEBHOOKS, type Webhook, type webhooks } from '../../src/api/contract/webhooks.ts'
import { writeAuditEntry } from '../auth/audit.ts'
import type { AuthenticatedCall } from '../auth/call.ts'
import { sessionEndedError } from '../auth/fresh-proof.ts'
import { addNotice } from '../auth/notices.ts'
import { lockSession } from '../auth/sessions.ts'
import type { Deps } from '../boot/deps.ts'
import { readListPage } from '../db/read-list-page.ts'
import type { Database } from '../db/schema.ts'
import type { WebhookTable } from '../db/tables/events.ts'
import { transact } from '../db/transact.ts'
import { jsonSql } from '../db/values.ts'
import { HttpError, invalidInputError, notFoundError } from '../errors/http-error.ts'
import { readIdempotentRequest, runOnceWithSecret } from '../http/idempotency.ts'
import { hasPrivateIpHost } from '../webhooks/public-address.ts'
import type { ServiceHandlers } from './bind-routes.ts'

/** Time after a rotation during which the old secret also signs deliveries, in milliseconds. */
const SECRET_OVERLAP_MS = 24 * 3_600_000

const WEBHOOK_COLUMNS = [
  'id',
  'url',
  'description',
  'keys',
  'is_enabled',
  'off_reason',
  'created_at',
  'updated_at',
] as const
type Row = Pick<Selectable<WebhookTable>, (typeof WEBHOOK_COLUMNS)[number]>

/**
 * Handlers of the webhooks API, for admins. Adding or changing a webhook and rotating its secret need a freshly verified session,
 * and make the caller the responsible admin.
 */
export const createWebhookHandlers = (deps: Deps): ServiceHandlers<typeof webhooks> => ({
  async list() {
    return {
      data: (await deps.db.selectFrom('webhooks').select(WEBHOOK_COLUMNS).orderBy('id').execute()).map(toWebhook),
    }
  },

  async create({ body }, call) {
    assertPublicUrl(deps, body.url)
    const at = deps.now()
    return runOnceWithSecret(deps.db, readIdempotentRequest(call, 'webhooks.create', body), at, {
      alreadyMade: alreadyMadeError,
      async make(trx) {
        await lockCallerSession(trx, at, call)
        await assertBelowWebhookLimit(trx)
        const secret = newSecret()
        const row = {
          id: uuidv7(),
          url: body.url,
          keys: jsonSql(body.keys ?? []),
          description: body.description ?? '',
          is_enabled: true,
          secret,
          created_by: call.caller.id,
          created_at: at,
          updated_at: at,
        }
        const created = await trx
          .insertInto('webhooks')
          .values(row)
          .returning(WEBHOOK_COLUMNS)
          .executeTakeFirstOrThrow()
        await auditWebhook(trx, at, call, 'webhook-added', created)
        await notifyCaller(trx, at, call, 'webhook-added', created)
        return { stored: toWebhook(created), secretPart: { secret } }
      },
    })
  },

  update: ({ params: { id }, body }, call) =>
    transact(deps.db, async (trx) => {
      if (body.url !== undefined) assertPublicUrl(deps, body.url)
      const at = deps.now()
      await lockCallerSession(trx, at, call)
      const before = await trx.selectFrom('webhooks').select('url').where('id', '=', id).forUpdate().executeTakeFirst()
      if (!before) throw notFoundError('The webhook')
      const changed = await trx
        .updateTable('webhooks')
        // The old setting may have been the reason why the endpoint was unreachable.
        .set({ ...webhookColumns(body), paused_until: null, unreachable_since: null, updated_at: at })
        .set(body.isEnabled === undefined ? {} : { off_reason: null })
        .set(body.isEnabled === false ? {} : { created_by: call.caller.id })
        .where('id', '=', id)
        .returning(WEBHOOK_COLUMNS)
        .executeTakeFirstOrThrow()
      await auditWebhook(trx, at, call, 'webhook-changed', changed)
      if (changed.url !== before.url) await notifyCaller(trx, at, call, 'webhook-readdressed', changed)
      return toWebhook(changed)
    }).finally(() => deps.webhooks?.wake()),

  async remove({ params: { id } }, call) {
    await transact(deps.db, async (trx) => {
      const removed = await trx
        .deleteFrom('webhooks')
        .where('id', '=', id)
        .returning(WEBHOOK_COLUMNS)
        .executeTakeFirst()
      if (!removed) throw notFoundError('The webhook')
      await auditWebhook(trx, deps.now(), call, 'webhook-removed', removed)
    })
    return {}
  },

  rotateSecret: ({ params: { id } }, call) =>
    transact(deps.db, async (trx) => {
      const at = deps.now()
      await lockCallerSession(trx, at, call)
      const secret = newSecret()
      const changed = await trx
        .updateTable('webhooks')
        .set(({ ref }) => ({
          old_secret: ref('secret'),
          old_secret_until: new Date(at.getTime() + SECRET_OVERLAP_MS),
          secret,
          created_by: call.caller.id,
          updated_at: at,
        }))
        .where('id', '=', id)
        .returning(WEBHOOK_COLUMNS)
        .executeTakeFirst()
      if (!changed) throw notFoundError('The webhook')
      await auditWebhook(trx, at, call, 'webhook-secret-rotated', changed)
      await notifyCaller(trx, at, call, 'webhook-secret-rotated', changed)
      return { ...toWebhook(changed), secret }
    }),

  async deliveries({ params: { id }, query: { page, limit, after, order, status } }) {
    const hook = await deps.db.selectFrom('webhooks').select('id').where('id', '=', id).executeTakeFirst()
    if (!hook) throw notFoundError('The webhook')
    const matching = deps.db
      .selectFrom('webhook_deliveries')
      .selectAll()
      .where('webhook_id', '=', id)
      .$if(status !== undefined, (all) => all.where('status', '=', status!))
    const { data, pagination } = await readListPage<DeliveryRow>(deps.db, {
      matchingQuery: matching,
      columns: sql`row.id, row.message, row.status, row.tries, row.due_at, row.created_at`,
      order: ['position', order === 'createdAt' ? 'asc' : 'desc'],
      page,
      limit,
      after,
    })
    return { data: data.map(toDelivery), pagination }
  },

  sendAgain: ({ params: { id, deliveryId } }) =>
    transact(deps.db, async (trx) => {
      const redelivery = await trx
        .updateTable('webhook_deliveries')
        .set(({ eb }) => ({ status: 'waiting', due_at: deps.now(), round: eb('round', '+', 1), tried: 0 }))
        .where('webhook_id', '=', id)
        .where('id', '=', deliveryId)
        .returning(['id', 'message', 'status', 'tries', 'due_at', 'created_at'])
        .executeTakeFirst()
      if (!redelivery) throw notFoundError('The delivery')
      await trx.updateTable('webhooks').set({ paused_until: null }).where('id', '=', id).execute()
      return toDelivery(redelivery)
    }).finally(() => deps.webhooks?.wake()),
})

const alreadyMadeError = ({ id: webhookId }: Webhook) =>
  new HttpError(
    'WEBHOOK_ALREADY_MADE',
    'This request already added its webhook. The secret is returned only once. Give the webhook a new secret.',
    { webhookId },
  )

/** 24 random bytes in the format of Standard Webhooks. */
const newSecret = () => `whsec_${randomBytes(24).toString('base64')}`

function assertPublicUrl({ webhookReach: { isPrivate } = { isPrivate: false } }: Deps, url: string) {
  if (isPrivate) return
  const createError = (message: string) => invalidInputError([{ path: 'body.url', message }])
  if (!url.startsWith('https:')) throw createError('webhook.urlWrong')
  if (hasPrivateIpHost(url)) throw createError('webhook.urlPrivate')
}

/** Throws if there are too many webhooks. Takes a lock, because two concurrent requests could otherwise both pass the check. */
async function assertBelowWebhookLimit(trx: Kysely<Database>) {
  await sql`select pg_advisory_xact_lock(hashtext('webhooks'))`.execute(trx)
  const { count } = await trx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::int`.as('count'))
    .executeTakeFirstOrThrow()
  if (count >= MAX_WEBHOOKS)
    throw new HttpError('LIMIT_REACHED', `There are already ${MAX_WEBHOOKS} webhooks. Remove one first.`)
}

/**
 * Locks the caller's session until the transaction ends. If the caller lost the admin role at the same moment, the webhook would
 * otherwise have no responsible admin.
 */
async function lockCallerSession(trx: Transaction<Database>, at: Date, { caller }: AuthenticatedCall): Promise<void> {
  if (!(await lockSession(trx, at, caller.id, caller.sessionId))) throw sessionEndedError()
}

const notifyCaller = (
  trx: Kysely<Database>,
  at: Date,
  { caller, address, userAgent }: AuthenticatedCall,
  what: 'webhook-added' | 'webhook-readdressed' | 'webhook-secret-rotated',
  { url }: Row,
) => addNotice(trx, at, { userId: caller.id, change: { what, host: new URL(url).host }, address, userAgent })

const auditWebhook = (
  trx: Kysely<Database>,
  at: Date,
  { caller, address }: { caller: { id: string }; address: string },
  action: 'webhook-added' | 'webhook-changed' | 'webhook-removed' | 'webhook-secret-rotated',
  { id, url }: Row,
) =>
  writeAuditEntry(trx, at, { action, userId: caller.id, address, details: { webhookId: id, host: new URL(url).host } })

interface WebhookFields {
  url?: string | undefined
  keys?: readonly string[] | undefined
  description?: string | undefined
  isEnabled?: boolean | undefined
}
const webhookColumns = ({ url, keys, description, isEnabled }: WebhookFields) => ({
  ...(url !== undefined && { url }),
  ...(keys !== undefined && { keys: jsonSql(keys) }),
  ...(description !== undefined && { description }),
  ...(isEnabled !== undefined && { is_enabled: isEnabled }),
})

const toWebhook = ({ id, url, description, keys, is_enabled, off_reason, created_at, updated_at }: Row): Webhook => ({
  id,
  url,
  description,
  keys,
  isEnabled: is_enabled,
  ...(off_reason && { offReason: off_reason }),
  createdAt: created_at.toISOString(),
  updatedAt: updated_at.toISOString(),
})

type DeliveryRow = Omit<Delivery, 'createdAt' | 'nextTryAt'> & { due_at: Date | null; created_at: Date }

const toDelivery = ({ id, message, status, tries, due_at, created_at }: DeliveryRow): Delivery => ({
  id,
  message,
  status,
  tries,
  createdAt: created_at.toISOString(),
  ...(due_at && { nextTryAt: due_at.toISOString() }),
})
