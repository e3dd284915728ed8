import type { ContextFrom } from 'xstate'
import { ApiError } from '../../src/api/contract/errors.ts'
import type { StoredFile } from '../../src/api/contract/files.ts'
import { uploadMachine } from '../../src/machines/upload.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails } from '../support/walk.ts'

export const file = new File(['0123456789'], 'boot.glb')
export const stored: StoredFile = {
  id: 'u1',
  url: `/files/${'a'.repeat(64)}.glb`,
  sha256: 'a'.repeat(64),
  type: 'model/gltf-binary',
  bytes: 10,
}
export const tooLarge = new ApiError('http', 'files', {
  status: 413,
  body: {
    error: { code: 'FILE_TOO_LARGE', message: 'Too large.', status: 413 },
    type: '/docs#FILE_TOO_LARGE',
    title: 'File too large',
    status: 413,
    detail: 'Too large.',
  },
})
export const broken = new ApiError('http', 'files', { status: 500 })
export const dropped = { type: 'files.dropped', files: [file], folders: 0 } as const
export const notGlb = { word: 'upload.notGlb', params: { name: 'boot.glb' } }
export const sound = {
  fault: null,
  facts: [{ id: 'triangles', tone: 'ok', word: 'glb.triangles', params: { n: 12 } }],
} as const
export const unsound = { fault: notGlb, facts: [], measures: [] }

export const happenings = [
  { type: 'drag.entered' },
  { type: 'drag.left' },
  dropped,
  { type: 'files.dropped', files: [file, file], folders: 0 },
  { type: 'files.dropped', files: [], folders: 1 },
  { type: 'file.restored', file },
  { type: 'file.restored', file, url: stored.url },
  { type: 'check.advanced', share: 0.6 },
  answers('checkFile', sound),
  answers('checkFile', unsound),
  fails('checkFile', new Error('gone')),
  { type: 'sending.requested' },
  { type: 'bytes.sent', sentBytes: 4, totalBytes: 10, at: 1000 },
  { type: 'bytes.sent', sentBytes: 2, totalBytes: 10, at: 2000 },
  { type: 'pace.changed', pace: 'waiting' },
  { type: 'pace.changed', pace: 'offline' },
  { type: 'pace.changed', pace: 'retrying' },
  { type: 'pace.changed', pace: 'moving' },
  { type: 'pause.requested' },
  { type: 'resume.requested' },
  answers('sendFile', stored),
  fails('sendFile', broken),
  fails('sendFile', tooLarge),
  { type: 'removal.requested' },
] as const

const sees = (context: ContextFrom<typeof uploadMachine>) => [
  context.file?.name,
  context.fault,
  context.verdict !== null,
  context.checkedShare,
  context.origin,
  context.url,
  context.progress.sentBytes,
  context.error !== null,
]

/** Tries the machine out. */
export const uploadModels: Models = {
  listeners: {
    'file.selected': ['src/ui/upload/follow-upload.ts'],
    'file.sent': ['src/ui/upload/follow-upload.ts'],
    'file.removed': ['src/ui/upload/follow-upload.ts'],
    'file.rejected': ['src/ui/upload/follow-upload.ts'],
  },
  models: {
    'an upload that starts at once': model({
      machine: uploadMachine,
      input: { kind: 'glb' },
      pairs: true,
      happenings,
      sees,
      holds: {
        // Fewer bytes than before are those of an upload that was taken up again.
        'what the speed is read from never falls, and no more is sent than there is': ({ context: { progress } }) =>
          progress.sentBytes <= progress.totalBytes &&
          progress.samples.every(({ sentBytes }, at) => sentBytes >= (progress.samples[at - 1]?.sentBytes ?? 0)),
        'there is a file exactly where its place is taken': (snapshot) =>
          (snapshot.context.file === null) === snapshot.matches('vacant'),
        'its address is known exactly where it is sent, or was before': ({ value, context }) =>
          (value === 'checking' && context.origin === 'restored') || (context.url !== null) === (value === 'sent'),
      },
    }),
    'an upload that waits to be asked': model({
      machine: uploadMachine,
      input: { kind: 'icon', starts: 'onRequest' },
      happenings,
      sees,
    }),
  },
}
