import * as v from 'valibot'
import { Email } from '../../src/api/contract/auth.ts'
import type { users } from '../../src/api/contract/users.ts'
import { countCall } from '../auth/rate-limit.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Deps } from '../deps.ts'
import { invalidInput } from '../errors.ts'

/** Tells whether an address has an account, but not too often. */
export const userHandlers = (deps: Deps): ServiceHandlers<typeof users> => ({
  async emailExists({ params }, { address }) {
    const email = v.safeParse(Email, params.email)
    if (!email.success) throw invalidInput([{ path: 'path.email', message: 'This is not an e-mail address.' }])
    await countCall(deps, 'email-lookup', address, deps.limits.emailLookupsFromAddress)
    const user = await deps.db.selectFrom('users').select('id').where('email', '=', email.output).executeTakeFirst()
    return { data: { exists: user !== undefined } }
  },
})
