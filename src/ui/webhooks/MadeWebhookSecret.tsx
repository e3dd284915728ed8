import { useAtelier } from '../context.ts'
import { MadeSecret } from '../kit/MadeSecret.tsx'

/** The secret that a webhook signs with, shown this once. */
export function MadeWebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const { translate } = useAtelier()
  return (
    <MadeSecret
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
