import { reauthenticationMachine } from '../../../src/machines/session/reauthentication.machine.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

const happenings = (methods: readonly ('password' | 'code')[]) =>
  [
    { type: 'reauthentication.requested', id: 'first', methods },
    { type: 'reauthentication.requested', id: 'second', methods },
    { type: 'reauthentication.withdrawn', id: 'first' },
    { type: 'reauthentication.withdrawn', id: 'second' },
    { type: 'reauthentication.completed' },
    { type: 'reauthentication.declined' },
    { type: 'code.requested' },
    { type: 'password.chosen' },
    actorDone('requestCode', 'request-1'),
    actorDone('requestCode', undefined),
    actorFailed('requestCode', new Error('away')),
  ] as const

export const reauthenticationModels: MachineModels = {
  models: {
    'an account with a password': defineModel({
      machine: reauthenticationMachine,
      events: happenings(['password', 'code']),
      contextKey: ({ waitingCalls, methods }) => ({ waitingCalls, methods }),
      invariants: {
        'the dialog is open if and only if calls wait': ({ context, value }) =>
          context.waitingCalls.length > 0 === (value !== 'idle'),
        'a closed dialog has no request ids and no error': ({ context, value }) =>
          value !== 'idle' || (context.requestIds.length === 0 && context.error === null),
      },
      emittedInvariants: {
        '"reauthentication.completed" is emitted at most once for each completed reauthentication': (
          emitted,
          happened,
        ) =>
          emitted.filter(({ type }) => type === 'reauthentication.completed').length <=
          happened.filter(({ type }) => type === 'reauthentication.completed').length,
      },
    }),
    'an account without a password': defineModel({
      machine: reauthenticationMachine,
      events: happenings(['code']),
      contextKey: ({ waitingCalls, methods }) => ({ waitingCalls, methods }),
      invariants: {
        'a password is never requested': (snapshot) => !snapshot.matches({ prompting: 'password' }),
      },
    }),
  },
  listeners: {
    'reauthentication.completed': ['src/reauthentication-prompt.ts'],
    'reauthentication.declined': ['src/reauthentication-prompt.ts'],
  },
}
