import type { AssetEvent } from '../../../src/api/contract/events.ts'
import { remoteChangesMachine } from '../../../src/machines/list/remote-changes.machine.ts'
import { delayElapsed } from '../../support/machine-driver.ts'
import { defineModel, type MachineModels } from '../../support/model/model.ts'

export const change: AssetEvent = { key: 'asset.v1.updated', id: 'boot', at: '2026-11-01T08:00:00.000Z' }

export const remoteChangesModels: MachineModels = {
  models: {
    'changes to a list by other users': defineModel({
      machine: remoteChangesMachine,
      events: [
        { type: 'remoteChange.received', change },
        { type: 'remoteChange.received', change: 'gap' },
        { type: 'rows.requested' },
        { type: 'rows.shown', rows: [{ id: 'boot', updatedAt: '2026-11-01T07:00:00.000Z' }], removed: [] },
        delayElapsed('coalesceDelay', 'remote-changes.collecting'),
      ],
      // Only whether there are events makes a difference, not their number.
      contextKey: ({ received, shown, knownVersions }) => [
        received.events.length > 0,
        received.hasGap,
        shown.events.length > 0,
        shown.hasGap,
        knownVersions.size > 0,
      ],
      invariants: {
        'no change is shown that was not received': ({ context: { received, shown } }) =>
          shown.events.length <= received.events.length && (received.hasGap || !shown.hasGap),
        'received changes are shown, or being collected': ({ value, context: { received, shown } }) =>
          value === 'collecting' || received === shown,
      },
    }),
  },
}
