import { assign, emit, setup } from 'xstate'
import { provided } from './provided.ts'

/** The forms a list can be saved in. */
export const EXPORT_FORMATS = ['csv', 'json'] as const
export type ExportFormat = (typeof EXPORT_FORMATS)[number]

/** How far an export is; `total` is 0 until the first page is in. */
interface ExportContext {
  format: ExportFormat
  written: number
  total: number
}

type ExportEvent =
  | { type: 'export.requested'; format: ExportFormat }
  | { type: 'page.written'; written: number; total: number }
  | { type: 'export.cancelled' }

/** Saving the rows of a filter as a file: page by page, told as it goes, given up at any time. */
export const exportMachine = setup({
  types: {} as {
    context: ExportContext
    events: ExportEvent
    emitted: { type: 'export.failed'; error: unknown }
  },
  actors: { writeFile: provided<void, ExportFormat>('writeFile') },
  actions: {
    begin: assign((_, { format }: { format: ExportFormat }) => ({ format, written: 0, total: 0 })),
    keepProgress: assign((_, { written, total }: { written: number; total: number }) => ({ written, total })),
    announceFailure: emit((_, { error }: { error: unknown }) => ({ type: 'export.failed' as const, error })),
  },
}).createMachine({
  id: 'export',
  context: { format: 'csv', written: 0, total: 0 },
  initial: 'idle',
  states: {
    idle: {
      on: {
        'export.requested': { target: 'writing', actions: { type: 'begin', params: ({ event }) => event } },
      },
    },
    writing: {
      on: {
        'page.written': { actions: { type: 'keepProgress', params: ({ event }) => event } },
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
