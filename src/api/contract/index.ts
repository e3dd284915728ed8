import { accounts } from './accounts.ts'
import { apiTokens } from './api-tokens.ts'
import { applicationAssets, privateApplicationAssets } from './application-assets.ts'
import { applications } from './applications.ts'
import { assetUse } from './asset-use.ts'
import { assets as itself } from './assets.ts'
import { audit } from './audit.ts'
import { auth } from './auth.ts'
import { cageMeshes, privateCageMeshes } from './cage-meshes.ts'
import { files } from './files.ts'
import { health } from './health.ts'
import { jobs } from './jobs.ts'
import {
  applicationMorphedAssets,
  morphedAssetQueue,
  morphedAssets,
  privateApplicationMorphedAssets,
  privateMorphedAssetQueue,
  privateMorphedAssets,
} from './morphs.ts'
import { pictures } from './pictures.ts'
import { presence } from './presence.ts'
import { toPrivateService } from './private-service.ts'
import { revert } from './revert.ts'
import { tags } from './tags.ts'
import { templates } from './templates.ts'
import { transfer } from './transfer.ts'
import { trash } from './trash.ts'
import { privateUserAssets, userAssets } from './user-assets.ts'
import { users } from './users.ts'
import { variants } from './variants.ts'
import { views } from './views.ts'
import { webhooks } from './webhooks.ts'

const assets = { ...itself, ...pictures, ...transfer, ...trash, ...revert, ...assetUse, ...variants }

/** All calls by service; the client's functions and the server's routes are derived from it. */
export const contract = {
  accounts,
  apiTokens,
  applicationAssets,
  applicationMorphedAssets,
  applications,
  assets,
  audit,
  auth,
  cageMeshes,
  files,
  health,
  jobs,
  morphedAssetQueue,
  morphedAssets,
  presence,
  privateApplicationAssets,
  privateApplicationMorphedAssets,
  privateAssets: { ...toPrivateService(assets), ...templates },
  privateCageMeshes,
  privateMorphedAssetQueue,
  privateMorphedAssets,
  privateUserAssets,
  tags,
  userAssets,
  users,
  views,
  webhooks,
}
