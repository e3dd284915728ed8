import { assign, emit, setup } from 'xstate'
import { ApiError } from '../api/contract/errors.ts'
import type { StoredFile, UploadKind } from '../api/contract/files.ts'
import { provided } from './provided.ts'
import { type FileFault, faultOfSelection } from './rules/file.ts'
import { noProgress, type Progress, progressed, stalled } from './rules/upload-progress.ts'

/** Whether bytes move, the next try is waited for, or the browser's connection is. */
export type Pace = 'moving' | 'retrying' | 'offline'

/** What a sender is handed beside the file. */
export interface SendOptions {
  kind: UploadKind
  onProgress: (sentBytes: number, totalBytes: number) => void
  onPace: (pace: Pace) => void
  /** Aborting pauses: what was sent stays on the server, and sending the same file again goes on from there. */
  signal: AbortSignal
}

/** Sends one file, resumable. Rejects with an `ApiError`, or with the signal's reason once that is aborted. */
export interface SendFile {
  (file: File, options: SendOptions): Promise<StoredFile>
  /** Ends an unfinished upload of this file on the server too; does nothing where there is none. */
  discard: (file: File, kind: UploadKind) => Promise<void>
}

interface UploadContext {
  kind: UploadKind
  starts: 'atOnce' | 'onRequest'
  file: File | null
  fault: FileFault | null
  error: unknown
  url: string | null
  progress: Progress
}

type UploadEvent =
  | { type: 'drag.entered' }
  | { type: 'drag.left' }
  | { type: 'files.dropped'; files: readonly File[]; folders: number }
  | { type: 'file.restored'; file: File; url?: string }
  | { type: 'sending.requested' }
  | { type: 'pause.requested' }
  | { type: 'resume.requested' }
  | { type: 'removal.requested' }
  | { type: 'bytes.sent'; sentBytes: number; totalBytes: number; at: number }
  | { type: 'pace.changed'; pace: Pace }

/** Listeners hear these: analytics, the form around the field. `isSent` tells whether the server has the whole file. */
export type UploadEmitted =
  | { type: 'file.selected'; file: File }
  | { type: 'file.removed'; file: File; isSent: boolean }
  | { type: 'file.rejected'; file: File | null; fault: FileFault }
  | { type: 'file.sent'; file: File; stored: StoredFile }

const UNREADABLE: FileFault = { word: 'upload.unreadable' }

