import type { contract } from '../../src/api/contract/index.ts'
import { alsoPrivately, type Handlers } from '../bind.ts'
import type { Deps } from '../deps.ts'
import type { Readiness } from '../http/readiness.ts'
import { applicationAssetHandlers } from './application-assets.ts'
import { applicationHandlers } from './applications.ts'
import { assetHandlers } from './assets.ts'
import { authHandlers } from './auth.ts'
import { fileHandlers } from './files.ts'
import { healthHandlers } from './health.ts'
import { privateAssetHandlers } from './private-assets.ts'
import { tagHandlers } from './tags.ts'
import { privateUserAssetHandlers, userAssetHandlers } from './user-assets.ts'
import { userHandlers } from './users.ts'

/** The functions of all endpoints. */
export const createHandlers = (deps: Deps, readiness: Readiness): Handlers<typeof contract> => ({
  applicationAssets: applicationAssetHandlers(deps),
  applications: applicationHandlers(deps),
  assets: assetHandlers(deps),
  auth: authHandlers(deps),
  files: fileHandlers(deps),
  health: healthHandlers(readiness),
  privateApplicationAssets: alsoPrivately(applicationAssetHandlers(deps)),
  privateAssets: privateAssetHandlers(deps),
  privateUserAssets: privateUserAssetHandlers(deps),
  tags: tagHandlers(deps),
  userAssets: userAssetHandlers(deps),
  users: userHandlers(deps),
})
