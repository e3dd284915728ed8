import { assign, setup } from 'xstate'
import { provided } from './provided.ts'

/** How much of a file has come, in bytes, by now or before it broke off; `total` is 0 until it is known, `error` why it did. */
interface DownloadContext {
  received: number
  total: number
  error: unknown
}

/** How a download tells how far it is. */
export type DownloadProgress = { type: 'bytes.received'; received: number; total: number }

type DownloadEvent = DownloadProgress | { type: 'retry.requested' }

/** A file on its way to this device: told as it comes, and saved once it is whole. */
export const downloadMachine = setup({
  types: {} as { context: DownloadContext; events: DownloadEvent; tags: 'busy' },
  actors: { receive: provided<void, { report: (event: DownloadProgress) => void }>('receive') },
  actions: {
    keepProgress: assign((_, { received, total }: { received: number; total: number }) => ({ received, total })),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
    begin: assign({ error: null }),
  },
}).createMachine({
  id: 'download',
  context: { received: 0, total: 0, error: null },
  initial: 'receiving',
  states: {
    receiving: {
      tags: 'busy',
      entry: 'begin',
      on: { 'bytes.received': { actions: { type: 'keepProgress', params: ({ event }) => event } } },
      invoke: {
        id: 'receive',
        src: 'receive',
        input: ({ self }) => ({ report: (event: DownloadProgress) => self.send(event) }),
        onDone: 'saved',
        onError: { target: 'failed', actions: { type: 'keepError', params: ({ event: { error } }) => ({ error }) } },
      },
    },
    saved: {},
    failed: { on: { 'retry.requested': 'receiving' } },
  },
})
