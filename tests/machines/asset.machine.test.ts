import { describe, expect, test } from 'vitest'
import { ApiError, type ErrorCode } from '../../src/api/contract/errors.ts'
import { type AssetPage, assetMachine } from '../../src/machines/asset.machine.ts'
import { assetWith } from '../support/assets.ts'
import { answers, fails, startWalk, walkEveryPath } from '../support/walk.ts'

const input = { id: 'asset-1' }
const page = (values: Parameters<typeof assetWith>[0]): AssetPage => ({
  asset: assetWith(values),
  history: [],
  applications: [],
  tags: [],
})
const open = page({ name: 'Ferry Cap' })
const locked = page({ name: 'Ferry Cap', locked: true })
const renamed = page({ name: 'Harbour Cap', updatedAt: '2026-11-03T08:00:00.000Z' })
const failure = (code: ErrorCode, status: number) =>
  new ApiError('http', 'assets', {
    status,
    body: { error: { code, message: code, status }, type: '', title: '', status, detail: '' },
  })
const stale = failure('STALE_WRITE', 412)
const passing = new ApiError('FETCH_ERROR', 'assets')
const change = { type: 'change.submitted', change: { name: 'Mine' } } as const

describe('asset', () => {
  walkEveryPath(assetMachine, {
    input,
    happenings: [
      answers('loadAsset', open),
      fails('loadAsset', failure('NOT_FOUND', 404)),
      fails('loadAsset', passing),
      { type: 'retry.requested' },
      { type: 'lock.toggled' },
      answers('setLock', locked),
      answers('setLock', open),
      fails('setLock', passing),
      change,
      answers('saveAsset', renamed),
      fails('saveAsset', stale),
      fails('saveAsset', failure('ASSET_LOCKED', 423)),
      fails('saveAsset', passing),
      { type: 'theirs.taken' },
      { type: 'mine.kept' },
      { type: 'removal.requested' },
      answers('removeAsset'),
      fails('removeAsset', passing),
    ],
    sees: ({ page, error, change, saves }) => [
      page?.asset.name,
      page?.asset.locked,
      Boolean(error),
      change.name,
      saves > 0,
    ],
  })

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

  test('saving what somebody has locked shows the lock, says why, and keeps what was typed', () => {
    const walk = startWalk(assetMachine, { input })
    walk.happens(answers('loadAsset', open))
    walk.happens(change)
    walk.happens(fails('saveAsset', failure('ASSET_LOCKED', 423)))
    walk.happens(answers('loadAsset', locked))
    expect(walk.actor.getSnapshot().value).toEqual({ shown: 'settled' })
    expect(walk.actor.getSnapshot().context).toMatchObject({ page: locked, change: { name: 'Mine' }, saves: 0 })
    expect(walk.actor.getSnapshot().context.error).toMatchObject({ code: 'ASSET_LOCKED' })
  })
})
