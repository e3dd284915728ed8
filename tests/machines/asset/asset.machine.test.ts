import { describe, expect, test } from 'vitest'
import { ApiError } from '../../../src/api/contract/errors.ts'
import { assetMachine } from '../../../src/machines/asset/asset.machine.ts'
import { actorDone, actorFailed, delayElapsed, startMachineDriver } from '../../support/machine-driver.ts'
import { describeMachine } from '../../support/model/describe-machine.ts'
import {
  assetError,
  assetModels,
  changeSubmitted,
  commandRequested,
  createPage,
  input,
  lockedPage,
  networkError,
  pageWithApplication,
  remoteChangeAt,
  renamedPage,
  settledState,
  staleWriteError,
  unlockedPage,
} from './asset.model.ts'

describeMachine('asset', assetModels)

describe('asset page', () => {
  test('overwrites the latest loaded version when the user resolves a conflict with their own change', () => {
    const walk = startMachineDriver(assetMachine, { input })
    walk.trigger(actorDone('loadAsset', unlockedPage))
    walk.trigger(changeSubmitted)
    walk.trigger(actorFailed('saveAsset', staleWriteError))
    walk.trigger(actorDone('loadAsset', renamedPage))
    expect(walk.actor.getSnapshot().value).toEqual({ shown: 'conflicted' })
    expect(walk.actor.getSnapshot().context).toMatchObject({ change: { name: 'Mine' }, page: renamedPage })
    walk.trigger({ type: 'overwrite.confirmed' })
    expect(walk.actor.getSnapshot().value).toEqual({ shown: 'saving' })
    expect(walk.actor.getSnapshot().context.page?.asset.updatedAt).toBe('2026-11-03T08:00:00.000Z')
  })

  describe('change submitted while the lock is being set', () => {
    const begin = () => {
      const walk = startMachineDriver(assetMachine, { input })
      const emitted: unknown[] = []
      walk.actor.on('change.saved', (event) => emitted.push(event))
      walk.actor.on('change.refused', (event) => emitted.push(event))
      walk.trigger(actorDone('loadAsset', unlockedPage))
      walk.trigger({ type: 'lock.toggled' })
      walk.trigger(changeSubmitted)
      expect(walk.actor.getSnapshot().value).toEqual({ shown: 'togglingLock' })
      expect(emitted).toEqual([])
      return { walk, emitted }
    }

    test('saves after the lock request and emits change.saved', () => {
      const { walk, emitted } = begin()
      walk.trigger(actorDone('setLock', unlockedPage))
      expect(walk.actor.getSnapshot().value).toEqual({ shown: 'saving' })
      expect(walk.actor.getSnapshot().context).toMatchObject({ change: { name: 'Mine' }, pendingChange: null })
      walk.trigger(actorDone('saveAsset', renamedPage))
      expect(walk.actor.getSnapshot().value).toEqual({ shown: { settled: 'justSaved' } })
      expect(emitted).toEqual([{ type: 'change.saved' }])
    })

    test('saves even if the lock request fails', () => {
      const { walk, emitted } = begin()
      walk.trigger(actorFailed('setLock', networkError))
      walk.trigger(actorDone('saveAsset', renamedPage))
      expect(emitted).toEqual([{ type: 'change.saved' }])
    })

    test('fails with the reason if the asset is locked by then, and keeps the input', () => {
      const { walk, emitted } = begin()
      walk.trigger(actorDone('setLock', lockedPage))
      walk.trigger(actorFailed('saveAsset', assetError('ASSET_LOCKED', 423)))
      walk.trigger(actorDone('loadAsset', lockedPage))
      expect(emitted).toEqual([{ type: 'change.refused', error: expect.objectContaining({ code: 'ASSET_LOCKED' }) }])
      expect(walk.actor.getSnapshot().context.change).toEqual({ name: 'Mine' })
    })

    test("causes a conflict instead of overwriting another user's change", () => {
      const { walk, emitted } = begin()
      walk.trigger(actorDone('setLock', renamedPage))
      expect(walk.actor.getSnapshot().value).toEqual({ shown: 'conflicted' })
      walk.trigger({ type: 'remoteVersion.accepted' })
      expect(walk.actor.getSnapshot().value).toEqual(settledState)
      expect(emitted).toEqual([{ type: 'change.saved' }])
    })
  })

  test.each([
    ['could not be saved because of a network error', [actorFailed('saveAsset', networkError)]],
    [
      'conflicted with a version that could not be loaded',
      [actorFailed('saveAsset', staleWriteError), actorFailed('loadAsset', networkError)],
    ],
    [
      'was refused because the asset is locked',
      [actorFailed('saveAsset', assetError('ASSET_LOCKED', 423)), actorFailed('loadAsset', networkError)],
    ],
  ])('emits change.refused once, with the reason, for a change that %s', (_, happenings) => {
    const walk = startMachineDriver(assetMachine, { input })
    const emitted: { error: unknown }[] = []
    walk.actor.on('change.refused', (event) => emitted.push(event))
    walk.trigger(actorDone('loadAsset', unlockedPage))
    walk.trigger(changeSubmitted)
    for (const event of happenings) walk.trigger(event)
    expect(emitted).toHaveLength(1)
    expect(emitted[0]?.error).toBe(walk.actor.getSnapshot().context.error)
    expect(emitted[0]?.error).toBeInstanceOf(ApiError)
  })

  test('shows the lock and the error, and keeps the input, when the asset was locked before saving', () => {
    const walk = startMachineDriver(assetMachine, { input })
    walk.trigger(actorDone('loadAsset', unlockedPage))
    walk.trigger(changeSubmitted)
    walk.trigger(actorFailed('saveAsset', assetError('ASSET_LOCKED', 423)))
    walk.trigger(actorDone('loadAsset', lockedPage))
    expect(walk.actor.getSnapshot().value).toEqual(settledState)
    expect(walk.actor.getSnapshot().context).toMatchObject({ page: lockedPage, change: { name: 'Mine' } })
    expect(walk.actor.getSnapshot().context.error).toMatchObject({ code: 'ASSET_LOCKED' })
  })

  describe('command', () => {
    const begin = () => {
      const walk = startMachineDriver(assetMachine, { input })
      const emitted: unknown[] = []
      walk.actor.on('command.done', (event) => emitted.push(event))
      walk.actor.on('command.refused', (event) => emitted.push(event))
      walk.trigger(actorDone('loadAsset', pageWithApplication))
      return { walk, emitted }
    }

    test('emits its undo command when done, but none if the command is itself an undo', () => {
      const { walk, emitted } = begin()
      walk.trigger(commandRequested)
      walk.trigger(actorDone('runCommand', unlockedPage))
      const undoCommand = { do: 'link', applicationId: 'harbour', isVisible: true, position: 2 } as const
      expect(emitted).toEqual([{ type: 'command.done', command: commandRequested.command, undo: undoCommand }])
      walk.trigger({ type: 'command.requested', command: undoCommand, isUndo: true })
      walk.trigger(actorDone('runCommand', pageWithApplication))
      expect(emitted[1]).toEqual({ type: 'command.done', command: undoCommand, undo: null })
    })

    test('starts after all commands requested earlier have ended, even if one of them failed', () => {
      const { walk } = begin()
      walk.trigger(commandRequested)
      walk.trigger({ type: 'command.requested', command: { do: 'open', isOpen: true } })
      walk.trigger({ type: 'command.requested', command: { do: 'sync' } })
      const done = () => walk.actor.getSnapshot().context.command?.command.do
      expect(done()).toBe('unlink')
      walk.trigger(actorDone('runCommand', unlockedPage))
      expect([walk.actor.getSnapshot().value, done()]).toEqual([{ shown: 'runningCommand' }, 'open'])
      walk.trigger(actorFailed('runCommand', networkError))
      expect([walk.actor.getSnapshot().value, done()]).toEqual([{ shown: 'runningCommand' }, 'sync'])
    })

    test('emits the error on failure and reloads the page in the background', () => {
      const { walk, emitted } = begin()
      walk.trigger(commandRequested)
      walk.trigger(actorFailed('runCommand', staleWriteError))
      expect(emitted).toEqual([{ type: 'command.refused', error: staleWriteError }])
      expect(walk.actor.getSnapshot().value).toEqual({ shown: { settled: 'refreshing' } })
      walk.trigger(actorDone('loadAsset', renamedPage))
      expect(walk.actor.getSnapshot().context).toMatchObject({ page: renamedPage, error: null })
    })
  })

  describe('changes by other users', () => {
    const begin = () => {
      const walk = startMachineDriver(assetMachine, { input })
      walk.trigger(actorDone('loadAsset', unlockedPage))
      return walk
    }
    const value = ({ actor }: ReturnType<typeof begin>) => actor.getSnapshot().value

    test('appear after a delay, unless the loaded page already includes them', () => {
      const walk = begin()
      walk.trigger(remoteChangeAt('2026-11-02T08:00:00.000Z'))
      expect(value(walk)).toEqual(settledState)
      walk.trigger(remoteChangeAt('2026-11-03T08:00:00.000Z'))
      walk.trigger(delayElapsed('coalesceDelay', 'asset.shown.settled.stale'))
      walk.trigger(actorDone('loadAsset', renamedPage))
      expect(value(walk)).toEqual(settledState)
      expect(walk.actor.getSnapshot().context.page).toEqual(renamedPage)
    })

    test("appear after the user's own lock request, unless its response already includes them", () => {
      const walk = begin()
      walk.trigger({ type: 'lock.toggled' })
      walk.trigger(remoteChangeAt('2026-11-03T08:00:00.000Z'))
      walk.trigger(actorDone('setLock', lockedPage))
      expect(value(walk)).toEqual({ shown: { settled: 'stale' } })
      walk.trigger({ type: 'lock.toggled' })
      walk.trigger(remoteChangeAt('2026-11-03T08:00:00.000Z'))
      walk.trigger(actorDone('setLock', renamedPage))
      expect(value(walk)).toEqual(settledState)
    })

    test('show the asset as missing if the reload returns 404, and keep the page after any other failure', () => {
      for (const [status, state] of [
        [assetError('NOT_FOUND', 404), 'missing'],
        [networkError, settledState],
      ] as const) {
        const walk = begin()
        walk.trigger({ type: 'remoteChange.received', change: 'gap' })
        walk.trigger(delayElapsed('coalesceDelay', 'asset.shown.settled.stale'))
        walk.trigger(actorFailed('loadAsset', status))
        expect(value(walk)).toEqual(state)
        expect(walk.actor.getSnapshot().context.error).toBe(null)
      }
    })
  })

  test('detects a conflict before saving, unless both users made the same change', () => {
    for (const [name, state] of [
      ['Theirs', 'conflicted'],
      ['Mine', 'saving'],
      ['Ferry Cap', 'saving'],
    ] as const) {
      const walk = startMachineDriver(assetMachine, { input })
      walk.trigger(actorDone('loadAsset', createPage({ name, updatedAt: '2026-11-03T08:00:00.000Z' })))
      walk.trigger(changeSubmitted)
      expect(walk.actor.getSnapshot().value).toEqual({ shown: state })
      expect(walk.actor.getSnapshot().context.change).toEqual({ name: 'Mine' })
    }
  })
})
