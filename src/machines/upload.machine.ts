import { assign, emit, enqueueActions, setup } from 'xstate'
import type { SentKind, StoredFile } from '../api/contract/files.ts'
import { type FileFault, faultOfSelection } from '../files/file.ts'
import type { FileVerdict } from '../files/file-facts.ts'
import { provided } from './provided.ts'
import { type Pace, refusalOf } from './rules/sending.ts'
import { noProgress, type Progress, progressed, stalled } from './rules/upload-progress.ts'

interface UploadContext {
  kind: SentKind
  starts: 'atOnce' | 'onRequest'
  file: File | null
  /** A restored file was chosen before: it is checked again, and nobody is told of it anew. */
  origin: 'chosen' | 'restored'
  fault: FileFault | null
  /** What the check found out about the file; `null` until it has. */
  verdict: FileVerdict | null
  /** How much of the check is done, 0 to 1; `null` where it does not say. */
  checkedShare: number | null
  error: unknown
  url: string | null
  progress: Progress
}

type UploadEvent =
  | { type: 'drag.entered' }
  | { type: 'drag.left' }
  | { type: 'files.dropped'; files: readonly File[]; folders: number }
  | { type: 'file.restored'; file: File; url?: string }
  | { type: 'check.advanced'; share: number }
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

type Report = (event: UploadEvent) => void

const UNREADABLE: FileFault = { word: 'upload.unreadable' }

const NOTHING = {
  file: null,
  origin: 'chosen',
  fault: null,
  verdict: null,
  checkedShare: null,
  error: null,
  url: null,
  progress: noProgress(0),
} satisfies Partial<UploadContext>

