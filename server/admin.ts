import * as v from 'valibot'
import { Email } from '../src/api/contract/auth.ts'
import { openDataFolder } from './data-folder.ts'
import { readEnv } from './env.ts'
import { urlAt } from './listen-at.ts'
import { endWith, StartFault } from './start-fault.ts'

/**
 * `npm run admin -- EMAIL`: makes an account admin, or a new one, and prints a link with which that person sets their
 * password. While the server runs on the same folder, it refuses.
 */
async function main(given: string | undefined): Promise<void> {
  const email = v.safeParse(Email, given)
  if (!email.success) throw new StartFault('Say whose account: npm run admin -- EMAIL')
  const env = readEnv(process.env)
  // A PostgreSQL server takes both of us; a folder of PGlite's takes one.
  const folder = env.DATABASE_URL ? undefined : await openDataFolder(env.DATA_DIR)
  const [{ openDatabase }, { makeAdmin }] = await Promise.all([
    import('./db/open-database.ts'),
    import('./auth/make-admin.ts'),
  ])
  const db = await openDatabase(env)
  const { linkId, isNew, keepsPassword } = await makeAdmin(db, () => new Date(), email.output)
  await db.destroy()
  folder?.release()
  const base = env.PUBLIC_URL ?? urlAt(env.HOST, env.PORT)
  process.stdout.write(
    `${email.output} is an admin now${isNew ? ', with a new account' : ''}${keepsPassword ? ', and the password stays until the link is used' : ''}. Within an hour, once, this link sets a password:\n${base}/reset-password?id=${linkId}\n`,
  )
}

await main(process.argv[2]).catch(endWith)
