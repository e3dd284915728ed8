import { useState } from 'react'
import { EVENT_KEYS } from '../../api/contract/events.ts'
import type { Webhook, WebhookWithSecret } from '../../api/contract/webhooks.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { type SubmitOptions, useForm } from '../form/use-form.ts'
import { MultiSelectField } from '../kit/fields/MultiSelectField.tsx'
import { TextField } from '../kit/fields/TextField.tsx'
import { listMessages } from '../messages/list.ts'
import { webhooksMessages } from '../messages/webhooks.ts'
import { useTranslate } from '../use-translate.ts'
import { NewWebhookSecretDialog } from './NewWebhookSecretDialog.tsx'
import styles from './WebhookDialog.module.css'
import { toWebhookForm, WEBHOOK_FIELDS, WebhookFormValues } from './webhook-form.ts'

export interface WebhookDialogProps {
  /** Webhook to change. If undefined, a new webhook is added. */
  webhook?: Webhook | undefined
  /** Saves the webhook. A new webhook is returned with its secret. Rejects with `ApiError`. */
  save: (body: WebhookFormValues, options: SubmitOptions) => Promise<Webhook | WebhookWithSecret>
  /** Called when the dialog closes and the webhook was, or may have been, saved. */
  onSaved: () => void
  onClose: () => void
}

const EVENTS = Object.values(EVENT_KEYS).map((id) => ({ id, label: id }))

/** Dialog for a webhook's URL and events, which shows the secret of a new webhook. */
export function WebhookDialog({ webhook, save, onSaved, onClose }: WebhookDialogProps) {
  const translate = useTranslate(listMessages, webhooksMessages)
  const [secret, setSecret] = useState<string>()
  const { actor, bind, text, error, isSending } = useForm<Webhook | WebhookWithSecret>({
    schema: WebhookFormValues,
    fields: WEBHOOK_FIELDS,
    initial: { ...toWebhookForm(webhook) },
    submit: (body, options) => save(body as WebhookFormValues, options),
    onSubmitted: (saved) => ('secret' in saved ? setSecret(saved.secret) : onSaved()),
  })
  if (secret !== undefined) return <NewWebhookSecretDialog secret={secret} onClose={onSaved} />
  // If the response was lost, the webhook may exist already.
  const close = error === null ? onClose : onSaved
  const keys = bind('keys')
  const chosenKeys = keys.value as WebhookFormValues['keys']
  const title = translate(webhook ? 'webhooks.edit' : 'webhooks.new')
  return (
    <FormDialog
      {...{ actor, error, isSending, title }}
      submitLabel={translate(webhook ? 'webhooks.save' : 'webhooks.create')}
      onClose={close}
      className={styles.form}
    >
      <TextField
        {...text('url')}
        label={translate('webhooks.url')}
        description={translate('webhooks.url.tip')}
        type="url"
        autoComplete="off"
        autoFocus
        size="lg"
      />
      <TextField
        {...text('description')}
        label={translate('webhooks.description')}
        description={translate('webhooks.description.tip')}
        autoComplete="off"
        size="lg"
      />
      <div data-field="keys">
        <MultiSelectField
          label={translate('webhooks.keys')}
          description={translate('webhooks.keys.tip')}
          placeholder={translate('webhooks.keys.add')}
          items={EVENTS}
          value={EVENTS.filter(({ id }) => chosenKeys.includes(id))}
          onChange={keys.onChange}
          onBlur={keys.onBlur}
          error={keys.error}
          words={{
            removeOf: (label) => translate('webhooks.keys.remove', { label }),
            show: translate('webhooks.keys.add'),
            none: translate('list.noResults'),
          }}
        />
      </div>
    </FormDialog>
  )
}
