import type { ApplicationMorphedAsset, WantedMorph } from '../../src/api/contract/morphs.ts'
import { checkLinks, setApplications } from '../assets/links.ts'
import { changeAsset, mustBeAllowed, refuseLocked } from '../assets/write.ts'
import { audit } from '../auth/audit.ts'
import type { CallOfMember } from '../call.ts'
import type { Deps } from '../deps.ts'
import { once, repeatable } from '../idempotency.ts'
import { askForMorph } from './generate.ts'

/**
 * Puts an asset, fitted to a body, into an application that the caller may change, and asks for its morph where that is not
 * there. An asset that is not in the application is added at its end (`ASSET_LOCKED`); asked twice, nothing changes.
 */
export function addMorphToApplication(
  deps: Deps,
  call: CallOfMember,
  given: WantedMorph & { applicationId: string },
): Promise<ApplicationMorphedAsset> {
  const { caller, address } = call
  const { applicationId, assetId, bodyId } = given
  const at = deps.now()
  return once(deps.db, repeatable(call, 'applicationMorphedAssets.create', given), at, async (trx) => {
    await mustBeAllowed(trx, caller, 'update', assetId)
    await checkLinks(trx, caller, { applicationIds: [applicationId] }, 'applicationId')
    const entry = await askForMorph(trx, deps, call, { assetId, bodyId })
    await changeAsset(trx, deps, caller, assetId, 'updated', async (before) => {
      const present = before.applications.map((link) => link.applicationId)
      if (present.includes(applicationId)) return {}
      refuseLocked(before)
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
      await audit(trx, at, { action: 'morph-added-to-application', userId: caller.id, address, details })
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
