import { ApiError, type ErrorCode } from '../../src/api/contract/errors.ts'
import { type AssetPage, assetMachine } from '../../src/machines/asset.machine.ts'
import { assetWith } from '../support/assets.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

export const input = { id: 'asset-1' }
export const page = (values: Parameters<typeof assetWith>[0]): AssetPage => ({
  asset: assetWith(values),
  history: [],
  applications: [],
  tags: [],
})
export const open = page({ name: 'Ferry Cap' })
export const locked = page({ name: 'Ferry Cap', locked: true })
export const renamed = page({ name: 'Harbour Cap', updatedAt: '2026-11-03T08:00:00.000Z' })
export const failure = (code: ErrorCode, status: number) =>
  new ApiError('http', 'assets', {
    status,
    body: { error: { code, message: code, status }, type: '', title: '', status, detail: '' },
  })
export const stale = failure('STALE_WRITE', 412)
export const passing = new ApiError('FETCH_ERROR', 'assets')
export const change = { type: 'change.submitted', change: { name: 'Mine' }, base: { name: 'Ferry Cap' } } as const
export const settled = { shown: { settled: 'idle' } }

/** Tries the machine out. */
export const assetModels: Models = {
  listeners: {
    'change.saved': ['src/ui/asset/use-asset.ts'],
    'change.refused': ['src/ui/asset/use-asset.ts'],
  },
  models: {
    asset: model({
      machine: assetMachine,
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
        waits('moment', 'asset.shown.settled.justSaved'),
      ],
      sees: ({ page, error, change, waiting }) => [
        page?.asset.name,
        page?.asset.locked,
        Boolean(error),
        change.name,
        waiting?.change.name,
      ],
    }),
  },
}
