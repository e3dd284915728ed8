import { applications } from './applications.ts'
import { assets } from './assets.ts'
import { auth } from './auth.ts'
import { files } from './files.ts'
import { tags } from './tags.ts'
import { users } from './users.ts'

/** Services in the initial bundle. The rest of the contract is loaded when one of its calls is made. */
export const initialContract = { applications, assets, auth, files, tags, users }
