import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/contract/errors.ts'
import type { StoredFile } from '../../src/api/contract/files.ts'
import { uploadMachine } from '../../src/machines/upload.machine.ts'
import { answers, fails, startWalk, walkEveryPath } from '../support/walk.ts'

const file = new File(['0123456789'], 'boot.glb')
const stored: StoredFile = {
  id: 'u1',
  url: `/files/${'a'.repeat(64)}.glb`,
  sha256: 'a'.repeat(64),
  type: 'model/gltf-binary',
  bytes: 10,
}
const tooLarge = new ApiError('http', 'files', {
  status: 413,
  body: {
    error: { code: 'FILE_TOO_LARGE', message: 'Too large.', status: 413 },
    type: '/docs#FILE_TOO_LARGE',
    title: 'File too large',
    status: 413,
    detail: 'Too large.',
  },
})
const broken = new ApiError('http', 'files', { status: 500 })
const dropped = { type: 'files.dropped', files: [file], folders: 0 } as const
const notGlb = { word: 'upload.notGlb', params: { name: 'boot.glb' } }
const sound = {
  fault: null,
  facts: [{ id: 'triangles', tone: 'ok', word: 'glb.triangles', params: { n: 12 } }],
} as const
const unsound = { fault: notGlb, facts: [], measures: [] }

const happenings = [
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

describe('an upload that starts at once', () => {
  walkEveryPath(uploadMachine, {
    input: { kind: 'glb' },
    happenings,
    sees: (context) => [
      context.file?.name,
      context.fault,
      context.verdict !== null,
      context.checkedShare,
      context.origin,
      context.url,
      context.progress.sentBytes,
      context.error !== null,
    ],
    check: ({ actor }) => {
      const { context, value } = actor.getSnapshot()
      const hasFile = context.file !== null
      const isVacant = typeof value === 'object' && 'vacant' in value
      expect(hasFile).toBe(!isVacant)
      const isRestoring = value === 'checking' && context.origin === 'restored'
      if (!isRestoring) expect(context.url !== null).toBe(value === 'sent')
    },
  })
})

describe('an upload that waits to be asked', () => {
  walkEveryPath(uploadMachine, {
    input: { kind: 'icon', starts: 'onRequest' },
    happenings,
    sees: (context) => [
      context.file?.name,
      context.fault,
      context.verdict !== null,
      context.checkedShare,
      context.origin,
      context.url,
      context.progress.sentBytes,
      context.error !== null,
    ],
  })
})

describe('what an upload tells', () => {
  test('a file sent and then removed is told in order, with whether the server has it', () => {
    const walk = startWalk(uploadMachine, { input: { kind: 'glb' } })
    walk.happens(dropped)
    walk.happens(answers('checkFile', sound))
    walk.happens(answers('sendFile', stored))
    walk.happens({ type: 'removal.requested' })
    expect(walk.emitted).toEqual([
      { type: 'file.selected', file },
      { type: 'file.sent', file, stored },
      { type: 'file.removed', file, isSent: true },
    ])
  })

  test('a file removed while it is sent is told as unsent, so that the server can be asked to forget it', () => {
    const walk = startWalk(uploadMachine, { input: { kind: 'glb' } })
    walk.happens(dropped)
    walk.happens(answers('checkFile', sound))
    walk.happens({ type: 'pause.requested' })
    walk.happens({ type: 'removal.requested' })
    expect(walk.emitted).toEqual([
      { type: 'file.selected', file },
      { type: 'file.removed', file, isSent: false },
    ])
  })

  test('a file that fails its check is told with its fault', () => {
    const walk = startWalk(uploadMachine, { input: { kind: 'glb' } })
    walk.happens(dropped)
    walk.happens(answers('checkFile', unsound))
    expect(walk.emitted).toEqual([{ type: 'file.rejected', file, fault: notGlb }])
    expect(walk.actor.getSnapshot().matches({ vacant: 'rejected' })).toBe(true)
  })

  test('a file the server turns away is told like one that failed here', () => {
    const walk = startWalk(uploadMachine, { input: { kind: 'glb' } })
    walk.happens(dropped)
    walk.happens(answers('checkFile', sound))
    walk.happens(fails('sendFile', tooLarge))
    const fault = { word: 'error.FILE_TOO_LARGE' }
    expect(walk.emitted).toEqual([
      { type: 'file.selected', file },
      { type: 'file.rejected', file, fault },
    ])
    expect(walk.actor.getSnapshot().context.fault).toEqual(fault)
  })

  test('a file brought back after a reload is checked again, sent on and not told as selected once more', () => {
    const walk = startWalk(uploadMachine, { input: { kind: 'glb' } })
    walk.happens({ type: 'file.restored', file })
    walk.happens(answers('checkFile', sound))
    expect(walk.actor.getSnapshot().matches('sending')).toBe(true)
    expect([walk.emitted, walk.actor.getSnapshot().context.verdict]).toEqual([[], sound])
  })

  test('a file brought back that was sent before is not sent again', () => {
    const walk = startWalk(uploadMachine, { input: { kind: 'glb' } })
    walk.happens({ type: 'file.restored', file, url: stored.url })
    walk.happens(answers('checkFile', sound))
    expect(walk.actor.getSnapshot().value).toBe('sent')
    expect([walk.emitted, walk.actor.getSnapshot().context.url]).toEqual([[], stored.url])
  })

  test('two files at once are refused, and the next single one is taken', () => {
    const walk = startWalk(uploadMachine, { input: { kind: 'glb' } })
    walk.happens({ type: 'files.dropped', files: [file, file], folders: 0 })
    expect(walk.actor.getSnapshot().context.fault).toEqual({ word: 'upload.onlyOne', params: { n: 2 } })
    walk.happens(dropped)
    expect(walk.actor.getSnapshot().context).toMatchObject({ fault: null, file })
  })

  test('a check tells how far it is, and the next one begins anew', () => {
    const walk = startWalk(uploadMachine, { input: { kind: 'glb' } })
    const share = () => walk.actor.getSnapshot().context.checkedShare
    walk.happens(dropped)
    expect(share()).toBe(null)
    walk.happens({ type: 'check.advanced', share: 0.6 })
    expect(share()).toBe(0.6)
    walk.happens({ type: 'removal.requested' })
    walk.happens({ type: 'check.advanced', share: 0.8 })
    walk.happens(dropped)
    expect(share()).toBe(null)
  })

  test('progress is kept through a pause and its speed is not', () => {
    const walk = startWalk(uploadMachine, { input: { kind: 'glb' } })
    walk.happens(dropped)
    walk.happens(answers('checkFile', sound))
    walk.happens({ type: 'bytes.sent', sentBytes: 4, totalBytes: 10, at: 1000 })
    walk.happens({ type: 'pause.requested' })
    expect(walk.actor.getSnapshot().context.progress).toEqual({ sentBytes: 4, totalBytes: 10, samples: [] })
  })
})
