import { paletteMachine } from '../../../src/machines/palette/palette.machine.ts'
import type { SearchResult, SearchTarget } from '../../../src/machines/palette/palette.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

type Snapshot = ReturnType<typeof paletteMachine.getInitialSnapshot>

const failure = new Error('failure')
export const jacket: SearchTarget = { id: 'asset/1', kind: 'asset', label: 'Kiln Jacket', to: '/assets/1' }
export const searchResultOf = (...things: SearchTarget[]): SearchResult => ({ things, isWhole: true })

export const paletteModels: MachineModels = {
  models: {
    'a palette with a search': defineModel({
      machine: paletteMachine,
      events: [
        { type: 'palette.opened' },
        { type: 'palette.closed' },
        { type: 'text.changed', typed: 'kiln' },
        { type: 'text.changed', typed: 'kiln ' },
        { type: 'text.changed', typed: '' },
        { type: 'text.changed', typed: '> kiln' },
        delayElapsed('debounce', 'palette.open.debouncing'),
        actorDone('searchItems', searchResultOf(jacket)),
        actorFailed('searchItems', failure),
        { type: 'retry.requested' },
      ],
      contextKey: ({ typed, cachedEntries, error }) => [typed, cachedEntries.length, String(error)],
      invariants: {
        'an error is stored only while the search failed or is retried': ({ value, context }: Snapshot) =>
          context.error === null || (typeof value === 'object' && ['failed', 'searching'].includes(String(value.open))),
        'a closed palette has no text': ({ value, context }: Snapshot) => value !== 'closed' || context.typed === '',
      },
    }),
  },
}
