import * as v from 'valibot'
import { Email } from '../src/api/contract/auth.ts'
import { openDataFolder } from './data-folder.ts'
import { openDatabase } from './db/open-database.ts'
import { readEnv } from './env.ts'
import { endWith, StartFault } from './start-fault.ts'

/** `npm run admin -- EMAIL`: makes an account admin. While the server runs on the same folder, it refuses. */
async function makeAdmin(given: string | undefined): Promise<void> {
  const email = v.safeParse(Email, given)
  if (!email.success) throw new StartFault('Say whose account: npm run admin -- EMAIL')
  const env = readEnv(process.env)
  // A PostgreSQL server takes both of us; a folder of PGlite's takes one.
  const folder = env.DATABASE_URL ? undefined : await openDataFolder(env.DATA_DIR)
  const db = await openDatabase(env)
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ role: 'admin' })
    .where('email', '=', email.output)
    .executeTakeFirst()
  await db.destroy()
  folder?.release()
  if (numUpdatedRows === 0n) throw new StartFault(`There is no account with the address ${email.output}.`)
  process.stdout.write(`${email.output} is an admin now, from the next sign-in on.\n`)
}

await makeAdmin(process.argv[2]).catch(endWith)
