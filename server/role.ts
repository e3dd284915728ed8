import * as v from 'valibot'
import { Email } from '../src/api/contract/auth.ts'
import { setRole } from './auth/set-role.ts'
import { endWith, StartFault } from './start-fault.ts'
import { withStore } from './with-store.ts'

/** What `npm run role` is given; nobody is made a guest. */
const Given = v.tuple([Email, v.picklist(['admin', 'developer', 'user'])])

/** `npm run role -- EMAIL ROLE`: gives an account another role. While the server runs on the same folder, it refuses. */
async function main(given: string[]): Promise<void> {
  const told = v.safeParse(Given, given)
  if (!told.success) throw new StartFault('Say whose role, and which: npm run role -- EMAIL admin|developer|user')
  const [email, role] = told.output
  const isGiven = await withStore((db) => setRole(db, () => new Date(), email, role))
  if (!isGiven) throw new StartFault(`No account has the verified address ${email}.`)
  process.stdout.write(`${email} has the role ${role} now, from the next sign-in on.\n`)
}

await main(process.argv.slice(2)).catch(endWith)
