import { assign, emit, enqueueActions, setup } from 'xstate'
import type { AnyUploadKind, StoredFile } from '../api/contract/files.ts'
import { checkSelection, type FileProblem } from '../files/file-checks.ts'
import type { FileVerdict } from '../files/file-facts.ts'
import { placeholderActor } from './placeholder-actor.ts'
import { fileProblemOf, type SendState } from './rules/send-file.ts'
import { addProgress, createUploadProgress, resetSpeed, type UploadProgress } from './rules/upload-progress.ts'

interface UploadContext {
  kind: AnyUploadKind
  starts: 'atOnce' | 'onRequest'
  file: File | null
  /** A restored file was chosen earlier: it is checked again but not announced again. */
  origin: 'chosen' | 'restored'
  fault: FileProblem | null
  /** Result of the check; `null` until the check is done. */
  verdict: FileVerdict | null
  /** Progress of the check, 0 to 1, or `null` if unknown. */
  checkedShare: number | null
  error: unknown
  url: string | null
  progress: UploadProgress
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
  | { type: 'pace.changed'; pace: SendState }

/** Events for listeners, such as analytics and the surrounding form. `isSent`: the server has the whole file. */
export type UploadEmitted =
  | { type: 'file.selected'; file: File }
  | { type: 'file.removed'; file: File; isSent: boolean }
  | { type: 'file.rejected'; file: File | null; fault: FileProblem }
  | { type: 'file.sent'; file: File; stored: StoredFile }

type ReportEvent = (event: UploadEvent) => void

const UNREADABLE_PROBLEM: FileProblem = { word: 'upload.unreadable' }

const NO_FILE = {
  file: null,
  origin: 'chosen',
  fault: null,
  verdict: null,
  checkedShare: null,
  error: null,
  url: null,
  progress: createUploadProgress(0),
} satisfies Partial<UploadContext>

/** Upload of one file: chosen, checked, sent with pauses and interruptions, or rejected. */
export const uploadMachine = setup({
  types: {} as {
    input: { kind: AnyUploadKind; starts?: 'atOnce' | 'onRequest' }
    context: UploadContext
    events: UploadEvent
    emitted: UploadEmitted
    tags: 'busy' | 'failed'
  },
  actors: {
    checkFile: placeholderActor<FileVerdict, { file: File; kind: AnyUploadKind; report: ReportEvent }>('checkFile'),
    sendFile: placeholderActor<StoredFile, { file: File; kind: AnyUploadKind; report: ReportEvent }>('sendFile'),
  },
  guards: {
    isOneFile: (_, params: { files: readonly File[]; folders: number }) =>
      checkSelection(params.files.length, params.folders) === null,
    isUnsound: (_, params: { verdict: FileVerdict }) => params.verdict.fault !== null,
    isSentAlready: ({ context }) => context.url !== null,
    isRestored: ({ context }) => context.origin === 'restored',
    isRefusal: (_, params: { error: unknown }) => fileProblemOf(params.error) !== null,
    isPace: (_, params: { pace: SendState; wanted: SendState }) => params.pace === params.wanted,
    startsAtOnce: ({ context }) => context.starts === 'atOnce',
    hasFault: ({ context }) => context.fault !== null,
    hasFile: ({ context }) => context.file !== null,
  },
  actions: {
    takeFile: assign((_, params: { file: File | undefined; url?: string | undefined; origin?: 'restored' }) => ({
      ...NO_FILE,
      file: params.file ?? null,
      origin: params.origin ?? ('chosen' as const),
      url: params.url ?? null,
      progress: createUploadProgress(params.file?.size ?? 0),
    })),
    forgetFile: assign(NO_FILE),
    turnAway: enqueueActions(({ context, enqueue }, params: { fault: FileProblem | null; file?: File | null }) => {
      const fault = params.fault ?? UNREADABLE_PROBLEM
      enqueue.emit({ type: 'file.rejected', file: params.file ?? context.file, fault })
      enqueue.assign({ ...NO_FILE, fault })
    }),
    keepShare: assign({ checkedShare: (_, params: { share: number }) => params.share }),
    keepVerdict: assign({ verdict: (_, params: { verdict: FileVerdict }) => params.verdict }),
    keepProgress: assign({
      progress: ({ context }, params: { sentBytes: number; totalBytes: number; at: number }) =>
        addProgress(context.progress, params.sentBytes, params.totalBytes, params.at),
    }),
    forgetSpeed: assign({ progress: ({ context }) => resetSpeed(context.progress) }),
    keepError: assign({ error: (_, params: { error: unknown }) => params.error }),
    forgetError: assign({ error: null }),
    announceSelection: emit(({ context }) => ({ type: 'file.selected' as const, file: currentFile(context) })),
    announceRemoval: emit(({ context }) => ({
      type: 'file.removed' as const,
      file: currentFile(context),
      isSent: context.url !== null,
    })),
    keepStored: enqueueActions(({ context, enqueue }, params: { stored: StoredFile }) => {
      enqueue.emit({ type: 'file.sent', file: currentFile(context), stored: params.stored })
      enqueue.assign({ url: params.stored.url, error: null })
    }),
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ kind: input.kind, starts: input.starts ?? 'atOnce', ...NO_FILE }),
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
            actions: { type: 'turnAway', params: ({ event }) => selectionProblem(event) },
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
          actions: { type: 'turnAway', params: { fault: UNREADABLE_PROBLEM } },
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
                actions: { type: 'turnAway', params: ({ event }) => ({ fault: fileProblemOf(event.error) }) },
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

const inputOf = (context: UploadContext, report: ReportEvent) => ({
  file: currentFile(context),
  kind: context.kind,
  report,
})

const selectionProblem = ({ files, folders }: { files: readonly File[]; folders: number }) => ({
  file: files[0] ?? null,
  fault: checkSelection(files.length, folders),
})

function currentFile(context: UploadContext): File {
  if (!context.file) throw new Error('This state has no file')
  return context.file
}
