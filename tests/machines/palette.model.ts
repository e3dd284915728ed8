import { paletteMachine } from '../../src/machines/palette.machine.ts'
import type { FoundThings, Thing } from '../../src/machines/rules/palette.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

type Snapshot = ReturnType<typeof paletteMachine.getInitialSnapshot>

const gone = new Error('gone')
export const jacket: Thing = { id: 'asset/1', kind: 'asset', label: 'Kiln Jacket', to: '/assets/1' }
export const found = (...things: Thing[]): FoundThings => ({ things, isWhole: true })

/** Tries the machine out. */
export const paletteModels: Models = {
  models: {
    'a palette that is asked': model({
      machine: paletteMachine,
      happenings: [
        { type: 'palette.opened' },
        { type: 'palette.closed' },
        { type: 'text.changed', typed: 'kiln' },
        { type: 'text.changed', typed: 'kiln ' },
        { type: 'text.changed', typed: '' },
        { type: 'text.changed', typed: '> kiln' },
        waits('rest', 'palette.open.resting'),
        answers('findThings', found(jacket)),
        fails('findThings', gone),
        { type: 'answer.requested' },
      ],
      sees: ({ typed, held, error }) => [typed, held.length, String(error)],
      holds: {
        'a failure is told of exactly where there is one that nobody asked about again': ({
          value,
          context,
        }: Snapshot) =>
          context.error === null || (typeof value === 'object' && ['failed', 'asking'].includes(String(value.open))),
        'nothing typed is kept once it is closed': ({ value, context }: Snapshot) =>
          value !== 'closed' || context.typed === '',
      },
    }),
  },
}
