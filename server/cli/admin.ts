import * as v from 'valibot'
import { Email } from '../../src/api/contract/auth.ts'
import { makeAdmin } from '../auth/make-admin.ts'
import { exitWithError, StartupError } from '../errors/startup-error.ts'
import { formatBrowserUrl } from '../http/listen-at.ts'
import { withDatabase } from './with-database.ts'

/**
 * Runs `npm run admin -- EMAIL`: makes an existing or new account an admin, and prints a link that sets its password. Fails while
 * a server uses the same data folder.
 */
async function main(emailArgument: string | undefined): Promise<void> {
  const email = v.safeParse(Email, emailArgument)
  if (!email.success) throw new StartupError('Specify the account: npm run admin -- EMAIL')
  await withDatabase(async (db, env) => {
    const { linkId, isNew, keepsPassword } = await makeAdmin(db, () => new Date(), email.output)
    const base = env.PUBLIC_URL ?? formatBrowserUrl(env.HOST, env.PORT)
    process.stdout.write(
      `${email.output} is now an admin${isNew ? ', with a new account' : ''}${keepsPassword ? '. The password stays valid until the link is used' : ''}. This link sets a password. It works once and expires in an hour:\n${base}/reset-password?id=${linkId}\n`,
    )
  })
}

await main(process.argv[2]).catch(exitWithError)
