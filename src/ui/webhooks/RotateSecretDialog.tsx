import { useState } from 'react'
import type { Webhook, WebhookWithSecret } from '../../api/contract/webhooks.ts'
import { ConfirmActionDialog } from '../list/actions/ConfirmActionDialog.tsx'
import { webhooksMessages } from '../messages/webhooks.ts'
import { useTranslate } from '../use-translate.ts'
import { NewWebhookSecretDialog } from './NewWebhookSecretDialog.tsx'

export interface RotateSecretDialogProps {
  webhook: Webhook
  /** Rotates the secret. Rejects with `ApiError`. */
  rotate: (webhook: Webhook) => Promise<WebhookWithSecret>
  onClose: () => void
}

/** Dialog that rotates a webhook's secret after a confirmation, and shows the new secret once. */
export function RotateSecretDialog({ webhook, rotate, onClose }: RotateSecretDialogProps) {
  const translate = useTranslate(webhooksMessages)
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <NewWebhookSecretDialog secret={secret} onClose={onClose} />
  return (
    <ConfirmActionDialog
      title={translate('webhooks.rotate.title', { url: webhook.url })}
      text={translate('webhooks.rotate.why')}
      verb={translate('webhooks.rotate')}
      act={async () => setSecret((await rotate(webhook)).secret)}
      onDone={() => {}}
      onClose={onClose}
    />
  )
}
