import { NewSecretDialog } from '../kit/overlays/NewSecretDialog.tsx'
import { webhooksMessages } from '../messages/webhooks.ts'
import { useTranslate } from '../use-translate.ts'

export function NewWebhookSecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const translate = useTranslate(webhooksMessages)
  return (
    <NewSecretDialog
      secret={secret}
      title={translate('webhooks.secret')}
      why={translate('webhooks.secret.why')}
      words={{
        copy: translate('webhooks.secret.copy'),
        copied: translate('webhooks.secret.copied'),
        done: translate('webhooks.secret.done'),
      }}
      onClose={onClose}
    />
  )
}
