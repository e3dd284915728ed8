import { proofMachine } from '../../src/machines/proof.machine.ts'
import { actorDone, actorFailed } from '../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../support/model/model.ts'

const happenings = (methods: readonly ('password' | 'code')[]) =>
  [
    { type: 'proof.requested', id: 'first', methods },
    { type: 'proof.requested', id: 'second', methods },
    { type: 'proof.withdrawn', id: 'first' },
    { type: 'proof.withdrawn', id: 'second' },
    { type: 'proof.given' },
    { type: 'proof.declined' },
    { type: 'code.requested' },
    { type: 'password.chosen' },
    actorDone('requestCode', 'request-1'),
    actorDone('requestCode', undefined),
    actorFailed('requestCode', new Error('away')),
  ] as const

export const proofModels: MachineModels = {
  models: {
    'an account with a password': defineModel({
      machine: proofMachine,
      events: happenings(['password', 'code']),
      contextKey: ({ waiting, methods }) => ({ waiting, methods }),
      invariants: {
        'the dialog is open if and only if calls wait': ({ context, value }) =>
          context.waiting.length > 0 === (value !== 'idle'),
        'a closed dialog has no request ids and no error': ({ context, value }) =>
          value !== 'idle' || (context.requestIds.length === 0 && context.error === null),
      },
      emittedInvariants: {
        '"given" is emitted at most once for each proof that was given': (emitted, happened) =>
          emitted.filter(({ type }) => type === 'proof.given').length <=
          happened.filter(({ type }) => type === 'proof.given').length,
      },
    }),
    'an account without a password': defineModel({
      machine: proofMachine,
      events: happenings(['code']),
      contextKey: ({ waiting, methods }) => ({ waiting, methods }),
      invariants: {
        'a password is never requested': (snapshot) => !snapshot.matches({ asking: 'password' }),
      },
    }),
  },
  listeners: {
    'proof.given': ['src/proof-prompt.ts'],
    'proof.declined': ['src/proof-prompt.ts'],
  },
}
