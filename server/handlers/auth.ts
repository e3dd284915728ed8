import { uuidv7 } from 'uuidv7'
import type { auth } from '../../src/api/contract/auth.ts'
import { isCommonPassword } from '../auth/passwords.ts'
import { countCall } from '../auth/rate-limit.ts'
import { endSession, refreshSession, startSession } from '../auth/sessions.ts'
import type { ServiceHandlers } from '../bind.ts'
import type { Caller } from '../call.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, Refusal } from '../errors.ts'

/** Accounts and sign-ins. */
export const authHandlers = (deps: Deps): ServiceHandlers<typeof auth> => ({
  async signup({ body }, { address, caller }) {
    if (!('email' in body)) {
      await countCall(deps, 'guest', address, deps.limits.guestsFromAddress)
      return startSession(deps, await addGuest(deps))
    }
    if (await isCommonPassword(body.password))
      throw invalidInput([{ path: 'body.password', message: 'password.common' }])
    await countCall(deps, 'signup', address, deps.limits.signupsFromAddress)
    return startSession(deps, await addUser(deps, body, caller))
  },

  async login({ body: { email, password } }, { address }) {
    const takeBack = [
      await countCall(deps, 'login-from', address, deps.limits.loginsFromAddress),
      await countCall(deps, 'login-of', email, deps.limits.loginsOfAccount),
    ]
    const user = await deps.db
      .selectFrom('users')
      .select(['id', 'password_hash'])
      .where('email', '=', email)
      .executeTakeFirst()
    // An unknown address takes as long as a wrong password, and hears the same.
    if (!(await deps.passwords.verify(password, user?.password_hash)) || !user?.password_hash)
      throw new Refusal('WRONG_CREDENTIALS', 'The e-mail address or the password is wrong.')
    for (const undo of takeBack) await undo()
    if (deps.passwords.isOutdated(user.password_hash)) await setPassword(deps, user.id, password)
    return startSession(deps, user.id)
  },

  async refresh({ body }, { address }) {
    await countCall(deps, 'refresh', address, deps.limits.refreshesFromAddress)
    return refreshSession(deps, body.refreshToken)
  },

  async logout({ body }) {
    await endSession(deps, body.refreshToken)
    return {}
  },
})

async function addGuest({ db, now }: Deps): Promise<string> {
  const id = uuidv7()
  await db.insertInto('users').values({ id, role: 'anonymous', created_at: now() }).execute()
  return id
}

/** Makes an account; a guest who signs up keeps their id and wardrobe. Throws `EMAIL_TAKEN`. */
async function addUser(
  { db, now, passwords }: Deps,
  { email, password, name }: { email: string; password: string; name?: string | undefined },
  caller: Caller | undefined,
): Promise<string> {
  const account = {
    email,
    role: 'user' as const,
    password_hash: await passwords.hash(password),
    ...(name === undefined ? {} : { name }),
  }
  try {
    if (caller?.anonymous) {
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set(account)
        .where('id', '=', caller.id)
        .where('role', '=', 'anonymous')
        .executeTakeFirst()
      if (numUpdatedRows > 0n) return caller.id
    }
    const id = uuidv7()
    await db
      .insertInto('users')
      .values({ id, ...account, created_at: now() })
      .execute()
    return id
  } catch (fault) {
    if (isTaken(fault)) throw new Refusal('EMAIL_TAKEN', 'There is already an account with this e-mail address.')
    throw fault
  }
}

async function setPassword({ db, passwords }: Deps, id: string, password: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: await passwords.hash(password) })
    .where('id', '=', id)
    .execute()
}

/** SQLSTATE 23505: a unique index refused the row. */
const isTaken = (fault: unknown) => fault instanceof Error && 'code' in fault && fault.code === '23505'
