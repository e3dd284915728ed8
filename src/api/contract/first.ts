import { applications } from './applications.ts'
import { assets } from './assets.ts'
import { auth } from './auth.ts'
import { files } from './files.ts'
import { tags } from './tags.ts'
import { users } from './users.ts'

/** The calls that the first pages make; the rest of the contract is fetched when one of its calls is made. */
export const first = { applications, assets, auth, files, tags, users }
