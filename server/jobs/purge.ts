import { purgeTrash } from '../assets/purge-trash.ts'
import type { JobKind } from './job.ts'
import type { KindNeeds } from './kind-needs.ts'
import type { Payloads } from './payloads.ts'

/** Empties the trash of what has had its time. Each batch is kept at once: another try goes on after it. */
export const purgeKind = ({ db, now }: KindNeeds): JobKind<Payloads['purge']> => ({
  async perform({ payload: { until } }, { progress, signal }) {
    await purgeTrash(db, { until: new Date(until), now: now(), signal, progress })
    return async () => {}
  },
})
