import * as v from 'valibot'
import { Email } from '../../src/api/contract/auth.ts'
import { setRoleByEmail } from '../auth/set-role.ts'
import { exitWithError, StartupError } from '../errors/startup-error.ts'
import { withDatabase } from './with-database.ts'

/** Arguments of `npm run role`; the guest role cannot be assigned. */
const RoleArguments = v.tuple([Email, v.picklist(['admin', 'developer', 'user'])])

/** Runs `npm run role -- EMAIL ROLE`: sets the role of an account. Fails while the server runs on the same data folder. */
async function main(args: string[]): Promise<void> {
  const parsed = v.safeParse(RoleArguments, args)
  if (!parsed.success)
    throw new StartupError('Specify the account and its role: npm run role -- EMAIL admin|developer|user')
  const [email, role] = parsed.output
  const isRoleSet = await withDatabase((db) => setRoleByEmail(db, () => new Date(), email, role))
  if (!isRoleSet) throw new StartupError(`No account has the verified address ${email}.`)
  process.stdout.write(`${email} now has the role ${role}. It takes effect at the next sign-in.\n`)
}

await main(process.argv.slice(2)).catch(exitWithError)
