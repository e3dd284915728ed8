import { ApiError, type ErrorCode } from '../../../src/api/contract/errors.ts'
import { assetMachine } from '../../../src/machines/asset/asset.machine.ts'
import type { AssetPage } from '../../../src/machines/asset/asset.setup.ts'
import { createAsset } from '../../support/create-asset.ts'
import { actorDone, actorFailed, delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const input = { id: 'asset-1' }
export const createPage = (values: Parameters<typeof createAsset>[0]): AssetPage => ({
  asset: createAsset(values),
  history: [],
  applications: [],
  tags: [],
  links: [],
  bodies: [],
})
export const unlockedPage = createPage({ name: 'Ferry Cap' })
export const pageWithApplication = createPage({
  name: 'Ferry Cap',
  applications: [{ applicationId: 'harbour', isVisible: true, position: 2 }],
})
export const lockedPage = createPage({ name: 'Ferry Cap', locked: true })
export const renamedPage = createPage({ name: 'Harbour Cap', updatedAt: '2026-11-03T08:00:00.000Z' })
export const assetError = (code: ErrorCode, status: number) =>
  new ApiError('http', 'assets', {
    status,
    body: { error: { code, message: code, status }, type: '', title: '', status, detail: '' },
  })
export const staleWriteError = assetError('STALE_WRITE', 412)
export const networkError = new ApiError('FETCH_ERROR', 'assets')
export const changeSubmitted = {
  type: 'change.submitted',
  change: { name: 'Mine' },
  base: { name: 'Ferry Cap' },
} as const
export const commandRequested = {
  type: 'command.requested',
  command: { do: 'unlink', applicationId: 'harbour' },
} as const
export const remoteChangeAt = (at: string) =>
  ({
    type: 'remoteChange.received',
    change: { key: 'asset.v1.updated', id: '0190a5f0-0000-7000-8000-000000000001', at },
  }) as const
export const settledState = { shown: { settled: 'idle' } }

export const assetModels: MachineModels = {
  listeners: {
    'change.saved': ['src/ui/asset/use-asset.ts'],
    'change.refused': ['src/ui/asset/use-asset.ts'],
    'command.done': ['src/ui/asset/use-command-toasts.ts'],
    'command.refused': ['src/ui/asset/use-command-toasts.ts'],
  },
  models: {
    asset: defineModel({
      machine: assetMachine,
      input,
      events: [
        actorDone('loadAsset', pageWithApplication),
        actorFailed('loadAsset', assetError('NOT_FOUND', 404)),
        actorFailed('loadAsset', networkError),
        { type: 'retry.requested' },
        { type: 'lock.toggled', reason: 'On sale' },
        actorDone('setLock', lockedPage),
        actorDone('setLock', unlockedPage),
        actorFailed('setLock', networkError),
        changeSubmitted,
        actorDone('saveAsset', renamedPage),
        actorFailed('saveAsset', staleWriteError),
        actorFailed('saveAsset', assetError('ASSET_LOCKED', 423)),
        actorFailed('saveAsset', networkError),
        { type: 'remoteVersion.accepted' },
        { type: 'overwrite.confirmed' },
        commandRequested,
        { ...commandRequested, isUndo: true },
        actorDone('runCommand', renamedPage),
        actorFailed('runCommand', networkError),
        remoteChangeAt('2026-11-01T08:00:00.000Z'),
        remoteChangeAt('2026-11-03T07:00:00.000Z'),
        { type: 'remoteChange.received', change: 'gap' },
        delayElapsed('coalesceDelay', 'asset.shown.settled.stale'),
        delayElapsed('savedMessageDuration', 'asset.shown.settled.justSaved'),
      ],
      // Limits the queue to one command, because a second queued command behaves like the first.
      isPossible: ({ context }, { type }) => type !== 'command.requested' || context.queuedCommands.length === 0,
      contextKey: ({ page, error, change, pendingChange, command, queuedCommands, remoteChange }) => [
        queuedCommands[0]?.isUndo,
        remoteChange === 'gap' || remoteChange?.at,
        command && command.undo !== null,
        page?.asset.name,
        page?.asset.locked,
        Boolean(error),
        change.name,
        pendingChange?.change.name,
      ],
      invariants: {
        'the page is loaded whenever it is shown': (snapshot) =>
          !snapshot.matches('shown') || snapshot.context.page !== null,
        'a submitted change or a queued command waits only for another request or a decision': (snapshot) =>
          !snapshot.matches({ shown: 'settled' }) ||
          (snapshot.context.pendingChange === null && snapshot.context.queuedCommands.length === 0),
      },
      emittedInvariants: {
        'a command ends at most once for each time it was requested': (emitted, happenings) =>
          emitted.filter(({ type }) => type.startsWith('command.')).length <=
          happenings.filter(({ type }) => type === 'command.requested').length,
      },
    }),
  },
}
