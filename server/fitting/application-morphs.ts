import type { ApplicationMorphedAsset, RequestedMorph } from '../../src/api/contract/morphs.ts'
import { checkReferences, setApplications } from '../assets/references.ts'
import { assertUnlocked, changeAsset, requireAllowedAsset } from '../assets/write.ts'
import { writeAuditEntry } from '../auth/audit.ts'
import type { AuthenticatedCall } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { readIdempotentRequest, runOnce } from '../http/idempotency.ts'
import { requestMorph } from './request-morph.ts'

/**
 * Adds an asset's morph for a body to an application, and requests the morph if it does not exist. The caller must be allowed to
 * change the application. Also adds the asset itself if the application lacks it; throws `ASSET_LOCKED` if that asset is locked.
 * A repeated call changes nothing.
 */
export function addMorphToApplication(
  deps: Deps,
  call: AuthenticatedCall,
  input: RequestedMorph & { applicationId: string },
): Promise<ApplicationMorphedAsset> {
  const { caller, address } = call
  const { applicationId, assetId, bodyId } = input
  const at = deps.now()
  return runOnce(deps.db, readIdempotentRequest(call, 'applicationMorphedAssets.create', input), at, async (trx) => {
    await requireAllowedAsset(trx, caller, 'update', assetId)
    await checkReferences(trx, caller, { applicationIds: [applicationId] }, 'applicationId')
    const entry = await requestMorph(trx, deps, call, { assetId, bodyId })
    await changeAsset(trx, deps, caller, assetId, 'updated', async (before) => {
      const present = before.applications.map((link) => link.applicationId)
      if (present.includes(applicationId)) return {}
      assertUnlocked(before)
      await setApplications(trx, assetId, [...present, applicationId])
      return {}
    })
    const link = { application_id: applicationId, asset_id: assetId, body_id: bodyId }
    const added = await trx
      .insertInto('application_morphed_assets')
      .values({ ...link, added_at: at })
      .onConflict((on) => on.doNothing())
      .returning('added_at')
      .executeTakeFirst()
    if (added) {
      const details = { applicationId, assetId, bodyId }
      await writeAuditEntry(trx, at, { action: 'morph-added-to-application', userId: caller.id, address, details })
    }
    const { added_at } = await trx
      .selectFrom('application_morphed_assets')
      .select('added_at')
      .where('application_id', '=', applicationId)
      .where('asset_id', '=', assetId)
      .where('body_id', '=', bodyId)
      .executeTakeFirstOrThrow()
    return { applicationId, assetId, bodyId, addedAt: added_at.toISOString(), entry }
  })
}
