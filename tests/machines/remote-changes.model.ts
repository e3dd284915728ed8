import type { AssetEvent } from '../../src/api/contract/events.ts'
import { remoteChangesMachine } from '../../src/machines/remote-changes.machine.ts'
import { delayElapsed } from '../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../support/model/model.ts'

export const change: AssetEvent = { key: 'asset.v1.updated', id: 'boot', at: '2026-11-01T08:00:00.000Z' }

export const remoteChangesModels: MachineModels = {
  models: {
    'changes to a list by other users': defineModel({
      machine: remoteChangesMachine,
      events: [
        { type: 'change.heard', news: change },
        { type: 'change.heard', news: 'gap' },
        { type: 'rows.requested' },
        { type: 'rows.shown', rows: [{ id: 'boot', updatedAt: '2026-11-01T07:00:00.000Z' }], removed: [] },
        delayElapsed('gathering', 'remote-changes.gathering'),
      ],
      // Only whether there are events makes a difference, not their number.
      contextKey: ({ heard, told, known }) => [
        heard.events.length > 0,
        heard.hasGap,
        told.events.length > 0,
        told.hasGap,
        known.size > 0,
      ],
      invariants: {
        'no change is shown that was not received': ({ context: { heard, told } }) =>
          told.events.length <= heard.events.length && (heard.hasGap || !told.hasGap),
        'received changes are shown, or being collected': ({ value, context: { heard, told } }) =>
          value === 'gathering' || heard === told,
      },
    }),
  },
}
