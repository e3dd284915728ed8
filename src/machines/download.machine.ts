import { assign, setup } from 'xstate'
import { placeholderActor } from './placeholder-actor.ts'

/** Progress of a download in bytes. `total` is 0 until known, `error` is the reason of a failure. */
interface DownloadContext {
  received: number
  total: number
  error: unknown
}

export type DownloadProgress = { type: 'bytes.received'; received: number; total: number }

type DownloadEvent = DownloadProgress | { type: 'retry.requested' }

export const downloadMachine = setup({
  types: {} as { context: DownloadContext; events: DownloadEvent; tags: 'busy' },
  actors: { downloadFile: placeholderActor<void, { report: (event: DownloadProgress) => void }>('downloadFile') },
  actions: {
    storeProgress: assign((_, { received, total }: { received: number; total: number }) => ({ received, total })),
    storeError: assign({ error: (_, params: { error: unknown }) => params.error }),
    clearError: assign({ error: null }),
  },
}).createMachine({
  id: 'download',
  context: { received: 0, total: 0, error: null },
  initial: 'downloading',
  states: {
    downloading: {
      tags: 'busy',
      entry: 'clearError',
      on: { 'bytes.received': { actions: { type: 'storeProgress', params: ({ event }) => event } } },
      invoke: {
        id: 'downloadFile',
        src: 'downloadFile',
        input: ({ self }) => ({ report: (event: DownloadProgress) => self.send(event) }),
        onDone: 'saved',
        onError: { target: 'failed', actions: { type: 'storeError', params: ({ event: { error } }) => ({ error }) } },
      },
    },
    saved: {},
    failed: { on: { 'retry.requested': 'downloading' } },
  },
})
