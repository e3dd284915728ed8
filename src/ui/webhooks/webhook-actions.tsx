import { KeyIcon } from '@phosphor-icons/react/Key'
import { PowerIcon } from '@phosphor-icons/react/Power'
import type { Webhook } from '../../api/contract/webhooks.ts'
import type { ActionOf } from '../list/definition.ts'

/** The questions that the menu asks. */
export const [EDIT, ROTATE, REMOVE] = ['edit', 'rotate', 'remove'] as const

/** The menu of a webhook's row; `open` shows its log, `turn` turns it off, or on again. */
export const webhookActions = (
  open: (webhook: Webhook) => void,
  turn: (webhook: Webhook) => Promise<unknown>,
): readonly ActionOf<Webhook>[][] => [
  [{ id: 'open', title: 'webhooks.log', icon: 'open', run: open }],
  [
    { id: EDIT, title: 'webhooks.edit', icon: 'edit', question: EDIT },
    { id: 'off', title: 'webhooks.turnOff', icon: <PowerIcon />, fits: ({ isEnabled }) => isEnabled, run: turn },
    { id: 'on', title: 'webhooks.turnOn', icon: <PowerIcon />, fits: ({ isEnabled }) => !isEnabled, run: turn },
    { id: ROTATE, title: 'webhooks.rotate', icon: <KeyIcon />, question: ROTATE },
    { id: REMOVE, title: 'webhooks.remove', icon: 'delete', color: 'bad', question: REMOVE },
  ],
]
