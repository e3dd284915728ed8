import * as v from 'valibot'
import { EVENT_KEYS } from '../../api/contract/events.ts'
import type { Webhook } from '../../api/contract/webhooks.ts'
import type { FormField } from '../../machines/rules/form.ts'

/** What the dialog asks for; no keys stand for all of them. */
export const WebhookForm = v.object({
  url: v.pipe(v.string(), v.trim(), v.minLength(1, 'webhook.urlMissing'), v.check(isAddress, 'webhook.urlWrong')),
  description: v.pipe(v.string(), v.trim(), v.maxLength(200, 'webhook.descriptionTooLong')),
  keys: v.array(v.picklist(Object.values(EVENT_KEYS))),
})
export type WebhookForm = v.InferOutput<typeof WebhookForm>

/** Its fields, in their order. */
export const WEBHOOK_FIELDS: readonly FormField[] = [
  { name: 'url', kind: 'value' },
  { name: 'description', kind: 'value' },
  { name: 'keys', kind: 'value' },
]

/** What the dialog begins with: a webhook as it is, or none. */
export const formOf = (webhook?: Webhook): WebhookForm => ({
  url: webhook?.url ?? '',
  description: webhook?.description ?? '',
  keys: webhook?.keys ?? [],
})

/** The server says the rest: which addresses it may reach. */
function isAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)
}
