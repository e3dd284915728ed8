import * as v from 'valibot'
import { Email } from '../src/api/contract/auth.ts'
import { makeAdmin } from './auth/make-admin.ts'
import { urlAt } from './listen-at.ts'
import { endWith, StartFault } from './start-fault.ts'
import { withStore } from './with-store.ts'

/**
 * `npm run admin -- EMAIL`: makes an account admin, or a new one, and prints a link with which that person sets their
 * password. While the server runs on the same folder, it refuses.
 */
async function main(given: string | undefined): Promise<void> {
  const email = v.safeParse(Email, given)
  if (!email.success) throw new StartFault('Say whose account: npm run admin -- EMAIL')
  await withStore(async (db, env) => {
    const { linkId, isNew, keepsPassword } = await makeAdmin(db, () => new Date(), email.output)
    const base = env.PUBLIC_URL ?? urlAt(env.HOST, env.PORT)
    process.stdout.write(
      `${email.output} is an admin now${isNew ? ', with a new account' : ''}${keepsPassword ? ', and the password stays until the link is used' : ''}. Within an hour, once, this link sets a password:\n${base}/reset-password?id=${linkId}\n`,
    )
  })
}

await main(process.argv[2]).catch(endWith)
