import type { AssetEvent } from '../../src/api/contract/events.ts'
import { newsMachine } from '../../src/machines/news.machine.ts'
import { type Models, model } from '../support/model/model.ts'
import { waits } from '../support/walk.ts'

export const change: AssetEvent = { key: 'asset.v1.updated', id: 'boot', at: '2026-11-01T08:00:00.000Z' }

/** Tries the machine out. */
export const newsModels: Models = {
  models: {
    'news of a list': model({
      machine: newsMachine,
      happenings: [
        { type: 'change.heard', news: change },
        { type: 'change.heard', news: 'gap' },
        { type: 'rows.requested' },
        { type: 'rows.shown', rows: [{ id: 'boot', updatedAt: '2026-11-01T07:00:00.000Z' }], removed: [] },
        waits('gathering', 'news.gathering'),
      ],
      // One event or several: they are kept the same way.
      sees: ({ heard, told, known }) => [
        heard.events.length > 0,
        heard.hasGap,
        told.events.length > 0,
        told.hasGap,
        known.size > 0,
      ],
      holds: {
        'nothing is told that was not heard': ({ context: { heard, told } }) =>
          told.events.length <= heard.events.length && (heard.hasGap || !told.hasGap),
        'what was heard is told, or about to be': ({ value, context: { heard, told } }) =>
          value === 'gathering' || heard === told,
      },
    }),
  },
}
