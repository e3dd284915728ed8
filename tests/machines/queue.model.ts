import { PARALLEL_MAKES, queueMachine } from '../../src/machines/queue.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

const boot = { id: 'boot', file: new File(['1'], 'boot.glb') }
const more = ['coat', 'hat', 'scarf'].map((id) => ({ id }))

interface Turns {
  entries: readonly { id: string }[]
  line: readonly string[]
  making: readonly string[]
}

/** Whether each that asked for its turn is there, and asked once: else no entry would have asked. */
const isTrue = ({ entries, line, making }: Turns) => {
  const asked = [...line, ...making]
  return new Set(asked).size === asked.length && asked.every((id) => entries.some((entry) => entry.id === id))
}

/** Tries the machine out. */
export const queueModels: Models = {
  models: {
    'a queue': model({
      machine: queueMachine,
      happenings: [
        answers('readQueue', []),
        answers('readQueue', ['cap']),
        fails('readQueue', new Error('no storage')),
        waits('patience', 'queue.restoring'),
        { type: 'models.added', models: [boot] },
        { type: 'making.requested' },
        { type: 'turn.requested', id: 'boot' },
        { type: 'turn.requested', id: 'cap' },
        { type: 'turn.ended', id: 'boot' },
        { type: 'turn.ended', id: 'cap' },
        { type: 'entry.removed', id: 'cap' },
        { type: 'entry.removed', id: 'boot' },
        { type: 'queue.discarded' },
      ],
      sees: ({ entries, line, making }) => [entries.map(({ id }) => id), line, making],
      // Adding the same again and again would never end.
      stopWhen: ({ context }) => context.entries.length > 2 || !isTrue(context),
      holds: {
        'there are entries exactly while there are several': ({ value, context }) =>
          (context.entries.length === 0) === (value === 'single' || value === 'restoring'),
        'it is making exactly while an entry has its turn or waits for it': (snapshot) =>
          snapshot.context.line.length + snapshot.context.making.length > 0 === snapshot.matches({ several: 'making' }),
      },
    }),
    'a queue whose storage fails once models were added': model({
      machine: queueMachine,
      happenings: [fails('readQueue', new Error('no storage')), { type: 'models.added', models: [boot] }],
      sees: ({ entries }) => entries.length,
      // Else it would never end.
      allows: ({ context }, { type }) => type !== 'models.added' || context.entries.length < 2,
      pairs: true,
    }),
    'a queue in which more are ready than have their turn': model({
      machine: queueMachine,
      happenings: [
        answers('readQueue', []),
        { type: 'models.added', models: [boot, ...more] },
        ...[boot, ...more].flatMap(({ id }) => [
          { type: 'turn.requested', id } as const,
          { type: 'turn.ended', id } as const,
        ]),
      ],
      sees: ({ entries, line, making }) => [entries.length, line, [...making].sort()],
      stopWhen: ({ context }) => context.entries.length > 4 || !isTrue(context),
      holds: {
        'few are made at a time': ({ context }) => context.making.length <= PARALLEL_MAKES,
        'nobody waits while there is room': ({ context: { line, making } }) =>
          line.length === 0 || making.length === PARALLEL_MAKES,
      },
    }),
  },
}
