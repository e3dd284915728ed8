import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/contract/errors.ts'
import { assetMachine } from '../../src/machines/asset.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, fails, startWalk, waits } from '../support/walk.ts'
import {
  assetModels,
  change,
  command,
  failure,
  input,
  linked,
  locked,
  open,
  page,
  passing,
  renamed,
  settled,
  stale,
  told,
} from './asset.model.ts'

followsRecord('asset', assetModels)

describe('asset', () => {
  test('after a conflict mine is saved over the version that was seen last', () => {
    const walk = startWalk(assetMachine, { input })
    walk.happens(answers('loadAsset', open))
    walk.happens(change)
    walk.happens(fails('saveAsset', stale))
    walk.happens(answers('loadAsset', renamed))
    expect(walk.actor.getSnapshot().value).toEqual({ shown: 'conflicted' })
    expect(walk.actor.getSnapshot().context).toMatchObject({ change: { name: 'Mine' }, page: renamed })
    walk.happens({ type: 'mine.kept' })
    expect(walk.actor.getSnapshot().value).toEqual({ shown: 'saving' })
    expect(walk.actor.getSnapshot().context.page?.asset.updatedAt).toBe('2026-11-03T08:00:00.000Z')
  })

  describe('a change that is submitted while the lock changes', () => {
    const begin = () => {
      const walk = startWalk(assetMachine, { input })
      const told: unknown[] = []
      walk.actor.on('change.saved', (event) => told.push(event))
      walk.actor.on('change.refused', (event) => told.push(event))
      walk.happens(answers('loadAsset', open))
      walk.happens({ type: 'lock.toggled' })
      walk.happens(change)
      expect(walk.actor.getSnapshot().value).toEqual({ shown: 'relocking' })
      expect(told).toEqual([])
      return { walk, told }
    }

    test('is saved once that is done, and that is told', () => {
      const { walk, told } = begin()
      walk.happens(answers('setLock', open))
      expect(walk.actor.getSnapshot().value).toEqual({ shown: 'saving' })
      expect(walk.actor.getSnapshot().context).toMatchObject({ change: { name: 'Mine' }, waiting: null })
      walk.happens(answers('saveAsset', renamed))
      expect(walk.actor.getSnapshot().value).toEqual({ shown: { settled: 'justSaved' } })
      expect(told).toEqual([{ type: 'change.saved' }])
    })

    test('is saved where the lock could not be changed, too', () => {
      const { walk, told } = begin()
      walk.happens(fails('setLock', passing))
      walk.happens(answers('saveAsset', renamed))
      expect(told).toEqual([{ type: 'change.saved' }])
    })

    test('is refused where the asset is locked then, with the reason and what was typed', () => {
      const { walk, told } = begin()
      walk.happens(answers('setLock', locked))
      walk.happens(fails('saveAsset', failure('ASSET_LOCKED', 423)))
      walk.happens(answers('loadAsset', locked))
      expect(told).toEqual([{ type: 'change.refused', error: expect.objectContaining({ code: 'ASSET_LOCKED' }) }])
      expect(walk.actor.getSnapshot().context.change).toEqual({ name: 'Mine' })
    })

    test('is not written over what somebody else changed meanwhile', () => {
      const { walk, told } = begin()
      walk.happens(answers('setLock', renamed))
      expect(walk.actor.getSnapshot().value).toEqual({ shown: 'conflicted' })
      walk.happens({ type: 'theirs.taken' })
      expect(walk.actor.getSnapshot().value).toEqual(settled)
      expect(told).toEqual([{ type: 'change.saved' }])
    })
  })

  test.each([
    ['could not be saved', [fails('saveAsset', passing)]],
    ['met a conflict that could not be looked at', [fails('saveAsset', stale), fails('loadAsset', passing)]],
    ['met a lock', [fails('saveAsset', failure('ASSET_LOCKED', 423)), fails('loadAsset', passing)]],
  ])('a change that %s is refused once, with the reason', (_, happenings) => {
    const walk = startWalk(assetMachine, { input })
    const told: { error: unknown }[] = []
    walk.actor.on('change.refused', (event) => told.push(event))
    walk.happens(answers('loadAsset', open))
    walk.happens(change)
    for (const happening of happenings) walk.happens(happening)
    expect(told).toHaveLength(1)
    expect(told[0]?.error).toBe(walk.actor.getSnapshot().context.error)
    expect(told[0]?.error).toBeInstanceOf(ApiError)
  })

  test('saving what somebody has locked shows the lock, says why, and keeps what was typed', () => {
    const walk = startWalk(assetMachine, { input })
    walk.happens(answers('loadAsset', open))
    walk.happens(change)
    walk.happens(fails('saveAsset', failure('ASSET_LOCKED', 423)))
    walk.happens(answers('loadAsset', locked))
    expect(walk.actor.getSnapshot().value).toEqual(settled)
    expect(walk.actor.getSnapshot().context).toMatchObject({ page: locked, change: { name: 'Mine' } })
    expect(walk.actor.getSnapshot().context.error).toMatchObject({ code: 'ASSET_LOCKED' })
  })

  describe('a command', () => {
    const begin = () => {
      const walk = startWalk(assetMachine, { input })
      const told: unknown[] = []
      walk.actor.on('command.done', (event) => told.push(event))
      walk.actor.on('command.refused', (event) => told.push(event))
      walk.happens(answers('loadAsset', linked))
      return { walk, told }
    }

    test('is told with what takes it back, which itself is not taken back', () => {
      const { walk, told } = begin()
      walk.happens(command)
      walk.happens(answers('perform', open))
      const undo = { do: 'link', applicationId: 'harbour', isVisible: true, position: 2 } as const
      expect(told).toEqual([{ type: 'command.done', command: command.command, undo }])
      walk.happens({ type: 'command.requested', command: undo, isUndo: true })
      walk.happens(answers('perform', linked))
      expect(told[1]).toEqual({ type: 'command.done', command: undo, undo: null })
    })

    test('that is wanted while another is under way follows it, in the order in which they were wanted', () => {
      const { walk } = begin()
      walk.happens(command)
      walk.happens({ type: 'command.requested', command: { do: 'open', isOpen: true } })
      walk.happens({ type: 'command.requested', command: { do: 'sync' } })
      const done = () => walk.actor.getSnapshot().context.command?.command.do
      expect(done()).toBe('unlink')
      walk.happens(answers('perform', open))
      expect([walk.actor.getSnapshot().value, done()]).toEqual([{ shown: 'performing' }, 'open'])
      walk.happens(fails('perform', passing))
      expect([walk.actor.getSnapshot().value, done()]).toEqual([{ shown: 'performing' }, 'sync'])
    })

    test('that failed says why, and the page is quietly asked for anew', () => {
      const { walk, told } = begin()
      walk.happens(command)
      walk.happens(fails('perform', stale))
      expect(told).toEqual([{ type: 'command.refused', error: stale }])
      expect(walk.actor.getSnapshot().value).toEqual({ shown: { settled: 'refreshing' } })
      walk.happens(answers('loadAsset', renamed))
      expect(walk.actor.getSnapshot().context).toMatchObject({ page: renamed, error: null })
    })
  })

  describe('what others did', () => {
    const begin = () => {
      const walk = startWalk(assetMachine, { input })
      walk.happens(answers('loadAsset', open))
      return walk
    }
    const value = ({ actor }: ReturnType<typeof begin>) => actor.getSnapshot().value

    test('shows after a moment; what is as young as the page is known already', () => {
      const walk = begin()
      walk.happens(told('2026-11-02T08:00:00.000Z'))
      expect(value(walk)).toEqual(settled)
      walk.happens(told('2026-11-03T08:00:00.000Z'))
      walk.happens(waits('gathering', 'asset.shown.settled.stale'))
      walk.happens(answers('loadAsset', renamed))
      expect(value(walk)).toEqual(settled)
      expect(walk.actor.getSnapshot().context.page).toEqual(renamed)
    })

    test('while this person saved shows afterwards, unless the answer has it', () => {
      const walk = begin()
      walk.happens({ type: 'lock.toggled' })
      walk.happens(told('2026-11-03T08:00:00.000Z'))
      walk.happens(answers('setLock', locked))
      expect(value(walk)).toEqual({ shown: { settled: 'stale' } })
      walk.happens({ type: 'lock.toggled' })
      walk.happens(told('2026-11-03T08:00:00.000Z'))
      walk.happens(answers('setLock', renamed))
      expect(value(walk)).toEqual(settled)
    })

    test('is shown as missing where they deleted it; what could not be asked is left as it is', () => {
      for (const [fault, state] of [
        [failure('NOT_FOUND', 404), 'missing'],
        [passing, settled],
      ] as const) {
        const walk = begin()
        walk.happens({ type: 'change.heard', news: 'gap' })
        walk.happens(waits('gathering', 'asset.shown.settled.stale'))
        walk.happens(fails('loadAsset', fault))
        expect(value(walk)).toEqual(state)
        expect(walk.actor.getSnapshot().context.error).toBe(null)
      }
    })
  })

  test('a change to what somebody else changed meanwhile is a conflict before it is sent; the same change is none', () => {
    for (const [name, state] of [
      ['Theirs', 'conflicted'],
      ['Mine', 'saving'],
      ['Ferry Cap', 'saving'],
    ] as const) {
      const walk = startWalk(assetMachine, { input })
      walk.happens(answers('loadAsset', page({ name, updatedAt: '2026-11-03T08:00:00.000Z' })))
      walk.happens(change)
      expect(walk.actor.getSnapshot().value).toEqual({ shown: state })
      expect(walk.actor.getSnapshot().context.change).toEqual({ name: 'Mine' })
    }
  })
})
