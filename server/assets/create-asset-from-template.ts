import type { Asset, NewAsset } from '../../src/api/contract/assets.ts'
import type { NewAssetFromTemplate } from '../../src/api/contract/templates.ts'
import { allowedAssetsSql } from '../auth/allowed-assets.ts'
import type { AuthenticatedCall } from '../auth/call.ts'
import type { Deps } from '../boot/deps.ts'
import { invalidInputError } from '../errors/http-error.ts'
import { findEarlierResponse, readIdempotentRequest, runOnce } from '../http/idempotency.ts'
import { checkAssetFiles, readAssetModelStats } from './asset-files.ts'
import { enqueueIcon, waitForIcon } from './icons.ts'
import { insertAsset } from './insert-asset.ts'
import { readAsset } from './read.ts'
import { checkReferences } from './references.ts'

/**
 * Creates an asset with the fields of a template, once per idempotency key. The template becomes the parent. The copy is
 * unlocked, not authorised by default, and only in the requested applications, because the template's permissions do not apply to
 * the copy.
 */
export async function createAssetFromTemplate(
  deps: Deps,
  call: AuthenticatedCall,
  input: NewAssetFromTemplate,
): Promise<Asset> {
  const { caller } = call
  const request = readIdempotentRequest(call, 'assets.usingTemplate', input)
  const earlier = await findEarlierResponse<Asset>(deps.db, request)
  if (earlier) return earlier

  const { templateId, ...fields } = input
  const template = await readAsset(deps.db, templateId, allowedAssetsSql(caller.ability, 'read'))
  if (!template) throw templateNotFoundError()
  const merged = withTemplate(fields, template)
  await checkReferences(deps.db, caller, merged)
  await checkAssetFiles(deps, caller, merged)
  const isSameModel = merged.modelUrl === template.modelUrl
  const stats = isSameModel ? template.stats : await readAssetModelStats(deps, caller, merged.modelUrl)
  let job: string | undefined
  const created = await runOnce(deps.db, request, deps.now(), async (trx) => {
    const parent = await trx
      .selectFrom('assets')
      .select('icon_rendered')
      .where('id', '=', templateId)
      .where('deleted_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst()
    if (!parent) throw templateNotFoundError()
    const iconRendered = fields.iconUrl === undefined && merged.iconUrl !== undefined && parent.icon_rendered
    const asset = await insertAsset(
      trx,
      { ...merged, stats, parentId: templateId, iconRendered },
      { actorId: caller.id, at: deps.now() },
    )
    if (!asset.iconUrl) job = await enqueueIcon(trx, deps, caller, asset)
    return asset
  })
  return waitForIcon(deps, created, job)
}

/** Merges the given fields with the template's. The template's icon is used only with the template's model. */
function withTemplate(fields: Omit<NewAssetFromTemplate, 'templateId'>, template: Asset): NewAsset {
  const overrides = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== undefined),
  ) as typeof fields
  const { type, gender, modelUrl, textureUrl, psdUrl, bodyId, tags } = template
  const isSameModel = overrides.modelUrl === undefined || overrides.modelUrl === modelUrl
  return {
    ...{ textureUrl, psdUrl, bodyId, tags, iconUrl: isSameModel ? template.iconUrl : undefined },
    ...overrides,
    ...{ type: overrides.type ?? type, gender: overrides.gender ?? gender, modelUrl: overrides.modelUrl ?? modelUrl },
  }
}

const templateNotFoundError = () => invalidInputError([{ path: 'body.templateId', message: 'There is no such asset.' }])
