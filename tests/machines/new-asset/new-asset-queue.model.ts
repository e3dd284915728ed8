import {
  MAX_PARALLEL_CREATIONS,
  newAssetQueueMachine,
} from '../../../src/machines/new-asset/new-asset-queue.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

const boot = { id: 'boot', file: new File(['1'], 'boot.glb') }
const more = ['coat', 'hat', 'scarf'].map((id) => ({ id }))

interface Turns {
  entries: readonly { id: string }[]
  waiting: readonly string[]
  creating: readonly string[]
}

/**
 * Returns whether every id in `waiting` or `creating` belongs to an entry and occurs once. Other states cannot occur, because only
 * existing entries request a slot.
 */
const isTrue = ({ entries, waiting, creating }: Turns) => {
  const queuedAndRunning = [...waiting, ...creating]
  return (
    new Set(queuedAndRunning).size === queuedAndRunning.length &&
    queuedAndRunning.every((id) => entries.some((entry) => entry.id === id))
  )
}

export const newAssetQueueModels: MachineModels = {
  models: {
    'a queue': defineModel({
      machine: newAssetQueueMachine,
      events: [
        actorDone('readQueue', []),
        actorDone('readQueue', ['cap']),
        actorFailed('readQueue', new Error('no storage')),
        delayElapsed('restoreTimeout', 'new-asset-queue.restoring'),
        { type: 'models.added', models: [boot] },
        { type: 'creation.requested' },
        { type: 'slot.requested', id: 'boot' },
        { type: 'slot.requested', id: 'cap' },
        { type: 'slot.released', id: 'boot' },
        { type: 'slot.released', id: 'cap' },
        { type: 'entry.removed', id: 'cap' },
        { type: 'entry.removed', id: 'boot' },
        { type: 'queue.discarded' },
      ],
      contextKey: ({ entries, waiting, creating }) => [entries.map(({ id }) => id), waiting, creating],
      // Without this limit, adding entries would make the exploration infinite.
      isEnd: ({ context }) => context.entries.length > 2 || !isTrue(context),
      invariants: {
        'the queue has entries if and only if it is shown': ({ value, context }) =>
          (context.entries.length === 0) === (value === 'single' || value === 'restoring'),
        'the queue is creating if and only if an entry has a slot or waits for one': (snapshot) =>
          snapshot.context.waiting.length + snapshot.context.creating.length > 0 ===
          snapshot.matches({ multiple: 'creating' }),
      },
    }),
    'a queue whose storage fails after models were added': defineModel({
      machine: newAssetQueueMachine,
      events: [actorFailed('readQueue', new Error('no storage')), { type: 'models.added', models: [boot] }],
      contextKey: ({ entries }) => entries.length,
      // Limits the exploration to two entries.
      isPossible: ({ context }, { type }) => type !== 'models.added' || context.entries.length < 2,
      coversPairs: true,
    }),
    'a queue with more ready entries than slots': defineModel({
      machine: newAssetQueueMachine,
      events: [
        actorDone('readQueue', []),
        { type: 'models.added', models: [boot, ...more] },
        ...[boot, ...more].flatMap(({ id }) => [
          { type: 'slot.requested', id } as const,
          { type: 'slot.released', id } as const,
        ]),
      ],
      contextKey: ({ entries, waiting, creating }) => [entries.length, waiting, [...creating].sort()],
      isEnd: ({ context }) => context.entries.length > 4 || !isTrue(context),
      invariants: {
        'at most the maximum number of entries is created at a time': ({ context }) =>
          context.creating.length <= MAX_PARALLEL_CREATIONS,
        'no entry waits while a slot is free': ({ context: { waiting, creating } }) =>
          waiting.length === 0 || creating.length === MAX_PARALLEL_CREATIONS,
      },
    }),
  },
}
