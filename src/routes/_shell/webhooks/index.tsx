import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Webhook } from '../../../api/contract/webhooks.ts'
import { useAtelier } from '../../../ui/context.ts'
import { shownPart } from '../../../ui/kit/part.ts'
import type { ListDefinition } from '../../../ui/list/definition.ts'
import { ListPage } from '../../../ui/list/ListPage.tsx'
import { listSearch } from '../../../ui/list/search.ts'
import { wholePage } from '../../../ui/list/whole-page.ts'
import { SETTINGS_LIST } from '../../../ui/settings/settings-list.ts'
import { EDIT, REMOVE, ROTATE, webhookActions } from '../../../ui/webhooks/webhook-actions.tsx'
import { deliveriesOf, WEBHOOK_COLUMNS, webhookOnPhone } from '../../../ui/webhooks/webhook-columns.tsx'
import { listWords } from '../../../ui/words/list.ts'
import { webhooksWords } from '../../../ui/words/webhooks.ts'

const ConfirmAction = shownPart(async () => (await import('../../../ui/list/ConfirmAction.tsx')).ConfirmAction)
const RotateSecret = shownPart(async () => (await import('../../../ui/webhooks/RotateSecret.tsx')).RotateSecret)
const WebhookDialog = shownPart(async () => (await import('../../../ui/webhooks/WebhookDialog.tsx')).WebhookDialog)

export const Route = createFileRoute('/_shell/webhooks/')({
  validateSearch: listSearch(SETTINGS_LIST),
  loader: ({ context: { learn } }) => learn(listWords, webhooksWords),
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

/** Addresses that are told what happens. */
function Webhooks() {
  const { api } = Route.useRouteContext()
  const { translate } = useAtelier()
  const navigate = Route.useNavigate()
  const list = useMemo((): ListDefinition<Webhook, never> => {
    const open = (webhook: Webhook) => void navigate(deliveriesOf(webhook))
    const rotate = ({ id }: Webhook) => api.webhooks.rotateSecret({ id })
    const turn = ({ id, isEnabled }: Webhook) => api.webhooks.update({ id, body: { isEnabled: !isEnabled } })
    return {
      ...SETTINGS_LIST,
      id: 'webhooks',
      title: 'webhooks.title',
      failed: 'webhooks.failed',
      empty: { text: 'webhooks.empty' },
      create: { title: 'webhooks.new', needs: ['manage', 'all'], question: EDIT },
      nameOf: ({ url }) => url,
      open,
      actions: webhookActions(open, turn),
      questions: {
        [EDIT]: ({ row, onAnswered, onClose }) => (
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
        [ROTATE]: ({ row, onClose }) => row && <RotateSecret webhook={row} rotate={rotate} onClose={onClose} />,
        [REMOVE]: ({ row, onAnswered, onClose }) =>
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
      phone: webhookOnPhone,
      phonePicture: 'none',
      loadPage: async (query, signal) => wholePage((await api.webhooks.list({}, { signal })).data, query),
    }
  }, [api, navigate, translate])
  return <ListPage list={list} />
}
