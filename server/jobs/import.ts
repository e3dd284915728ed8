import { Refusal } from '../errors.ts'
import { runImport } from '../transfer/run-import.ts'
import type { JobKind } from './job.ts'
import type { KindNeeds } from './kind-needs.ts'
import type { Payloads } from './payloads.ts'

/** 100,000 assets at a leisurely pace, in milliseconds. */
const MOST_MS = 12 * 3_600_000

/**
 * Takes an archive into an application. Each asset is kept as soon as it is made, with a note that it was: another try, or
 * another worker beside this one, goes on after it.
 */
export const importKind = (needs: KindNeeds): JobKind<Payloads['import']> => ({
  mostMs: MOST_MS,
  async perform({ payload: { importId } }, performing) {
    await runImport(needs, importId, performing).catch(async (fault) => {
      // No other try mends it, and until it is let go it counts against its owner's storage.
      if (fault instanceof Refusal && fault.code === 'ARCHIVE_INVALID')
        await needs.db.updateTable('imports').set({ archive_url: null }).where('id', '=', importId).execute()
      throw fault
    })
    return async (trx) => {
      await trx
        .updateTable('imports')
        // The archive is not needed any more.
        .set({ finished_at: needs.now(), archive_url: null })
        .where('id', '=', importId)
        .execute()
    }
  },
})
