import { DEFAULT_LAYOUT } from '../../../src/machines/views/layout.ts'
import type { SavedView } from '../../../src/machines/views/view-link.ts'
import { viewsMachine } from '../../../src/machines/views/views.machine.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

const view = (name: string): SavedView => ({ name, search: {}, layout: DEFAULT_LAYOUT })
const gone = new Error('gone')
type Snapshot = ReturnType<typeof viewsMachine.getInitialSnapshot>

export const viewsModels: MachineModels = {
  listeners: {
    'change.saved': ['src/ui/list/views/use-saved-views.ts'],
    'change.failed': ['src/ui/list/views/use-saved-views.ts'],
  },
  models: {
    'saved views': defineModel({
      machine: viewsMachine,
      events: [
        actorDone('loadViews', [view('Hats')]),
        actorFailed('loadViews', gone),
        delayElapsed('reloadDelay', 'views.failed'),
        { type: 'view.saved', view: view('Boots') },
        { type: 'view.deleted', name: 'Hats' },
        { type: 'view.shared', name: 'Hats', isShared: true },
        actorDone('saveChange', [view('Boots')]),
        actorFailed('saveChange', gone),
      ],
      // Two queued changes are enough to test the queue.
      isPossible: ({ context }, { type }) => !type.startsWith('view.') || context.changes.length < 2,
      contextKey: ({ savedViews, changes }) => [savedViews.map(({ name }) => name), changes.map(({ kind }) => kind)],
      invariants: {
        'pending changes are being saved unless the views are being read': ({ value, context }: Snapshot) =>
          value === 'loading' || (value === 'saving') === context.changes.length > 0,
      },
    }),
  },
}
