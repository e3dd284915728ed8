import { useState } from 'react'
import type { Webhook, WebhookWithSecret } from '../../api/contract/webhooks.ts'
import { useAtelier } from '../context.ts'
import { ConfirmAction } from '../list/ConfirmAction.tsx'
import { MadeWebhookSecret } from './MadeWebhookSecret.tsx'

/** Props of {@link RotateSecret}. */
export interface RotateSecretProps {
  webhook: Webhook
  /** Rejects with `ApiError`. */
  rotate: (webhook: Webhook) => Promise<WebhookWithSecret>
  onClose: () => void
}

/** Asks before a webhook is given another secret, and shows that once. */
export function RotateSecret({ webhook, rotate, onClose }: RotateSecretProps) {
  const { translate } = useAtelier()
  const [secret, setSecret] = useState<string>()
  if (secret !== undefined) return <MadeWebhookSecret secret={secret} onClose={onClose} />
  return (
    <ConfirmAction
      title={translate('webhooks.rotate.title', { url: webhook.url })}
      text={translate('webhooks.rotate.why')}
      verb={translate('webhooks.rotate')}
      act={async () => setSecret((await rotate(webhook)).secret)}
      onDone={() => {}}
      onClose={onClose}
    />
  )
}
