import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Webhook } from '../../../api/contract/webhooks.ts'
import { lazyComponent } from '../../../ui/kit/loading/lazy-module.ts'
import type { ListDefinition } from '../../../ui/list/definition.ts'
import { ListRoute } from '../../../ui/list/ListRoute.tsx'
import { createSearchValidator } from '../../../ui/list/state/list-search.ts'
import { paginate } from '../../../ui/list/state/paginate.ts'
import { listMessages } from '../../../ui/messages/list.ts'
import { webhooksMessages } from '../../../ui/messages/webhooks.ts'
import { SETTINGS_LIST_BASE } from '../../../ui/settings/settings-list.ts'
import { useTranslate } from '../../../ui/use-translate.ts'
import {
  createWebhookActions,
  EDIT_WEBHOOK_DIALOG,
  REMOVE_WEBHOOK_DIALOG,
  ROTATE_SECRET_DIALOG,
} from '../../../ui/webhooks/webhook-actions.tsx'
import { deliveriesLinkOf, toWebhookPhoneItem, WEBHOOK_COLUMNS } from '../../../ui/webhooks/webhook-columns.tsx'

const ConfirmAction = lazyComponent(
  async () => (await import('../../../ui/list/actions/ConfirmActionDialog.tsx')).ConfirmActionDialog,
)
const RotateSecret = lazyComponent(
  async () => (await import('../../../ui/webhooks/RotateSecretDialog.tsx')).RotateSecretDialog,
)
const WebhookDialog = lazyComponent(async () => (await import('../../../ui/webhooks/WebhookDialog.tsx')).WebhookDialog)

export const Route = createFileRoute('/_shell/webhooks/')({
  validateSearch: createSearchValidator(SETTINGS_LIST_BASE),
  loader: ({ context: { loadMessages } }) => loadMessages(listMessages, webhooksMessages),
  staticData: {
    nav: {
      labelKey: 'nav.webhooks',
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
      ...SETTINGS_LIST_BASE,
      id: 'webhooks',
      title: 'webhooks.title',
      failed: 'webhooks.failed',
      empty: { text: 'webhooks.empty' },
      create: { title: 'webhooks.new', needs: ['manage', 'all'], dialog: EDIT_WEBHOOK_DIALOG },
      nameOf: ({ url }) => url,
      open,
      actions: createWebhookActions(open, toggleEnabled),
      dialogs: {
        [EDIT_WEBHOOK_DIALOG]: ({ row, onAnswered, onClose }) => (
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
        [ROTATE_SECRET_DIALOG]: ({ row, onClose }) =>
          row && <RotateSecret webhook={row} rotate={rotate} onClose={onClose} />,
        [REMOVE_WEBHOOK_DIALOG]: ({ row, onAnswered, onClose }) =>
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
      phone: toWebhookPhoneItem,
      phonePicture: 'none',
      loadPage: async (query, signal) => paginate((await api.webhooks.list({}, { signal })).data, query),
    }
  }, [api, navigate, translate])
  return <ListRoute list={list} />
}
