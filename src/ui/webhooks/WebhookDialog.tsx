import { useState } from 'react'
import { EVENT_KEYS } from '../../api/contract/events.ts'
import type { Webhook, WebhookWithSecret } from '../../api/contract/webhooks.ts'
import { useAtelier } from '../context.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { type SubmitOptions, useForm } from '../form/use-form.ts'
import { ChoicesField } from '../kit/ChoicesField.tsx'
import { TextField } from '../kit/TextField.tsx'
import { MadeWebhookSecret } from './MadeWebhookSecret.tsx'
import styles from './WebhookDialog.module.css'
import { formOf, WEBHOOK_FIELDS, WebhookForm } from './webhook-form.ts'

/** Props of {@link WebhookDialog}. */
export interface WebhookDialogProps {
  /** The webhook to change; without one a new one is added. */
  webhook?: Webhook | undefined
  /** A new one comes with its secret. Rejects with `ApiError`. */
  save: (body: WebhookForm, options: SubmitOptions) => Promise<Webhook | WebhookWithSecret>
  /** Saved, or perhaps: told when the dialog goes. */
  onSaved: () => void
  onClose: () => void
}

const EVENTS = Object.values(EVENT_KEYS).map((id) => ({ id, label: id }))

/** Asks where events are sent and which, and shows the secret of a new webhook. */
export function WebhookDialog({ webhook, save, onSaved, onClose }: WebhookDialogProps) {
  const { translate } = useAtelier()
  const [secret, setSecret] = useState<string>()
  const { actor, bind, text, error, isSending } = useForm<Webhook | WebhookWithSecret>({
    schema: WebhookForm,
    fields: WEBHOOK_FIELDS,
    initial: { ...formOf(webhook) },
    submit: (body, options) => save(body as WebhookForm, options),
    onSubmitted: (saved) => ('secret' in saved ? setSecret(saved.secret) : onSaved()),
  })
  if (secret !== undefined) return <MadeWebhookSecret secret={secret} onClose={onSaved} />
  // One whose answer was lost may stand in the list by now.
  const close = error === null ? onClose : onSaved
  const keys = bind('keys')
  const chosen = keys.value as WebhookForm['keys']
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
        <ChoicesField
          label={translate('webhooks.keys')}
          description={translate('webhooks.keys.tip')}
          placeholder={translate('webhooks.keys.add')}
          items={EVENTS}
          value={EVENTS.filter(({ id }) => chosen.includes(id))}
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
