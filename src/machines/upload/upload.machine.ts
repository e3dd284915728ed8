import { assign, emit, enqueueActions, setup } from 'xstate'
import type { AnyUploadKind, StoredFile } from '../../api/contract/files.ts'
import { checkSelection, type FileProblem } from '../../files/file-checks.ts'
import type { FileVerdict } from '../../files/file-facts.ts'
import { placeholderActor } from '../placeholder-actor.ts'
import { fileProblemOf, type SendState } from './send-file.ts'
import { addProgress, createUploadProgress, resetSpeed, type UploadProgress } from './upload-progress.ts'

interface UploadContext {
  kind: AnyUploadKind
  starts: 'immediately' | 'onRequest'
  file: File | null
  /** A restored file was chosen earlier: it is checked again but not announced again. */
  origin: 'chosen' | 'restored'
  problem: FileProblem | null
  /** Result of the check; `null` until the check is done. */
  verdict: FileVerdict | null
  /** Progress of the check, 0 to 1, or `null` if unknown. */
  checkProgress: number | null
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
  | { type: 'transfer.changed'; state: SendState }

/** Events for listeners, such as analytics and the surrounding form. `isSent`: the server has the whole file. */
export type UploadEmitted =
  | { type: 'file.selected'; file: File }
  | { type: 'file.removed'; file: File; isSent: boolean }
  | { type: 'file.rejected'; file: File | null; problem: FileProblem }
  | { type: 'file.sent'; file: File; stored: StoredFile }

type ReportEvent = (event: UploadEvent) => void

const UNREADABLE_PROBLEM: FileProblem = { word: 'upload.unreadable' }

const NO_FILE = {
  file: null,
  origin: 'chosen',
  problem: null,
  verdict: null,
  checkProgress: null,
  error: null,
  url: null,
  progress: createUploadProgress(0),
} satisfies Partial<UploadContext>

/** Upload of one file: chosen, checked, sent with pauses and interruptions, or rejected. */
export const uploadMachine = setup({
  types: {} as {
    input: { kind: AnyUploadKind; starts?: 'immediately' | 'onRequest' }
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
    isInvalid: (_, params: { verdict: FileVerdict }) => params.verdict.fault !== null,
    isAlreadySent: ({ context }) => context.url !== null,
    isRestored: ({ context }) => context.origin === 'restored',
    isRejection: (_, params: { error: unknown }) => fileProblemOf(params.error) !== null,
    isTransferState: (_, params: { state: SendState; expected: SendState }) => params.state === params.expected,
    startsImmediately: ({ context }) => context.starts === 'immediately',
    hasProblem: ({ context }) => context.problem !== null,
    hasFile: ({ context }) => context.file !== null,
  },
  actions: {
    setFile: assign((_, params: { file: File | undefined; url?: string | undefined; origin?: 'restored' }) => ({
      ...NO_FILE,
      file: params.file ?? null,
      origin: params.origin ?? ('chosen' as const),
      url: params.url ?? null,
      progress: createUploadProgress(params.file?.size ?? 0),
    })),
    clearFile: assign(NO_FILE),
    rejectFile: enqueueActions(({ context, enqueue }, params: { problem: FileProblem | null; file?: File | null }) => {
      const problem = params.problem ?? UNREADABLE_PROBLEM
      enqueue.emit({ type: 'file.rejected', file: params.file ?? context.file, problem })
      enqueue.assign({ ...NO_FILE, problem })
    }),
    storeCheckProgress: assign({ checkProgress: (_, params: { share: number }) => params.share }),
    storeVerdict: assign({ verdict: (_, params: { verdict: FileVerdict }) => params.verdict }),
    storeProgress: assign({
      progress: ({ context }, params: { sentBytes: number; totalBytes: number; at: number }) =>
        addProgress(context.progress, params.sentBytes, params.totalBytes, params.at),
    }),
    clearSpeed: assign({ progress: ({ context }) => resetSpeed(context.progress) }),
    storeError: assign({ error: (_, params: { error: unknown }) => params.error }),
    clearError: assign({ error: null }),
    announceSelection: emit(({ context }) => ({ type: 'file.selected' as const, file: currentFile(context) })),
    announceRemoval: emit(({ context }) => ({
      type: 'file.removed' as const,
      file: currentFile(context),
      isSent: context.url !== null,
    })),
    storeResult: enqueueActions(({ context, enqueue }, params: { stored: StoredFile }) => {
      enqueue.emit({ type: 'file.sent', file: currentFile(context), stored: params.stored })
      enqueue.assign({ url: params.stored.url, error: null })
    }),
  },
}).createMachine({
  id: 'upload',
  context: ({ input }) => ({ kind: input.kind, starts: input.starts ?? 'immediately', ...NO_FILE }),
  initial: 'empty',
  on: {
    'removal.requested': { guard: 'hasFile', target: '.empty', actions: ['announceRemoval', 'clearFile'] },
  },
  states: {
    empty: {
      initial: 'idle',
      on: {
        'files.dropped': [
          {
            guard: { type: 'isOneFile', params: ({ event }) => event },
            target: 'checking',
            actions: { type: 'setFile', params: ({ event }) => ({ file: event.files[0] }) },
          },
          {
            target: '.rejected',
            actions: { type: 'rejectFile', params: ({ event }) => selectionProblem(event) },
          },
        ],
        'file.restored': {
          target: 'checking',
          actions: { type: 'setFile', params: ({ event }) => ({ ...event, origin: 'restored' as const }) },
        },
      },
      states: {
        idle: { on: { 'drag.entered': 'dragging' } },
        dragging: { on: { 'drag.left': [{ guard: 'hasProblem', target: 'rejected' }, { target: 'idle' }] } },
        rejected: { tags: 'failed', on: { 'drag.entered': 'dragging' } },
      },
    },
    checking: {
      tags: 'busy',
      on: { 'check.advanced': { actions: { type: 'storeCheckProgress', params: ({ event }) => event } } },
      invoke: {
        id: 'checkFile',
        src: 'checkFile',
        input: ({ context, self }) => inputOf(context, (event) => self.send(event)),
        onDone: [
          {
            guard: { type: 'isInvalid', params: ({ event }) => ({ verdict: event.output }) },
            target: 'empty.rejected',
            actions: { type: 'rejectFile', params: ({ event }) => ({ problem: event.output.fault }) },
          },
          {
            guard: 'isRestored',
            target: 'chosen',
            actions: { type: 'storeVerdict', params: ({ event }) => ({ verdict: event.output }) },
          },
          {
            target: 'chosen',
            actions: [
              { type: 'storeVerdict', params: ({ event }) => ({ verdict: event.output }) },
              'announceSelection',
            ],
          },
        ],
        onError: {
          target: 'empty.rejected',
          actions: { type: 'rejectFile', params: { problem: UNREADABLE_PROBLEM } },
        },
      },
    },
    chosen: {
      always: [
        { guard: 'isAlreadySent', target: 'sent' },
        { guard: 'startsImmediately', target: 'sending' },
      ],
      on: { 'sending.requested': 'sending' },
    },
    sending: {
      initial: 'active',
      states: {
        active: {
          tags: 'busy',
          initial: 'transferring',
          on: {
            'pause.requested': { target: 'paused', actions: 'clearSpeed' },
            'bytes.sent': { actions: { type: 'storeProgress', params: ({ event }) => event } },
            'transfer.changed': [
              {
                guard: { type: 'isTransferState', params: ({ event }) => ({ ...event, expected: 'transferring' }) },
                target: '.transferring',
              },
              {
                guard: { type: 'isTransferState', params: ({ event }) => ({ ...event, expected: 'waiting' }) },
                target: '.waiting',
              },
              {
                guard: { type: 'isTransferState', params: ({ event }) => ({ ...event, expected: 'offline' }) },
                target: '.offline',
                actions: 'clearSpeed',
              },
              { target: '.retrying', actions: 'clearSpeed' },
            ],
          },
          invoke: {
            id: 'sendFile',
            src: 'sendFile',
            input: ({ context, self }) => inputOf(context, (event) => self.send(event)),
            onDone: {
              target: '#upload.sent',
              actions: { type: 'storeResult', params: ({ event }) => ({ stored: event.output }) },
            },
            onError: [
              {
                guard: { type: 'isRejection', params: ({ event }) => ({ error: event.error }) },
                target: '#upload.empty.rejected',
                actions: { type: 'rejectFile', params: ({ event }) => ({ problem: fileProblemOf(event.error) }) },
              },
              {
                target: '#upload.failed',
                actions: { type: 'storeError', params: ({ event }) => ({ error: event.error }) },
              },
            ],
          },
          states: { transferring: {}, waiting: {}, retrying: {}, offline: {} },
        },
        paused: { on: { 'resume.requested': 'active' } },
      },
    },
    sent: {},
    failed: { tags: 'failed', on: { 'resume.requested': { target: 'sending', actions: 'clearError' } } },
  },
})

const inputOf = (context: UploadContext, report: ReportEvent) => ({
  file: currentFile(context),
  kind: context.kind,
  report,
})

const selectionProblem = ({ files, folders }: { files: readonly File[]; folders: number }) => ({
  file: files[0] ?? null,
  problem: checkSelection(files.length, folders),
})

function currentFile(context: UploadContext): File {
  if (!context.file) throw new Error('This state has no file')
  return context.file
}
