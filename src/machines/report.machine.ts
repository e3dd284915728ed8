import { assign, setup } from 'xstate'
import type { ModelReport } from '../files/model-report.ts'
import { placeholderActor } from './placeholder-actor.ts'

interface ReportContext {
  file: File
  report: ModelReport | null
  /** Share of the file read so far, 0 to 1. */
  share: number
}

type ReportEvent = { type: 'reading.progressed'; share: number } | { type: 'reading.requested' }

export const reportMachine = setup({
  types: {} as { input: { file: File }; context: ReportContext; events: ReportEvent; tags: 'busy' | 'failed' },
  actors: {
    makeReport: placeholderActor<ModelReport, { file: File; report: (event: ReportEvent) => void }>('makeReport'),
  },
  actions: {
    keepShare: assign({ share: (_, params: { share: number }) => params.share }),
    keepReport: assign({ report: (_, params: { report: ModelReport }) => params.report }),
    startOver: assign({ share: 0 }),
  },
}).createMachine({
  id: 'report',
  context: ({ input }) => ({ file: input.file, report: null, share: 0 }),
  initial: 'reading',
  states: {
    reading: {
      tags: 'busy',
      on: { 'reading.progressed': { actions: { type: 'keepShare', params: ({ event }) => event } } },
      invoke: {
        id: 'makeReport',
        src: 'makeReport',
        input: ({ context, self }) => ({ file: context.file, report: (event: ReportEvent) => self.send(event) }),
        onDone: {
          target: 'shown',
          actions: { type: 'keepReport', params: ({ event }) => ({ report: event.output }) },
        },
        onError: 'failed',
      },
    },
    shown: {},
    failed: { tags: 'failed', on: { 'reading.requested': { target: 'reading', actions: 'startOver' } } },
  },
})
