import type { Asset, NewAsset } from '../../src/api/contract/assets.ts'
import type { NewFromTemplate } from '../../src/api/contract/templates.ts'
import { allowedAssets } from '../auth/allowed.ts'
import type { CallOfMember } from '../call.ts'
import type { Deps } from '../deps.ts'
import { invalidInput } from '../errors.ts'
import { earlierAnswer, once, repeatable } from '../idempotency.ts'
import { checkFiles, statsOf } from './asset-files.ts'
import { askForIcon, withIcon } from './icons.ts'
import { insertAsset } from './insert.ts'
import { checkLinks } from './links.ts'
import { readAsset } from './read.ts'

/**
 * Makes an asset with the fields of another, once for each idempotency key. The files are shared, not copied: they are kept
 * by their content. The template becomes its parent, so that it can take from it again. It is not locked, not everyone's,
 * and in no application but those that are named: what was granted to the template is not granted to its copy.
 */
export async function createFromTemplate(deps: Deps, call: CallOfMember, given: NewFromTemplate): Promise<Asset> {
  const { caller } = call
  const request = repeatable(call, 'assets.usingTemplate', given)
  const earlier = await earlierAnswer<Asset>(deps.db, request)
  if (earlier) return earlier

  const { templateId, ...own } = given
  const template = await readAsset(deps.db, templateId, allowedAssets(caller.ability, 'read'))
  if (!template) throw noTemplate()
  const whole = withTemplate(own, template)
  await checkLinks(deps.db, caller, whole)
  await checkFiles(deps, whole)
  const isSameModel = whole.modelUrl === template.modelUrl
  const stats = isSameModel ? template.stats : await statsOf(deps, caller, whole.modelUrl)
  let job: string | undefined
  const made = await once(deps.db, request, deps.now(), async (trx) => {
    const parent = await trx
      .selectFrom('assets')
      .select('icon_rendered')
      .where('id', '=', templateId)
      .where('deleted_at', 'is', null)
      .forKeyShare()
      .executeTakeFirst()
    if (!parent) throw noTemplate()
    const iconRendered = own.iconUrl === undefined && whole.iconUrl !== undefined && parent.icon_rendered
    const asset = await insertAsset(
      trx,
      { ...whole, stats, parentId: templateId, iconRendered },
      { actorId: caller.id, at: deps.now() },
    )
    if (!asset.iconUrl) job = await askForIcon(trx, deps, caller, asset)
    return asset
  })
  return withIcon(deps, made, job)
}

/** What is given, and the template's where nothing is; an icon belongs to its model. */
function withTemplate(own: Omit<NewFromTemplate, 'templateId'>, template: Asset): NewAsset {
  const given = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined)) as typeof own
  const { type, gender, modelUrl, textureUrl, psdUrl, bodyId, tags } = template
  const isSameModel = given.modelUrl === undefined || given.modelUrl === modelUrl
  return {
    ...{ textureUrl, psdUrl, bodyId, tags, iconUrl: isSameModel ? template.iconUrl : undefined },
    ...given,
    ...{ type: given.type ?? type, gender: given.gender ?? gender, modelUrl: given.modelUrl ?? modelUrl },
  }
}

const noTemplate = () => invalidInput([{ path: 'body.templateId', message: 'There is no such asset.' }])
