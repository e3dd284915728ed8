import type { ContextFrom } from 'xstate'
import { ApiError } from '../../../src/api/contract/errors.ts'
import type { StoredFile } from '../../../src/api/contract/files.ts'
import { uploadMachine } from '../../../src/machines/upload/upload.machine.ts'
import { actorDone, actorFailed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModel, type MachineModels } from '../../support/model/model.ts'

export const file = new File(['0123456789'], 'boot.glb')
export const storedFile: StoredFile = {
  id: 'u1',
  url: `/files/${'a'.repeat(64)}.glb`,
  sha256: 'a'.repeat(64),
  type: 'model/gltf-binary',
  bytes: 10,
}
export const tooLargeError = new ApiError('http', 'files', {
  status: 413,
  body: {
    error: { code: 'FILE_TOO_LARGE', message: 'Too large.', status: 413 },
    type: '/docs#FILE_TOO_LARGE',
    title: 'File too large',
    status: 413,
    detail: 'Too large.',
  },
})
export const serverError = new ApiError('http', 'files', { status: 500 })
export const fileDropped = { type: 'files.dropped', files: [file], folders: 0 } as const
export const notGlbMessage = { word: 'upload.notGlb', params: { name: 'boot.glb' } }
export const validVerdict = {
  fault: null,
  facts: [{ id: 'triangles', tone: 'ok', word: 'glb.triangles', params: { n: 12 } }],
} as const
export const invalidVerdict = { fault: notGlbMessage, facts: [], measures: [] }

export const uploadEvents = [
  { type: 'drag.entered' },
  { type: 'drag.left' },
  fileDropped,
  { type: 'files.dropped', files: [file, file], folders: 0 },
  { type: 'files.dropped', files: [], folders: 1 },
  { type: 'file.restored', file },
  { type: 'file.restored', file, url: storedFile.url },
  { type: 'check.advanced', share: 0.6 },
  actorDone('checkFile', validVerdict),
  actorDone('checkFile', invalidVerdict),
  actorFailed('checkFile', new Error('gone')),
  { type: 'sending.requested' },
  { type: 'bytes.sent', sentBytes: 4, totalBytes: 10, at: 1000 },
  { type: 'bytes.sent', sentBytes: 2, totalBytes: 10, at: 2000 },
  { type: 'transfer.changed', state: 'waiting' },
  { type: 'transfer.changed', state: 'offline' },
  { type: 'transfer.changed', state: 'retrying' },
  { type: 'transfer.changed', state: 'transferring' },
  { type: 'pause.requested' },
  { type: 'resume.requested' },
  actorDone('sendFile', storedFile),
  actorFailed('sendFile', serverError),
  actorFailed('sendFile', tooLargeError),
  { type: 'removal.requested' },
] as const

const contextKey = (context: ContextFrom<typeof uploadMachine>) => [
  context.file?.name,
  context.problem,
  context.verdict !== null,
  context.checkProgress,
  context.origin,
  context.url,
  context.progress.sentBytes,
  context.error !== null,
]

const invariants: NonNullable<MachineModel<typeof uploadMachine>['invariants']> = {
  // Fewer bytes than before mean that the upload has resumed.
  'the samples of the speed never decrease, and no more bytes are sent than the file has': ({
    context: { progress },
  }) =>
    progress.sentBytes <= progress.totalBytes &&
    progress.samples.every(({ sentBytes }, at) => sentBytes >= (progress.samples[at - 1]?.sentBytes ?? 0)),
  'a file is stored if and only if the field is not empty': (snapshot) =>
    (snapshot.context.file === null) === snapshot.matches('empty'),
  'the URL is known if and only if the file is uploaded, or was restored': ({ value, context }) =>
    (value === 'checking' && context.origin === 'restored') || (context.url !== null) === (value === 'sent'),
}

export const uploadModels: MachineModels = {
  listeners: {
    'file.selected': ['src/ui/upload/bind-upload.ts'],
    'file.sent': ['src/ui/upload/bind-upload.ts'],
    'file.removed': ['src/ui/upload/bind-upload.ts'],
    'file.rejected': ['src/ui/upload/bind-upload.ts'],
  },
  models: {
    'an upload that starts automatically': defineModel({
      machine: uploadMachine,
      input: { kind: 'glb' },
      coversPairs: true,
      events: uploadEvents,
      contextKey,
      invariants,
    }),
    'an upload that starts on request': defineModel({
      machine: uploadMachine,
      input: { kind: 'icon', starts: 'onRequest' },
      events: uploadEvents,
      contextKey,
      invariants,
    }),
  },
}
