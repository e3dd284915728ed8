import type { EventObject, SnapshotFrom } from 'xstate'
import {
  MAX_PARALLEL_CREATIONS,
  newAssetQueueMachine,
} from '../../../src/machines/new-asset/new-asset-queue.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

const boot = { id: 'boot', file: new File(['1'], 'boot.glb') }
const coat = { id: 'coat' }
const more = [coat, { id: 'hat' }, { id: 'scarf' }]

type QueueSnapshot = SnapshotFrom<typeof newAssetQueueMachine>

/** Ids are unique, and an entry requests a slot only while it neither has one nor waits for one. */
function isPossible({ context: { entries, waiting, creating } }: QueueSnapshot, event: EventObject): boolean {
  const isEntry = (id: string) => entries.some((entry) => entry.id === id)
  const { type, models, id } = event as EventObject & { models: { id: string }[]; id: string }
  if (type === 'models.added') return !models.some((model) => isEntry(model.id))
  if (type === 'slot.requested') return isEntry(id) && ![...waiting, ...creating].includes(id)
  return true
}

const invariants = {
  'only entries of the queue have a slot or wait for one, each of them once': ({
    context: { entries, waiting, creating },
  }: QueueSnapshot) => {
    const ids = [...waiting, ...creating]
    return new Set(ids).size === ids.length && ids.every((id) => entries.some((entry) => entry.id === id))
  },
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
      isPossible,
      invariants: {
        ...invariants,
        'the queue has entries if and only if it is shown': ({ value, context }) =>
          (context.entries.length === 0) === (value === 'single' || value === 'restoring'),
        'the queue is creating if and only if an entry has a slot or waits for one': (snapshot) =>
          snapshot.context.waiting.length + snapshot.context.creating.length > 0 ===
          snapshot.matches({ multiple: 'creating' }),
      },
    }),
    'a queue whose storage fails after models were added': defineModel({
      machine: newAssetQueueMachine,
      events: [
        actorFailed('readQueue', new Error('no storage')),
        { type: 'models.added', models: [boot] },
        { type: 'models.added', models: [coat] },
      ],
      contextKey: ({ entries }) => entries.map(({ id }) => id),
      isPossible,
      invariants,
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
      isPossible,
      invariants: {
        ...invariants,
        'at most the maximum number of entries is created at a time': ({ context }) =>
          context.creating.length <= MAX_PARALLEL_CREATIONS,
        'no entry waits while a slot is free': ({ context: { waiting, creating } }) =>
          waiting.length === 0 || creating.length === MAX_PARALLEL_CREATIONS,
      },
    }),
  },
}