/** One file on its way to the server: chosen, checked, sent with pauses and interruptions, or turned away. */
export const uploadMachine = setup({
  types: {} as {
    input: { kind: SentKind; starts?: 'atOnce' | 'onRequest' }
    context: UploadContext
    events: UploadEvent
    emitted: UploadEmitted
    tags: 'busy' | 'failed'
  },
  actors: {
    checkFile: provided<FileVerdict, { file: File; kind: SentKind; report: Report }>('checkFile'),
    sendFile: provided<StoredFile, { file: File; kind: SentKind; report: Report }>('sendFile'),
  },
  guards: {
    isOneFile: (_, params: { files: readonly File[]; folders: number }) =>
      faultOfSelection(params.files.length, params.folders) === null,
    isUnsound: (_, params: { verdict: FileVerdict }) => params.verdict.fault !== null,
    isSentAlready: ({ context }) => context.url !== null,
    isRestored: ({ context }) => context.origin === 'restored',
    isRefusal: (_, params: { error: unknown }) => refusalOf(params.error) !== null,
    isPace: (_, params: { pace: Pace; wanted: Pace }) => params.pace === params.wanted,
    startsAtOnce: ({ context }) => context.starts === 'atOnce',
    hasFault: ({ context }) => context.fault !== null,
    hasFile: ({ context }) => context.file !== null,
  },
  actions: {
    takeFile: assign((_, params: { file: File | undefined; url?: string | undefined; origin?: 'restored' }) => ({
      ...NOTHING,
      file: params.file ?? null,
      origin: params.origin ?? ('chosen' as const),
      url: params.url ?? null,
      progress: noProgress(params.file?.size ?? 0),
    })),
    forgetFile: assign(NOTHING),
    turnAway: enqueueActions(({ context, enqueue }, params: { fault: FileFault | null; file?: File | null }) => {
      const fault = params.fault ?? UNREADABLE
      enqueue.emit({ type: 'file.rejected', file: params.file ?? context.file, fault })
      enqueue.assign({ ...NOTHING, fault })
    }),
    keepShare: assign({ checkedShare: (_, params: { share: number }) => params.share }),
    keepVerdict: assign({ verdict: (_, params: { verdict: FileVerdict }) => params.verdict }),
    keepProgress: assign({
      progress: ({ context }, params: { sentBytes: number; totalBytes: number; at: number }) =>
        progressed(context.progress, params.sentBytes, params.totalBytes, params.at),
    }),
    forgetSpeed: assign({ progress: ({ context }) => stalled(context.progress) }),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
    forgetError: assign({ error: null }),
    announceSelection: emit(({ context }) => ({ type: 'file.selected' as const, file: held(context) })),
    announceRemoval: emit(({ context }) => ({
      type: 'file.removed' as const,
      file: held(context),
      isSent: context.url !== null,
    })),
    keepStored: enqueueActions(({ context, enqueue }, params: { stored: StoredFile }) => {
      enqueue.emit({ type: 'file.sent', file: held(context), stored: params.stored })
      enqueue.assign({ url: params.stored.url, error: null })
    }),
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ kind: input.kind, starts: input.starts ?? 'atOnce', ...NOTHING }),
  initial: 'vacant',
  on: {
    'removal.requested': { guard: 'hasFile', target: '.vacant', actions: ['announceRemoval', 'forgetFile'] },
  },
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
            actions: { type: 'turnAway', params: ({ event }) => wrongSelection(event) },
          },
        ],
        'file.restored': {
          target: 'checking',
          actions: { type: 'takeFile', params: ({ event }) => ({ ...event, origin: 'restored' as const }) },
        },
      },
      states: {
        empty: { on: { 'drag.entered': 'dragging' } },
        dragging: { on: { 'drag.left': [{ guard: 'hasFault', target: 'rejected' }, { target: 'empty' }] } },
        rejected: { tags: 'failed', on: { 'drag.entered': 'dragging' } },
      },
    },
    checking: {
      tags: 'busy',
      on: { 'check.advanced': { actions: { type: 'keepShare', params: ({ event }) => event } } },
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: ({ context, self }) => inputOf(context, (event) => self.send(event)),
        onDone: [
          {
            guard: { type: 'isUnsound', params: ({ event }) => ({ verdict: event.output }) },
            target: 'vacant.rejected',
            actions: { type: 'turnAway', params: ({ event }) => event.output },
          },
          {
            guard: 'isRestored',
            target: 'chosen',
            actions: { type: 'keepVerdict', params: ({ event }) => ({ verdict: event.output }) },
          },
          {
            target: 'chosen',
            actions: [{ type: 'keepVerdict', params: ({ event }) => ({ verdict: event.output }) }, 'announceSelection'],
          },
        ],
        onError: {
          target: 'vacant.rejected',
          actions: { type: 'turnAway', params: { fault: UNREADABLE } },
        },
      },
    },
    chosen: {
      always: [
        { guard: 'isSentAlready', target: 'sent' },
        { guard: 'startsAtOnce', target: 'sending' },
      ],
      on: { 'sending.requested': 'sending' },
    },
    sending: {
      initial: 'active',
      states: {
        active: {
          tags: 'busy',
          initial: 'moving',
          on: {
            'pause.requested': { target: 'paused', actions: 'forgetSpeed' },
            'bytes.sent': { actions: { type: 'keepProgress', params: ({ event }) => event } },
            'pace.changed': [
              { guard: { type: 'isPace', params: ({ event }) => ({ ...event, wanted: 'moving' }) }, target: '.moving' },
              {
                guard: { type: 'isPace', params: ({ event }) => ({ ...event, wanted: 'waiting' }) },
                target: '.waiting',
              },
              {
                guard: { type: 'isPace', params: ({ event }) => ({ ...event, wanted: 'offline' }) },
                target: '.offline',
                actions: 'forgetSpeed',
              },
              { target: '.retrying', actions: 'forgetSpeed' },
            ],
          },
          invoke: {
            id: 'sendFile',
            src: 'sendFile',
            input: ({ context, self }) => inputOf(context, (event) => self.send(event)),
            onDone: {
              target: '#upload.sent',
              actions: { type: 'keepStored', params: ({ event }) => ({ stored: event.output }) },
            },
            onError: [
              {
                guard: { type: 'isRefusal', params: ({ event }) => ({ error: event.error }) },
                target: '#upload.vacant.rejected',
                actions: { type: 'turnAway', params: ({ event }) => ({ fault: refusalOf(event.error) }) },
              },
              {
                target: '#upload.failed',
                actions: { type: 'keepError', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
          states: { moving: {}, waiting: {}, retrying: {}, offline: {} },
        },
        paused: { on: { 'resume.requested': 'active' } },
      },
    },
    sent: {},
    failed: { tags: 'failed', on: { 'resume.requested': { target: 'sending', actions: 'forgetError' } } },
  },
})

/** What an invoked actor works on, and how it tells what happens meanwhile. */
const inputOf = (context: UploadContext, report: Report) => ({ file: held(context), kind: context.kind, report })

const wrongSelection = ({ files, folders }: { files: readonly File[]; folders: number }) => ({
  file: files[0] ?? null,
  fault: faultOfSelection(files.length, folders),
})

function held(context: UploadContext): File {
  if (!context.file) throw new Error('No file is held in this state')
  return context.file
}
