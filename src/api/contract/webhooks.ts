import * as v from 'valibot'
import { DELIVERY_STATUSES } from './delivery-statuses.ts'
import { endpoint } from './endpoint.ts'
import { AssetMessage, EVENT_KEYS } from './events.ts'
import { listPage, listParameters } from './list.ts'
import { optionalLine } from './text.ts'

/** The most webhooks of a store. */
export const MOST_WEBHOOKS = 20

/** The fields deliveries can be sorted by. */
export const DELIVERY_ORDERS = ['createdAt'] as const

/** An address that is told of events by POST: those of `keys`, or all of them where there are none. */
export const Webhook = v.object({
  id: v.string(),
  url: v.string(),
  description: v.string(),
  keys: v.array(v.picklist(Object.values(EVENT_KEYS))),
  isEnabled: v.boolean(),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type Webhook = v.InferOutput<typeof Webhook>

/** A webhook with its secret, which is told this once: `whsec_` and Base64, as in Standard Webhooks. */
export const WebhookWithSecret = v.object({ ...Webhook.entries, secret: v.string() })
export type WebhookWithSecret = v.InferOutput<typeof WebhookWithSecret>

/** One try: when, for how many milliseconds, and the status and beginning of the answer, or why there was none. */
export const DeliveryTry = v.object({
  at: v.string(),
  ms: v.number(),
  status: v.optional(v.number()),
  answer: v.optional(v.string()),
  error: v.optional(v.string()),
})
export type DeliveryTry = v.InferOutput<typeof DeliveryTry>

/** What became of an event at a webhook; `nextTryAt` where it is sent again. */
export const Delivery = v.object({
  id: v.string(),
  message: AssetMessage,
  status: v.picklist(DELIVERY_STATUSES),
  tries: v.array(DeliveryTry),
  nextTryAt: v.optional(v.string()),
  createdAt: v.string(),
})
export type Delivery = v.InferOutput<typeof Delivery>

const hasNoCredentials = (text: string) => {
  const { username, password } = URL.canParse(text) ? new URL(text) : { username: '', password: '' }
  return username === '' && password === ''
}

const Address = v.pipe(
  v.string(),
  v.maxLength(2000),
  v.check(
    (text) => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol),
    'This is not a valid http or https URL.',
  ),
  v.check(hasNoCredentials, 'URLs with credentials are not allowed.'),
)
const Keys = v.pipe(
  v.array(v.picklist(Object.values(EVENT_KEYS))),
  v.maxLength(Object.keys(EVENT_KEYS).length),
  v.transform((keys) => [...new Set(keys)]),
)
const Description = optionalLine(200)

const access = ['manage', 'all'] as const

export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: 'v1/webhooks',
    summary: 'All webhooks, the oldest first.',
    access,
    returns: v.object({ data: v.array(Webhook) }),
  }),
  create: endpoint({
    method: 'POST',
    path: 'v1/webhooks',
    summary:
      'Adds a webhook; the answer tells its secret, once: sent again under the same key it is refused, and names the webhook that was added, which can be given another secret.',
    access,
    body: v.strictObject({ url: Address, keys: v.optional(Keys), description: v.optional(Description) }),
    returns: WebhookWithSecret,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'v1/webhooks/{id}',
    summary: 'Changes a webhook, or switches it off or on.',
    access,
    body: v.strictObject({
      url: v.optional(Address),
      keys: v.optional(Keys),
      description: v.optional(Description),
      isEnabled: v.optional(v.boolean()),
    }),
    returns: Webhook,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'v1/webhooks/{id}',
    summary: 'Removes a webhook and its log.',
    access,
    returns: v.object({}),
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: 'v1/webhooks/{id}/rotate-secret',
    summary: 'Gives a webhook another secret; for a day both sign.',
    access,
    returns: WebhookWithSecret,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: 'v1/webhooks/{id}/deliveries',
    summary: 'What became of each event at a webhook.',
    access,
    query: v.strictObject({ ...listParameters(DELIVERY_ORDERS), status: v.optional(v.picklist(DELIVERY_STATUSES)) }),
    returns: listPage(Delivery),
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: 'v1/webhooks/{id}/deliveries/{deliveryId}/send-again',
    summary: 'Sends an event once more, whatever became of it.',
    access,
    returns: Delivery,
  }),
}