/** One file on its way to the server: chosen, checked, sent with pauses and interruptions, or turned away. */
export const uploadMachine = setup({
  types: {} as {
    input: { kind: UploadKind; starts?: 'atOnce' | 'onRequest' }
    context: UploadContext
    events: UploadEvent
    emitted: UploadEmitted
    tags: 'busy' | 'failed'
  },
  actors: {
    checkFile: provided<FileFault | null, { file: File; kind: UploadKind }>('checkFile'),
    sendFile: provided<StoredFile, { file: File; kind: UploadKind; report: (event: UploadEvent) => void }>('sendFile'),
  },
  guards: {
    isOneFile: (_, params: { files: readonly File[]; folders: number }) =>
      faultOfSelection(params.files.length, params.folders) === null,
    isSound: (_, params: { fault: FileFault | null }) => params.fault === null,
    isSentAlready: (_, params: { url: string | undefined }) => params.url !== undefined,
    isRefusal: (_, params: { error: unknown }) => refusalOf(params.error) !== null,
    isPace: (_, params: { pace: Pace; wanted: Pace }) => params.pace === params.wanted,
    startsAtOnce: ({ context }) => context.starts === 'atOnce',
    hasFault: ({ context }) => context.fault !== null,
  },
  actions: {
    takeFile: assign({
      file: (_, params: { file: File | undefined }) => params.file ?? null,
      progress: (_, params: { file: File | undefined }) => noProgress(params.file?.size ?? 0),
      fault: null,
      error: null,
      url: null,
    }),
    keepFault: assign({ fault: (_, params: { fault: FileFault | null }) => params.fault, file: null }),
    keepProgress: assign({
      progress: ({ context }, params: { sentBytes: number; totalBytes: number; at: number }) =>
        progressed(context.progress, params.sentBytes, params.totalBytes, params.at),
    }),
    forgetSpeed: assign({ progress: ({ context }) => stalled(context.progress) }),
    keepUrl: assign({ url: (_, params: { url: string }) => params.url, error: null }),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
    forgetError: assign({ error: null }),
    forgetFile: assign({ file: null, fault: null, error: null, url: null, progress: noProgress(0) }),
    announceSelection: emit(({ context }) => ({ type: 'file.selected' as const, file: held(context) })),
    announceRemoval: emit(({ context }) => ({
      type: 'file.removed' as const,
      file: held(context),
      isSent: context.url !== null,
    })),
    announceRejection: emit((_, params: { file: File | null; fault: FileFault }) => ({
      type: 'file.rejected' as const,
      ...params,
    })),
    announceSent: emit(({ context }, params: { stored: StoredFile }) => ({
      type: 'file.sent' as const,
      file: held(context),
      stored: params.stored,
    })),
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({
    kind: input.kind,
    starts: input.starts ?? 'atOnce',
    file: null,
    fault: null,
    error: null,
    url: null,
    progress: noProgress(0),
  }),
  initial: 'vacant',
  states: {
    vacant: {
      initial: 'empty',
      on: {
        'files.dropped': [
          {
            guard: { type: 'isOneFile', params: ({ event }) => event },
            target: 'checking',
            actions: { type: 'takeFile', params: ({ event }) => ({ file: event.files[0] }) },
          },
          {
            target: '.rejected',
            actions: [
              {
                type: 'keepFault',
                params: ({ event }) => ({ fault: faultOfSelection(event.files.length, event.folders) }),
              },
              {
                type: 'announceRejection',
                params: ({ event }) => ({
                  file: event.files[0] ?? null,
                  fault: faultOfSelection(event.files.length, event.folders) ?? UNREADABLE,
                }),
              },
            ],
          },
        ],
        'file.restored': [
          {
            guard: { type: 'isSentAlready', params: ({ event }) => ({ url: event.url }) },
            target: 'sent',
            actions: [
              { type: 'takeFile', params: ({ event }) => ({ file: event.file }) },
              { type: 'keepUrl', params: ({ event }) => ({ url: event.url ?? '' }) },
            ],
          },
          { target: 'checking', actions: { type: 'takeFile', params: ({ event }) => ({ file: event.file }) } },
        ],
      },
      states: {
        empty: { on: { 'drag.entered': 'dragging' } },
        dragging: {
          on: { 'drag.left': [{ guard: 'hasFault', target: 'rejected' }, { target: 'empty' }] },
        },
        rejected: { tags: 'failed', on: { 'drag.entered': 'dragging' } },
      },
    },
    checking: {
      tags: 'busy',
      on: { 'removal.requested': { target: 'vacant', actions: ['announceRemoval', 'forgetFile'] } },
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: ({ context }) => ({ file: held(context), kind: context.kind }),
        onDone: [
          {
            guard: { type: 'isSound', params: ({ event }) => ({ fault: event.output }) },
            target: 'chosen',
            actions: 'announceSelection',
          },
          {
            target: 'vacant.rejected',
            actions: [
              {
                type: 'announceRejection',
                params: ({ context, event }) => ({ file: context.file, fault: event.output ?? UNREADABLE }),
              },
              { type: 'keepFault', params: ({ event }) => ({ fault: event.output }) },
            ],
          },
        ],
        onError: {
          target: 'vacant.rejected',
          actions: [
            { type: 'announceRejection', params: ({ context }) => ({ file: context.file, fault: UNREADABLE }) },
            { type: 'keepFault', params: { fault: UNREADABLE } },
          ],
        },
      },
    },
    chosen: {
      always: { guard: 'startsAtOnce', target: 'sending' },
      on: {
        'sending.requested': 'sending',
        'removal.requested': { target: 'vacant', actions: ['announceRemoval', 'forgetFile'] },
      },
    },
    sending: {
      initial: 'active',
      on: { 'removal.requested': { target: 'vacant', actions: ['announceRemoval', 'forgetFile'] } },
      states: {
        active: {
          tags: 'busy',
          initial: 'moving',
          on: {
            'pause.requested': { target: 'paused', actions: 'forgetSpeed' },
            'bytes.sent': { actions: { type: 'keepProgress', params: ({ event }) => event } },
            'pace.changed': [
              {
                guard: { type: 'isPace', params: ({ event }) => ({ pace: event.pace, wanted: 'offline' as const }) },
                target: '.offline',
                actions: 'forgetSpeed',
              },
              {
                guard: { type: 'isPace', params: ({ event }) => ({ pace: event.pace, wanted: 'retrying' as const }) },
                target: '.retrying',
                actions: 'forgetSpeed',
              },
              { target: '.moving' },
            ],
          },
          invoke: {
            id: 'sendFile',
            src: 'sendFile',
            input: ({ context, self }) => ({
              file: held(context),
              kind: context.kind,
              report: (event: UploadEvent) => self.send(event),
            }),
            onDone: {
              target: '#upload.sent',
              actions: [
                { type: 'announceSent', params: ({ event }) => ({ stored: event.output }) },
                { type: 'keepUrl', params: ({ event }) => ({ url: event.output.url }) },
              ],
            },
            onError: [
              {
                guard: { type: 'isRefusal', params: ({ event }) => ({ error: event.error }) },
                target: '#upload.vacant.rejected',
                actions: [
                  {
                    type: 'announceRejection',
                    params: ({ context, event }) => ({
                      file: context.file,
                      fault: refusalOf(event.error) ?? UNREADABLE,
                    }),
                  },
                  { type: 'keepFault', params: ({ event }) => ({ fault: refusalOf(event.error) }) },
                ],
              },
              {
                target: '#upload.failed',
                actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
          states: { moving: {}, retrying: {}, offline: {} },
        },
        paused: { on: { 'resume.requested': 'active' } },
      },
    },
    sent: {
      on: { 'removal.requested': { target: 'vacant', actions: ['announceRemoval', 'forgetFile'] } },
    },
    failed: {
      tags: 'failed',
      on: {
        'resume.requested': { target: 'sending', actions: 'forgetError' },
        'removal.requested': { target: 'vacant', actions: ['announceRemoval', 'forgetFile'] },
      },
    },
  },
})

/** The server's "not this file" as a fault of the file; `null` for failures that another try may mend. */
function refusalOf(error: unknown): FileFault | null {
  const isFinal = error instanceof ApiError && (error.code === 'FILE_TOO_LARGE' || error.code === 'WRONG_FILE_TYPE')
  return isFinal ? { word: error.word } : null
}

function held(context: UploadContext): File {
  if (!context.file) throw new Error('No file is held in this state')
  return context.file
}
