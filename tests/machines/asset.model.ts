import { ApiError, type ErrorCode } from '../../src/api/contract/errors.ts'
import { assetMachine } from '../../src/machines/asset.machine.ts'
import type { AssetPage } from '../../src/machines/asset.parts.ts'
import { assetWith } from '../support/assets.ts'
import { type Models, model } from '../support/model/model.ts'
import { answers, fails, waits } from '../support/walk.ts'

export const input = { id: 'asset-1' }
export const page = (values: Parameters<typeof assetWith>[0]): AssetPage => ({
  asset: assetWith(values),
  history: [],
  applications: [],
  tags: [],
  links: [],
  bodies: [],
})
export const open = page({ name: 'Ferry Cap' })
export const linked = page({
  name: 'Ferry Cap',
  applications: [{ applicationId: 'harbour', isVisible: true, position: 2 }],
})
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
export const command = { type: 'command.requested', command: { do: 'unlink', applicationId: 'harbour' } } as const
export const told = (at: string) =>
  ({ type: 'change.heard', news: { key: 'asset.v1.updated', id: '0190a5f0-0000-7000-8000-000000000001', at } }) as const
export const settled = { shown: { settled: 'idle' } }

/** Tries the machine out. */
export const assetModels: Models = {
  listeners: {
    'change.saved': ['src/ui/asset/use-asset.ts'],
    'change.refused': ['src/ui/asset/use-asset.ts'],
    'command.done': ['src/ui/asset/use-commands.ts'],
    'command.refused': ['src/ui/asset/use-commands.ts'],
  },
  models: {
    asset: model({
      machine: assetMachine,
      input,
      happenings: [
        answers('loadAsset', linked),
        fails('loadAsset', failure('NOT_FOUND', 404)),
        fails('loadAsset', passing),
        { type: 'retry.requested' },
        { type: 'lock.toggled', reason: 'On sale' },
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
        command,
        { ...command, isUndo: true },
        answers('perform', renamed),
        fails('perform', passing),
        told('2026-11-01T08:00:00.000Z'),
        told('2026-11-03T07:00:00.000Z'),
        { type: 'change.heard', news: 'gap' },
        waits('gathering', 'asset.shown.settled.stale'),
        waits('moment', 'asset.shown.settled.justSaved'),
      ],
      // The second waits as the first does.
      allows: ({ context }, { type }) => type !== 'command.requested' || context.next.length === 0,
      sees: ({ page, error, change, waiting, command, next, heard }) => [
        next[0]?.isUndo,
        heard === 'gap' || heard?.at,
        command && command.undo !== null,
        page?.asset.name,
        page?.asset.locked,
        Boolean(error),
        change.name,
        waiting?.change.name,
      ],
    }),
  },
}
