import { describe, expect, test } from 'vitest'
import { ApiError } from '../../src/api/contract/errors.ts'
import { assetMachine } from '../../src/machines/asset.machine.ts'
import { followsRecord } from '../support/model/follow.ts'
import { answers, fails, startWalk } from '../support/walk.ts'
import {
  assetModels,
  change,
  failure,
  input,
  locked,
  open,
  page,
  passing,
  renamed,
  settled,
  stale,
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
