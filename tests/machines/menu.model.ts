import { menuMachine } from '../../src/machines/menu.machine.ts'
import { type Models, model } from '../support/model/model.ts'

/** Tries the machine out. */
export const menuModels: Models = {
  listeners: {
    'rows.outdated': ['src/ui/list/use-row-actions.ts'],
  },
  models: {
    menu: model({
      machine: menuMachine,
      happenings: [
        { type: 'question.opened', name: 'rename', row: { id: 'a' } },
        { type: 'question.opened', name: 'new', row: null },
        { type: 'question.answered' },
        { type: 'question.closed' },
        { type: 'action.begun' },
        { type: 'action.failed', error: new Error('gone') },
        { type: 'failure.dismissed' },
      ],
      sees: ({ question, error }) => [question, String(error)],
      holds: {
        'a question stands exactly while one is open': ({ value, context }) =>
          (value.question === 'open') === (context.question !== null),
        'a reason stands exactly while the last action failed': (snapshot) =>
          snapshot.hasTag('failed') === (snapshot.context.error !== null),
      },
      tells: {
        'only an answer makes rows old': (emitted, happenings) =>
          emitted.length <= happenings.filter(({ type }) => type === 'question.answered').length,
      },
    }),
  },
}
