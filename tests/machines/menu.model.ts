import { menuMachine } from '../../src/machines/menu.machine.ts'
import { defineModel, type MachineModels } from '../support/model/model.ts'

export const menuModels: MachineModels = {
  listeners: {
    'rows.outdated': ['src/ui/list/actions/use-row-actions.ts'],
  },
  models: {
    menu: defineModel({
      machine: menuMachine,
      events: [
        { type: 'question.opened', name: 'rename', row: { id: 'a' } },
        { type: 'question.opened', name: 'new', row: null },
        { type: 'question.answered' },
        { type: 'question.closed' },
        { type: 'action.begun' },
        { type: 'action.failed', error: new Error('gone') },
        { type: 'failure.dismissed' },
      ],
      contextKey: ({ question, error }) => [question, String(error)],
      invariants: {
        'a dialog is stored if and only if one is open': ({ value, context }) =>
          (value.question === 'open') === (context.question !== null),
        'an error is stored if and only if the last action failed': (snapshot) =>
          snapshot.hasTag('failed') === (snapshot.context.error !== null),
      },
      emittedInvariants: {
        'rows become outdated only after a confirmation': (emitted, happenings) =>
          emitted.length <= happenings.filter(({ type }) => type === 'question.answered').length,
      },
    }),
  },
}
