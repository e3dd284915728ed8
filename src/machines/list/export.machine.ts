import { assign, emit, setup } from 'xstate'
import { placeholderActor } from '../placeholder-actor.ts'

export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** Progress of an export. `total` is 0 until the first page is loaded. */
interface ExportContext {
  format: ExportFormat
  written: number
  total: number
}

type ExportEvent =
  | { type: 'export.requested'; format: ExportFormat }
  | { type: 'page.written'; written: number; total: number }
  | { type: 'export.cancelled' }

/** Export of filtered rows to a file, page by page, with progress. It can be cancelled at any time. */
export const exportMachine = setup({
  types: {} as {
    context: ExportContext
    events: ExportEvent
    emitted: { type: 'export.failed'; error: unknown }
  },
  actors: { writeFile: placeholderActor<void, ExportFormat>('writeFile') },
  actions: {
    startExport: assign((_, { format }: { format: ExportFormat }) => ({ format, written: 0, total: 0 })),
    storeProgress: assign((_, { written, total }: { written: number; total: number }) => ({ written, total })),
    announceFailure: emit((_, { error }: { error: unknown }) => ({ type: 'export.failed' as const, error })),
  },
}).createMachine({
  id: 'export',
  context: { format: 'csv', written: 0, total: 0 },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'export.requested': { target: 'writing', actions: { type: 'startExport', params: ({ event }) => event } },
      },
    },
    writing: {
      on: {
        'page.written': { actions: { type: 'storeProgress', params: ({ event }) => event } },
        'export.cancelled': 'idle',
      },
      invoke: {
        id: 'writeFile',
        src: 'writeFile',
        input: ({ context }) => context.format,
        onDone: 'idle',
        onError: { target: 'idle', actions: { type: 'announceFailure', params: ({ event }) => event } },
      },
    },
  },
})
