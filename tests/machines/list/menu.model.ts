import { menuMachine } from '../../../src/machines/list/menu.machine.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const menuModels: MachineModels = {
  listeners: {
    'rows.outdated': ['src/ui/list/actions/use-row-actions.ts'],
  },
  models: {
    menu: defineModel({
      machine: menuMachine,
      events: [
        { type: 'dialog.opened', name: 'rename', row: { id: 'a' } },
        { type: 'dialog.opened', name: 'new', row: null },
        { type: 'dialog.confirmed' },
        { type: 'dialog.closed' },
        { type: 'action.started' },
        { type: 'action.failed', error: new Error('gone') },
        { type: 'failure.dismissed' },
      ],
      contextKey: ({ dialog, error }) => [dialog, String(error)],
      invariants: {
        'a dialog is stored if and only if one is open': ({ value, context }) =>
          (value.dialog === 'open') === (context.dialog !== null),
        'an error is stored if and only if the last action failed': (snapshot) =>
          snapshot.hasTag('failed') === (snapshot.context.error !== null),
      },
      emittedInvariants: {
        'rows become outdated only after a confirmation': (emitted, happenings) =>
          emitted.length <= happenings.filter(({ type }) => type === 'dialog.confirmed').length,
      },
    }),
  },
}
