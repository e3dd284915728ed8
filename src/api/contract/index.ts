import { applicationAssets, privateApplicationAssets } from './application-assets.ts'
import { applications } from './applications.ts'
import { assets } from './assets.ts'
import { auth } from './auth.ts'
import { files } from './files.ts'
import { health } from './health.ts'
import { privateAssets } from './private-assets.ts'
import { tags } from './tags.ts'
import { privateUserAssets, userAssets } from './user-assets.ts'
import { users } from './users.ts'

/** Every call there is, by service: the client's functions and the server's routes are both made from it. */
export const contract = {
  applicationAssets,
  applications,
  assets,
  auth,
  files,
  health,
  privateApplicationAssets,
  privateAssets,
  privateUserAssets,
  tags,
  userAssets,
  users,
}
