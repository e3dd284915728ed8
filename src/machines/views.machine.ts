import { assign, emit, setup } from 'xstate'
import { provided } from './provided.ts'
import type { SavedView } from './rules/view-link.ts'
import { changedBy, type ViewChange } from './rules/views.ts'

interface ViewsContext {
  /** As they are kept. */
  kept: readonly SavedView[]
  /** What is not kept yet, in the order in which it was wanted; the first is at work. */
  changes: readonly ViewChange[]
}

type ViewsEvent =
  | { type: 'view.saved'; view: SavedView }
  | { type: 'view.deleted'; name: string }
  | { type: 'view.shared'; name: string; isShared: boolean; id?: string | undefined }

/** How long until views that could not be read are read again, in milliseconds. */
export const READ_AGAIN_MS = 30_000

/** The saved views of a list: read once, each change shown at once, kept one after the other, and taken back where it fails. */
export const viewsMachine = setup({
  types: {} as {
    context: ViewsContext
    events: ViewsEvent
    emitted: { type: 'change.kept'; change: ViewChange } | { type: 'change.failed'; change: ViewChange; error: unknown }
  },
  actors: {
    readViews: provided<readonly SavedView[]>('readViews'),
    keepChange: provided<readonly SavedView[], ViewChange>('keepChange'),
  },
  guards: { hasChanges: ({ context }) => context.changes.length > 0 },
  delays: { readAgain: READ_AGAIN_MS },
  actions: {
    want: assign({ changes: ({ context }, change: ViewChange) => [...context.changes, change] }),
    take: assign((_, { kept }: { kept: readonly SavedView[] }) => ({ kept })),
    dropFirst: assign({ changes: ({ context }) => context.changes.slice(1) }),
    announceKept: emit(({ context }) => ({ type: 'change.kept' as const, change: firstOf(context) })),
    announceFailure: emit(({ context }, { error }: { error: unknown }) => ({
      type: 'change.failed' as const,
      change: firstOf(context),
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
        input: ({ context }) => firstOf(context),
        onDone: {
          target: 'settled',
          actions: [{ type: 'take', params: ({ event }) => ({ kept: event.output }) }, 'announceKept', 'dropFirst'],
        },
        // Whether it came through after all is found by looking.
        onError: {
          target: 'reading',
          actions: [{ type: 'announceFailure', params: ({ event }) => event }, 'dropFirst'],
        },
      },
    },
  },
})

/** The views as they are shown: with what is not kept yet. */
export const shownViews = ({ kept, changes }: ViewsContext): readonly SavedView[] => changes.reduce(changedBy, kept)

/** Only asked for where there is one. */
const firstOf = ({ changes }: ViewsContext): ViewChange => changes[0]!
