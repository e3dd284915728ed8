import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Webhook } from '../../../api/contract/webhooks.ts'
import { lazyComponent } from '../../../ui/kit/loading/lazy-module.ts'
import type { ListDefinition } from '../../../ui/list/definition.ts'
import { ListRoute } from '../../../ui/list/ListRoute.tsx'
import { paginate } from '../../../ui/list/state/paginate.ts'
import { createSearchValidator } from '../../../ui/list/state/search.ts'
import { listMessages } from '../../../ui/messages/list.ts'
import { webhooksMessages } from '../../../ui/messages/webhooks.ts'
import { SETTINGS_LIST } from '../../../ui/settings/settings-list.ts'
import { useTranslate } from '../../../ui/use-translate.ts'
import {
  EDIT_WEBHOOK_QUESTION,
  REMOVE_WEBHOOK_QUESTION,
  ROTATE_SECRET_QUESTION,
  webhookActions,
} from '../../../ui/webhooks/webhook-actions.tsx'
import { deliveriesLinkOf, WEBHOOK_COLUMNS, webhookPhoneItem } from '../../../ui/webhooks/webhook-columns.tsx'

const ConfirmAction = lazyComponent(
  async () => (await import('../../../ui/list/actions/ConfirmAction.tsx')).ConfirmAction,
)
const RotateSecret = lazyComponent(
  async () => (await import('../../../ui/webhooks/RotateSecretDialog.tsx')).RotateSecretDialog,
)
const WebhookDialog = lazyComponent(async () => (await import('../../../ui/webhooks/WebhookDialog.tsx')).WebhookDialog)

export const Route = createFileRoute('/_shell/webhooks/')({
  validateSearch: createSearchValidator(SETTINGS_LIST),
  loader: ({ context: { loadMessages } }) => loadMessages(listMessages, webhooksMessages),
  staticData: {
    nav: {
      word: 'nav.webhooks',
      icon: 'settings',
      order: 15,
      needs: ['manage', 'all'],
      below: '/settings',
      isWorkspace: true,
    },
  },
  component: Webhooks,
})

function Webhooks() {
  const { api } = Route.useRouteContext()
  const translate = useTranslate(webhooksMessages)
  const navigate = Route.useNavigate()
  const list = useMemo((): ListDefinition<Webhook, never> => {
    const open = (webhook: Webhook) => void navigate(deliveriesLinkOf(webhook))
    const rotate = ({ id }: Webhook) => api.webhooks.rotateSecret({ id })
    const toggleEnabled = ({ id, isEnabled }: Webhook) => api.webhooks.update({ id, body: { isEnabled: !isEnabled } })
    return {
      ...SETTINGS_LIST,
      id: 'webhooks',
      title: 'webhooks.title',
      failed: 'webhooks.failed',
      empty: { text: 'webhooks.empty' },
      create: { title: 'webhooks.new', needs: ['manage', 'all'], question: EDIT_WEBHOOK_QUESTION },
      nameOf: ({ url }) => url,
      open,
      actions: webhookActions(open, toggleEnabled),
      questions: {
        [EDIT_WEBHOOK_QUESTION]: ({ row, onAnswered, onClose }) => (
          <WebhookDialog
            webhook={row ?? undefined}
            save={(body, { idempotencyKey, signal }) =>
              row
                ? api.webhooks.update({ id: row.id, body }, { signal })
                : api.webhooks.create({ body }, { idempotencyKey, signal })
            }
            onSaved={onAnswered}
            onClose={onClose}
          />
        ),
        [ROTATE_SECRET_QUESTION]: ({ row, onClose }) =>
          row && <RotateSecret webhook={row} rotate={rotate} onClose={onClose} />,
        [REMOVE_WEBHOOK_QUESTION]: ({ row, onAnswered, onClose }) =>
          row && (
            <ConfirmAction
              title={translate('webhooks.remove.title', { url: row.url })}
              text={translate('webhooks.remove.why')}
              verb={translate('webhooks.remove')}
              act={() => api.webhooks.remove({ id: row.id })}
              onDone={onAnswered}
              onClose={onClose}
            />
          ),
      },
      columns: WEBHOOK_COLUMNS,
      phone: webhookPhoneItem,
      phonePicture: 'none',
      loadPage: async (query, signal) => paginate((await api.webhooks.list({}, { signal })).data, query),
    }
  }, [api, navigate, translate])
  return <ListRoute list={list} />
}
