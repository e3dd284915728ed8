import type { contract } from '../../src/api/contract/index.ts'
import type { Deps } from '../boot/deps.ts'
import type { ReadinessChecks } from '../http/readiness.ts'
import { createAccountHandlers } from './accounts.ts'
import { createApiTokenHandlers } from './api-tokens.ts'
import { createApplicationAssetHandlers } from './application-assets.ts'
import { createApplicationHandlers } from './applications.ts'
import { createAssetUseHandlers } from './asset-use.ts'
import { createAssetHandlers } from './assets.ts'
import { createAuditHandlers } from './audit.ts'
import { createAuthHandlers } from './auth.ts'
import { type Handlers, toPrivateHandlers } from './bind-routes.ts'
import { createCageMeshHandlers } from './cage-meshes.ts'
import { createFileHandlers } from './files.ts'
import { createHealthHandlers } from './health.ts'
import { createJobHandlers } from './jobs.ts'
import {
  createApplicationMorphedAssetHandlers,
  createMorphedAssetHandlers,
  createMorphedAssetQueueHandlers,
  createPrivateMorphedAssetHandlers,
} from './morphs.ts'
import { createPresenceHandlers } from './presence.ts'
import { createTagHandlers } from './tags.ts'
import { createTemplateHandlers } from './templates.ts'
import { createTransferHandlers } from './transfer.ts'
import { createTrashHandlers } from './trash.ts'
import { createPrivateUserAssetHandlers, createUserAssetHandlers } from './user-assets.ts'
import { createUserHandlers } from './users.ts'
import { createVariantHandlers } from './variants.ts'
import { createViewHandlers } from './views.ts'
import { createWebhookHandlers } from './webhooks.ts'

export function createHandlers(deps: Deps, readiness: ReadinessChecks): Handlers<typeof contract> {
  const assets = {
    ...createAssetHandlers(deps),
    ...createTransferHandlers(deps),
    ...createTrashHandlers(deps),
    ...createAssetUseHandlers(deps),
    ...createVariantHandlers(deps),
  }
  const applicationAssets = createApplicationAssetHandlers(deps)
  const applicationMorphedAssets = createApplicationMorphedAssetHandlers(deps)
  const cageMeshes = createCageMeshHandlers(deps)
  const morphedAssetQueue = createMorphedAssetQueueHandlers(deps)
  return {
    accounts: createAccountHandlers(deps),
    apiTokens: createApiTokenHandlers(deps),
    applicationAssets,
    applicationMorphedAssets,
    applications: createApplicationHandlers(deps),
    assets,
    audit: createAuditHandlers(deps),
    auth: createAuthHandlers(deps),
    cageMeshes,
    files: createFileHandlers(deps),
    health: createHealthHandlers(readiness),
    jobs: createJobHandlers(deps),
    morphedAssetQueue,
    morphedAssets: createMorphedAssetHandlers(deps),
    presence: createPresenceHandlers(deps),
    privateApplicationAssets: toPrivateHandlers(applicationAssets),
    privateApplicationMorphedAssets: toPrivateHandlers(applicationMorphedAssets),
    privateAssets: { ...toPrivateHandlers(assets), ...createTemplateHandlers(deps) },
    privateCageMeshes: toPrivateHandlers<Pick<typeof contract.cageMeshes, 'create'>>({ create: cageMeshes.create }),
    privateMorphedAssetQueue: toPrivateHandlers(morphedAssetQueue),
    privateMorphedAssets: createPrivateMorphedAssetHandlers(deps),
    privateUserAssets: createPrivateUserAssetHandlers(deps),
    tags: createTagHandlers(deps),
    userAssets: createUserAssetHandlers(deps),
    users: createUserHandlers(deps),
    views: createViewHandlers(deps),
    webhooks: createWebhookHandlers(deps),
  }
}
