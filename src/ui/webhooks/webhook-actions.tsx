import { KeyIcon } from '@phosphor-icons/react/Key'
import { PowerIcon } from '@phosphor-icons/react/Power'
import type { Webhook } from '../../api/contract/webhooks.ts'
import type { RowActionDefinition } from '../list/definition.ts'

export const [EDIT_WEBHOOK_DIALOG, ROTATE_SECRET_DIALOG, REMOVE_WEBHOOK_DIALOG] = ['edit', 'rotate', 'remove'] as const

/** Returns the menu of a webhook's row. `open` shows the webhook's deliveries, `toggle` enables or disables the webhook. */
export const createWebhookActions = (
  open: (webhook: Webhook) => void,
  toggle: (webhook: Webhook) => Promise<unknown>,
): readonly RowActionDefinition<Webhook>[][] => [
  [{ id: 'open', title: 'webhooks.log', icon: 'open', run: open }],
  [
    { id: EDIT_WEBHOOK_DIALOG, title: 'webhooks.edit', icon: 'edit', dialog: EDIT_WEBHOOK_DIALOG },
    { id: 'off', title: 'webhooks.turnOff', icon: <PowerIcon />, appliesTo: ({ isEnabled }) => isEnabled, run: toggle },
    { id: 'on', title: 'webhooks.turnOn', icon: <PowerIcon />, appliesTo: ({ isEnabled }) => !isEnabled, run: toggle },
    { id: ROTATE_SECRET_DIALOG, title: 'webhooks.rotate', icon: <KeyIcon />, dialog: ROTATE_SECRET_DIALOG },
    {
      id: REMOVE_WEBHOOK_DIALOG,
      title: 'webhooks.remove',
      icon: 'delete',
      color: 'bad',
      dialog: REMOVE_WEBHOOK_DIALOG,
    },
  ],
]
