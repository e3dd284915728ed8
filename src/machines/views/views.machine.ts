import { assign, emit, setup } from 'xstate'
import { placeholderActor } from '../placeholder-actor.ts'
import type { SavedView } from './view-link.ts'
import { applyViewChange, type ViewChange } from './views.ts'

interface ViewsContext {
  savedViews: readonly SavedView[]
  /** Unsaved changes, in order. The first change is being saved. */
  changes: readonly ViewChange[]
}

type ViewsEvent =
  | { type: 'view.saved'; view: SavedView }
  | { type: 'view.deleted'; name: string }
  | { type: 'view.shared'; name: string; isShared: boolean; id?: string | undefined }

export const RELOAD_DELAY_MS = 30_000

/** Saved views of a list, read once. Each change is shown immediately, saved in order, and reverted if saving fails. */
export const viewsMachine = setup({
  types: {} as {
    context: ViewsContext
    events: ViewsEvent
    emitted:
      | { type: 'change.saved'; change: ViewChange }
      | { type: 'change.failed'; change: ViewChange; error: unknown }
  },
  actors: {
    loadViews: placeholderActor<readonly SavedView[]>('loadViews'),
    saveChange: placeholderActor<readonly SavedView[], ViewChange>('saveChange'),
  },
  guards: { hasChanges: ({ context }) => context.changes.length > 0 },
  delays: { reloadDelay: RELOAD_DELAY_MS },
  actions: {
    addChange: assign({ changes: ({ context }, change: ViewChange) => [...context.changes, change] }),
    storeViews: assign((_, { savedViews }: { savedViews: readonly SavedView[] }) => ({ savedViews })),
    removeFirstChange: assign({ changes: ({ context }) => context.changes.slice(1) }),
    announceSaved: emit(({ context }) => ({ type: 'change.saved' as const, change: firstChange(context) })),
    announceFailure: emit(({ context }, { error }: { error: unknown }) => ({
      type: 'change.failed' as const,
      change: firstChange(context),
      error,
    })),
  },
}).createMachine({
  id: 'views',
  context: { savedViews: [], changes: [] },
  initial: 'loading',
  on: {
    'view.saved': { actions: { type: 'addChange', params: ({ event }) => ({ kind: 'save', view: event.view }) } },
    'view.deleted': { actions: { type: 'addChange', params: ({ event }) => ({ kind: 'delete', name: event.name }) } },
    'view.shared': {
      actions: { type: 'addChange', params: ({ event: { type: _, ...sharing } }) => ({ kind: 'share', ...sharing }) },
    },
  },
  states: {
    loading: {
      invoke: {
        id: 'loadViews',
        src: 'loadViews',
        onDone: {
          target: 'settled',
          actions: { type: 'storeViews', params: ({ event }) => ({ savedViews: event.output }) },
        },
        onError: 'failed',
      },
    },
    settled: { always: { guard: 'hasChanges', target: 'saving' } },
    failed: {
      always: { guard: 'hasChanges', target: 'saving' },
      after: { reloadDelay: 'loading' },
    },
    saving: {
      invoke: {
        id: 'saveChange',
        src: 'saveChange',
        input: ({ context }) => firstChange(context),
        onDone: {
          target: 'settled',
          actions: [
            { type: 'storeViews', params: ({ event }) => ({ savedViews: event.output }) },
            'announceSaved',
            'removeFirstChange',
          ],
        },
        // The change may have been saved despite the error, so read again.
        onError: {
          target: 'loading',
          actions: [{ type: 'announceFailure', params: ({ event }) => event }, 'removeFirstChange'],
        },
      },
    },
  },
})

export const shownViewsOf = ({ savedViews, changes }: ViewsContext): readonly SavedView[] =>
  changes.reduce(applyViewChange, savedViews)

const firstChange = ({ changes }: ViewsContext): ViewChange => changes[0]!
