import type { contract } from '../../src/api/contract/index.ts'
import type { Handlers } from '../bind.ts'
import type { Deps } from '../deps.ts'
import { applicationHandlers } from './applications.ts'
import { assetHandlers } from './assets.ts'
import { authHandlers } from './auth.ts'
import { fileHandlers } from './files.ts'
import { healthHandlers } from './health.ts'
import { tagHandlers } from './tags.ts'
import { userHandlers } from './users.ts'

/** The functions of all endpoints. */
export const createHandlers = (deps: Deps): Handlers<typeof contract> => ({
  applications: applicationHandlers(deps),
  assets: assetHandlers(deps),
  auth: authHandlers(deps),
  files: fileHandlers(deps),
  health: healthHandlers(deps),
  tags: tagHandlers(deps),
  users: userHandlers(deps),
})
