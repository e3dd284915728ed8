import { HttpError } from '../errors/http-error.ts'
import type { JobKind } from '../jobs/job.ts'
import type { JobDependencies } from '../jobs/job-dependencies.ts'
import type { JobPayloads } from '../jobs/job-payloads.ts'
import { runImport } from './run-import.ts'

/**
 * Imports an archive into an application. Each asset has its own transaction, which also stores the asset's outcome. Retries and
 * concurrent workers skip assets with a stored outcome.
 */
export const createImportJobKind = (deps: JobDependencies): JobKind<JobPayloads['import']> => ({
  async perform({ payload: { importId } }, performing) {
    await runImport(deps, importId, performing).catch(async (error) => {
      // A retry cannot succeed. The archive counts towards its owner's quota until `archive_url` is cleared.
      if (error instanceof HttpError && error.code === 'ARCHIVE_INVALID')
        await deps.db.updateTable('imports').set({ archive_url: null }).where('id', '=', importId).execute()
      throw error
    })
    return async (trx) => {
      await trx
        .updateTable('imports')
        // Releases the archive, which is no longer needed.
        .set({ finished_at: deps.now(), archive_url: null })
        .where('id', '=', importId)
        .execute()
    }
  },
})
