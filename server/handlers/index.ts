import type { contract } from '../../src/api/contract/index.ts'
import type { Deps } from '../boot/deps.ts'
import type { Readiness } from '../http/readiness.ts'
import { accountHandlers } from './accounts.ts'
import { apiTokenHandlers } from './api-tokens.ts'
import { applicationAssetHandlers } from './application-assets.ts'
import { applicationHandlers } from './applications.ts'
import { assetUseHandlers } from './asset-use.ts'
import { assetHandlers } from './assets.ts'
import { auditHandlers } from './audit.ts'
import { authHandlers } from './auth.ts'
import { asPrivateHandlers, type Handlers } from './bind-routes.ts'
import { cageMeshHandlers } from './cage-meshes.ts'
import { fileHandlers } from './files.ts'
import { healthHandlers } from './health.ts'
import { jobHandlers } from './jobs.ts'
import {
  applicationMorphedAssetHandlers,
  morphedAssetHandlers,
  morphedAssetQueueHandlers,
  privateMorphedAssetHandlers,
} from './morphs.ts'
import { presenceHandlers } from './presence.ts'
import { tagHandlers } from './tags.ts'
import { templateHandlers } from './templates.ts'
import { transferHandlers } from './transfer.ts'
import { trashHandlers } from './trash.ts'
import { privateUserAssetHandlers, userAssetHandlers } from './user-assets.ts'
import { userHandlers } from './users.ts'
import { variantHandlers } from './variants.ts'
import { viewHandlers } from './views.ts'
import { webhookHandlers } from './webhooks.ts'

export function createHandlers(deps: Deps, readiness: Readiness): Handlers<typeof contract> {
  const assets = {
    ...assetHandlers(deps),
    ...transferHandlers(deps),
    ...trashHandlers(deps),
    ...assetUseHandlers(deps),
    ...variantHandlers(deps),
  }
  const applicationAssets = applicationAssetHandlers(deps)
  const applicationMorphedAssets = applicationMorphedAssetHandlers(deps)
  const cageMeshes = cageMeshHandlers(deps)
  const morphedAssetQueue = morphedAssetQueueHandlers(deps)
  return {
    accounts: accountHandlers(deps),
    apiTokens: apiTokenHandlers(deps),
    applicationAssets,
    applicationMorphedAssets,
    applications: applicationHandlers(deps),
    assets,
    audit: auditHandlers(deps),
    auth: authHandlers(deps),
    cageMeshes,
    files: fileHandlers(deps),
    health: healthHandlers(readiness),
    jobs: jobHandlers(deps),
    morphedAssetQueue,
    morphedAssets: morphedAssetHandlers(deps),
    presence: presenceHandlers(deps),
    privateApplicationAssets: asPrivateHandlers(applicationAssets),
    privateApplicationMorphedAssets: asPrivateHandlers(applicationMorphedAssets),
    privateAssets: { ...asPrivateHandlers(assets), ...templateHandlers(deps) },
    privateCageMeshes: asPrivateHandlers<Pick<typeof contract.cageMeshes, 'create'>>({ create: cageMeshes.create }),
    privateMorphedAssetQueue: asPrivateHandlers(morphedAssetQueue),
    privateMorphedAssets: privateMorphedAssetHandlers(deps),
    privateUserAssets: privateUserAssetHandlers(deps),
    tags: tagHandlers(deps),
    userAssets: userAssetHandlers(deps),
    users: userHandlers(deps),
    views: viewHandlers(deps),
    webhooks: webhookHandlers(deps),
  }
}
