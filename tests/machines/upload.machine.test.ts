import { describe, expect, test } from 'vitest'
import { uploadMachine } from '../../src/machines/upload.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, fails, startWalk } from '../support/walk.ts'
import { dropped, file, notGlb, sound, stored, tooLarge, unsound, uploadModels } from './upload.model.ts'

followsRecord('upload', uploadModels)

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
