import * as v from 'valibot'
import { DELIVERY_STATUSES } from './delivery-statuses.ts'
import { endpoint } from './endpoint.ts'
import { AssetEventMessage, EVENT_KEYS } from './events.ts'
import { listPage, listParameters } from './list.ts'
import { isSafeText, optionalTextLine } from './text.ts'

export const MAX_WEBHOOKS = 20

export const DELIVERY_SORT_FIELDS = ['createdAt'] as const

/** Reasons why the server switched a webhook off: the responsible admin is no longer an admin. */
export const DISABLED_REASONS = ['maker-lost-right'] as const
export type DisabledReason = (typeof DISABLED_REASONS)[number]

/**
 * An address that receives the events listed in `keys`, or all events if `keys` is empty. The admin who last changed the webhook
 * or its secret is responsible for it. When that user is no longer an admin, the webhook is disabled (`offReason`).
 */
export const Webhook = v.object({
  id: v.string(),
  url: v.string(),
  description: v.string(),
  keys: v.array(v.picklist(Object.values(EVENT_KEYS))),
  isEnabled: v.boolean(),
  offReason: v.optional(v.picklist(DISABLED_REASONS)),
  createdAt: v.string(),
  updatedAt: v.string(),
})
export type Webhook = v.InferOutput<typeof Webhook>

/** A webhook with its secret, which is returned only once: `whsec_` and Base64, as in Standard Webhooks. */
export const WebhookWithSecret = v.object({ ...Webhook.entries, secret: v.string() })
export type WebhookWithSecret = v.InferOutput<typeof WebhookWithSecret>

/**
 * One attempt of a delivery: time, duration in milliseconds, and the status and beginning of the response, or the reason why
 * there was no response.
 */
export const DeliveryAttempt = v.object({
  at: v.string(),
  ms: v.number(),
  status: v.optional(v.number()),
  answer: v.optional(v.string()),
  error: v.optional(v.string()),
})
export type DeliveryAttempt = v.InferOutput<typeof DeliveryAttempt>

/** Delivery of an event to a webhook; `nextTryAt` is present if the delivery will be retried. */
export const Delivery = v.object({
  id: v.string(),
  message: AssetEventMessage,
  status: v.picklist(DELIVERY_STATUSES),
  tries: v.array(DeliveryAttempt),
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
  // `URL` ignores line ends and direction characters, so the displayed address would differ from the address that is called.
  v.check(isSafeText, 'This is not a valid http or https URL.'),
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
const Description = optionalTextLine(200)

const access = ['manage', 'all'] as const

/** Access level of calls that decide which server receives events, and which secret signs them. */
const freshAccess = ['manage', 'all', 'fresh'] as const

export const webhooks = {
  list: endpoint({
    method: 'GET',
    path: 'v1/webhooks',
    summary: 'List webhooks',
    description: 'The oldest comes first.',
    access,
    returns: v.object({ data: v.array(Webhook) }),
  }),
  create: endpoint({
    method: 'POST',
    path: 'v1/webhooks',
    summary: 'Create a webhook',
    description:
      'Its secret is returned only once: a repeated request with the same key is refused and names the webhook already created. Rotate its secret if the response is lost.',
    access: freshAccess,
    body: v.strictObject({ url: Address, keys: v.optional(Keys), description: v.optional(Description) }),
    returns: WebhookWithSecret,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'v1/webhooks/{id}',
    summary: 'Update, enable or disable a webhook',
    description: 'The caller becomes responsible for the webhook.',
    access: freshAccess,
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
    summary: 'Delete a webhook and its log',
    access,
    returns: v.object({}),
  }),
  rotateSecret: endpoint({
    method: 'POST',
    path: 'v1/webhooks/{id}/rotate-secret',
    summary: 'Replace the secret of a webhook',
    description: 'For a day requests are signed with both secrets.',
    access: freshAccess,
    returns: WebhookWithSecret,
  }),
  deliveries: endpoint({
    method: 'GET',
    path: 'v1/webhooks/{id}/deliveries',
    summary: 'List the deliveries of a webhook',
    access,
    query: v.strictObject({
      ...listParameters(DELIVERY_SORT_FIELDS),
      status: v.optional(v.picklist(DELIVERY_STATUSES)),
    }),
    returns: listPage(Delivery),
  }),
  sendAgain: endpoint({
    method: 'POST',
    path: 'v1/webhooks/{id}/deliveries/{deliveryId}/send-again',
    summary: 'Send an event again',
    description: 'Regardless of its delivery status.',
    access,
    returns: Delivery,
  }),
}
