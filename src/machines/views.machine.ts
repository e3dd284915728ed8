import { assign, emit, setup } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'
import type { SavedView } from './rules/view-link.ts'
import { applyViewChange, type ViewChange } from './rules/views.ts'

interface ViewsContext {
  kept: readonly SavedView[]
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
    emitted: { type: 'change.kept'; change: ViewChange } | { type: 'change.failed'; change: ViewChange; error: unknown }
  },
  actors: {
    readViews: placeholderActor<readonly SavedView[]>('readViews'),
    keepChange: placeholderActor<readonly SavedView[], ViewChange>('keepChange'),
  },
  guards: { hasChanges: ({ context }) => context.changes.length > 0 },
  delays: { readAgain: RELOAD_DELAY_MS },
  actions: {
    want: assign({ changes: ({ context }, change: ViewChange) => [...context.changes, change] }),
    take: assign((_, { kept }: { kept: readonly SavedView[] }) => ({ kept })),
    dropFirst: assign({ changes: ({ context }) => context.changes.slice(1) }),
    announceKept: emit(({ context }) => ({ type: 'change.kept' as const, change: firstChange(context) })),
    announceFailure: emit(({ context }, { error }: { error: unknown }) => ({
      type: 'change.failed' as const,
      change: firstChange(context),
      error,
    })),
  },
}).createMachine({
  id: 'views',
  context: { kept: [], changes: [] },
  initial: 'reading',
  on: {
    'view.saved': { actions: { type: 'want', params: ({ event }) => ({ kind: 'save', view: event.view }) } },
    'view.deleted': { actions: { type: 'want', params: ({ event }) => ({ kind: 'delete', name: event.name }) } },
    'view.shared': {
      actions: { type: 'want', params: ({ event: { type: _, ...sharing } }) => ({ kind: 'share', ...sharing }) },
    },
  },
  states: {
    reading: {
      invoke: {
        id: 'readViews',
        src: 'readViews',
        onDone: { target: 'settled', actions: { type: 'take', params: ({ event }) => ({ kept: event.output }) } },
        onError: 'unread',
      },
    },
    settled: { always: { guard: 'hasChanges', target: 'keeping' } },
    unread: {
      always: { guard: 'hasChanges', target: 'keeping' },
      after: { readAgain: 'reading' },
    },
    keeping: {
      invoke: {
        id: 'keepChange',
        src: 'keepChange',
        input: ({ context }) => firstChange(context),
        onDone: {
          target: 'settled',
          actions: [{ type: 'take', params: ({ event }) => ({ kept: event.output }) }, 'announceKept', 'dropFirst'],
        },
        // The change may have been saved despite the error, so read again.
        onError: {
          target: 'reading',
          actions: [{ type: 'announceFailure', params: ({ event }) => event }, 'dropFirst'],
        },
      },
    },
  },
})

export const shownViewsOf = ({ kept, changes }: ViewsContext): readonly SavedView[] =>
  changes.reduce(applyViewChange, kept)

const firstChange = ({ changes }: ViewsContext): ViewChange => changes[0]!
