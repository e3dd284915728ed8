import { assign, setup } from 'xstate'
import type { ModelReport } from '../../files/model-report.ts'
import { placeholderActor } from '../placeholder-actor.ts'

interface ReportContext {
  file: File
  report: ModelReport | null
  /** Share of the file read so far, 0 to 1. */
  share: number
}

type ReportEvent = { type: 'reading.advanced'; share: number } | { type: 'retry.requested' }

export const reportMachine = setup({
  types: {} as { input: { file: File }; context: ReportContext; events: ReportEvent; tags: 'busy' | 'failed' },
  actors: {
    createReport: placeholderActor<ModelReport, { file: File; report: (event: ReportEvent) => void }>('createReport'),
  },
  actions: {
    storeProgress: assign({ share: (_, params: { share: number }) => params.share }),
    storeReport: assign({ report: (_, params: { report: ModelReport }) => params.report }),
    resetProgress: assign({ share: 0 }),
  },
}).createMachine({
  id: 'report',
  context: ({ input }) => ({ file: input.file, report: null, share: 0 }),
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      on: { 'reading.advanced': { actions: { type: 'storeProgress', params: ({ event }) => event } } },
      invoke: {
        id: 'createReport',
        src: 'createReport',
        input: ({ context, self }) => ({ file: context.file, report: (event: ReportEvent) => self.send(event) }),
        onDone: {
          target: 'shown',
          actions: { type: 'storeReport', params: ({ event }) => ({ report: event.output }) },
        },
        onError: 'failed',
      },
    },
    shown: {},
    failed: { tags: 'failed', on: { 'retry.requested': { target: 'reading', actions: 'resetProgress' } } },
  },
})
