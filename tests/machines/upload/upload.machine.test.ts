import { describe, expect, test } from 'vitest'
import { uploadMachine } from '../../../src/machines/upload/upload.machine.ts'
import { actorDone, actorFailed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import {
  file,
  fileDropped,
  invalidVerdict,
  notGlbMessage,
  storedFile,
  tooLargeError,
  uploadModels,
  validVerdict,
} from './upload.model.ts'

describeMachine('upload', uploadModels)

describe('upload', () => {
  test('emits file.selected, file.sent and file.removed in this order, the last one with isSent set', () => {
    const walk = startMachineDriver(uploadMachine, { input: { kind: 'glb' } })
    walk.trigger(fileDropped)
    walk.trigger(actorDone('checkFile', validVerdict))
    walk.trigger(actorDone('sendFile', storedFile))
    walk.trigger({ type: 'removal.requested' })
    expect(walk.emitted).toEqual([
      { type: 'file.selected', file },
      { type: 'file.sent', file, stored: storedFile },
      { type: 'file.removed', file, isSent: true },
    ])
  })

  test('marks a file removed during the upload as unsent, so that the server can discard it', () => {
    const walk = startMachineDriver(uploadMachine, { input: { kind: 'glb' } })
    walk.trigger(fileDropped)
    walk.trigger(actorDone('checkFile', validVerdict))
    walk.trigger({ type: 'pause.requested' })
    walk.trigger({ type: 'removal.requested' })
    expect(walk.emitted).toEqual([
      { type: 'file.selected', file },
      { type: 'file.removed', file, isSent: false },
    ])
  })

  test('rejects a file that fails its check, and emits the reason', () => {
    const walk = startMachineDriver(uploadMachine, { input: { kind: 'glb' } })
    walk.trigger(fileDropped)
    walk.trigger(actorDone('checkFile', invalidVerdict))
    expect(walk.emitted).toEqual([{ type: 'file.rejected', file, problem: notGlbMessage }])
    expect(walk.actor.getSnapshot().matches({ empty: 'rejected' })).toBe(true)
  })

  test('rejects a file that the server refuses, and stores a message for the error code', () => {
    const walk = startMachineDriver(uploadMachine, { input: { kind: 'glb' } })
    walk.trigger(fileDropped)
    walk.trigger(actorDone('checkFile', validVerdict))
    walk.trigger(actorFailed('sendFile', tooLargeError))
    const fileError = { word: 'error.FILE_TOO_LARGE' }
    expect(walk.emitted).toEqual([
      { type: 'file.selected', file },
      { type: 'file.rejected', file, problem: fileError },
    ])
    expect(walk.actor.getSnapshot().context.problem).toEqual(fileError)
  })

  test('checks and uploads a restored file without emitting its selection again', () => {
    const walk = startMachineDriver(uploadMachine, { input: { kind: 'glb' } })
    walk.trigger({ type: 'file.restored', file })
    walk.trigger(actorDone('checkFile', validVerdict))
    expect(walk.actor.getSnapshot().matches('sending')).toBe(true)
    expect([walk.emitted, walk.actor.getSnapshot().context.verdict]).toEqual([[], validVerdict])
  })

  test('does not upload a restored file that was already uploaded', () => {
    const walk = startMachineDriver(uploadMachine, { input: { kind: 'glb' } })
    walk.trigger({ type: 'file.restored', file, url: storedFile.url })
    walk.trigger(actorDone('checkFile', validVerdict))
    expect(walk.actor.getSnapshot().value).toBe('sent')
    expect([walk.emitted, walk.actor.getSnapshot().context.url]).toEqual([[], storedFile.url])
  })

  test('rejects two files that are dropped together, and then accepts a single file', () => {
    const walk = startMachineDriver(uploadMachine, { input: { kind: 'glb' } })
    walk.trigger({ type: 'files.dropped', files: [file, file], folders: 0 })
    expect(walk.actor.getSnapshot().context.problem).toEqual({ word: 'upload.onlyOne', params: { n: 2 } })
    walk.trigger(fileDropped)
    expect(walk.actor.getSnapshot().context).toMatchObject({ problem: null, file })
  })

  test('reports the progress of a file check, and resets it for the next file', () => {
    const walk = startMachineDriver(uploadMachine, { input: { kind: 'glb' } })
    const checkProgress = () => walk.actor.getSnapshot().context.checkProgress
    walk.trigger(fileDropped)
    expect(checkProgress()).toBe(null)
    walk.trigger({ type: 'check.advanced', share: 0.6 })
    expect(checkProgress()).toBe(0.6)
    walk.trigger({ type: 'removal.requested' })
    walk.trigger({ type: 'check.advanced', share: 0.8 })
    walk.trigger(fileDropped)
    expect(checkProgress()).toBe(null)
  })

  test('keeps the progress but not the speed during a pause', () => {
    const walk = startMachineDriver(uploadMachine, { input: { kind: 'glb' } })
    walk.trigger(fileDropped)
    walk.trigger(actorDone('checkFile', validVerdict))
    walk.trigger({ type: 'bytes.sent', sentBytes: 4, totalBytes: 10, at: 1000 })
    walk.trigger({ type: 'pause.requested' })
    expect(walk.actor.getSnapshot().context.progress).toEqual({ sentBytes: 4, totalBytes: 10, samples: [] })
  })
})
