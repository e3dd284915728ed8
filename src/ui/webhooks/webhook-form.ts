import * as v from 'valibot'
import { EVENT_KEYS } from '../../api/contract/events.ts'
import type { FieldMessageKey } from '../../api/contract/field-message-key.ts'
import type { Webhook } from '../../api/contract/webhooks.ts'
import type { FormField } from '../../machines/form/form.ts'

/** Schema of the dialog's form. Empty `keys` mean all events. */
export const WebhookFormValues = v.object({
  url: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'webhook.urlMissing' satisfies FieldMessageKey),
    v.check(isHttpUrl, 'webhook.urlWrong' satisfies FieldMessageKey),
  ),
  description: v.pipe(v.string(), v.trim(), v.maxLength(200, 'webhook.descriptionTooLong' satisfies FieldMessageKey)),
  keys: v.array(v.picklist(Object.values(EVENT_KEYS))),
})
export type WebhookFormValues = v.InferOutput<typeof WebhookFormValues>

export const WEBHOOK_FIELDS: readonly FormField[] = [
  { name: 'url', kind: 'value' },
  { name: 'description', kind: 'value' },
  { name: 'keys', kind: 'value' },
]

/** Returns the initial values of the form: the webhook's, or empty values for a new webhook. */
export const toWebhookForm = (webhook?: Webhook): WebhookFormValues => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  keys: webhook?.keys ?? [],
})

/**
 * Returns whether a text is an HTTP URL. The server does the other checks, such as whether it is allowed to connect to the
 * address.
 */
function isHttpUrl(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
