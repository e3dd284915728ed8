import { PLAIN_LAYOUT } from '../../src/machines/rules/layout.ts'
import type { SavedView } from '../../src/machines/rules/view-link.ts'
import { viewsMachine } from '../../src/machines/views.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

const view = (name: string): SavedView => ({ name, search: {}, layout: PLAIN_LAYOUT })
const gone = new Error('gone')
type Snapshot = ReturnType<typeof viewsMachine.getInitialSnapshot>

/** Tries the machine out. */
export const viewsModels: Models = {
  listeners: {
    'change.kept': ['src/ui/list/use-views.ts'],
    'change.failed': ['src/ui/list/use-views.ts'],
  },
  models: {
    'saved views': model({
      machine: viewsMachine,
      happenings: [
        answers('readViews', [view('Hats')]),
        fails('readViews', gone),
        waits('readAgain', 'views.unread'),
        { type: 'view.saved', view: view('Boots') },
        { type: 'view.deleted', name: 'Hats' },
        { type: 'view.shared', name: 'Hats', isShared: true },
        answers('keepChange', [view('Boots')]),
        fails('keepChange', gone),
      ],
      // Nobody wants more at once than shows what a queue does.
      allows: ({ context }, { type }) => !type.startsWith('view.') || context.changes.length < 2,
      sees: ({ kept, changes }) => [kept.map(({ name }) => name), changes.map(({ kind }) => kind)],
      holds: {
        'what is wanted is at work unless the views are being read': ({ value, context }: Snapshot) =>
          value === 'reading' || (value === 'keeping') === context.changes.length > 0,
      },
    }),
  },
}
