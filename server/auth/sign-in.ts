import type { SessionData } from '../../src/api/contract/auth.ts'
import type { Call } from '../call.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { setVerified } from './accounts.ts'
import { audit } from './audit.ts'
import { countCode } from './mailed.ts'
import { spendCode } from './proofs.ts'
import { countCall } from './rate-limit.ts'
import { endSessions, startSession } from './sessions.ts'

/** Signs in with a password. Throws `WRONG_CREDENTIALS`, for an unknown address after the same work. */
export async function signInWithPassword(
  deps: Deps,
  { email, password }: { email: string; password: string },
  call: Call,
): Promise<SessionData> {
  const { db, now, passwords, limits } = deps
  const takeBack = [
    await countCall(deps, 'login-from', call.address, limits.loginsFromAddress),
    await countCall(deps, 'login-of', email, limits.loginsOfAccount),
  ]
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!(await passwords.verify(password, user?.password_hash)) || !user?.password_hash) {
    const details = { how: 'password' }
    await audit(db, now(), { action: 'sign-in-failed', userId: user?.id, address: call.address, details })
    throw new Refusal('WRONG_CREDENTIALS', 'The e-mail address or the password is wrong.')
  }
  for (const undo of takeBack) await undo()
  if (passwords.isOutdated(user.password_hash))
    await db
      .updateTable('users')
      .set({ password_hash: await passwords.hash(password) })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .execute()
  return startSession(deps, user.id, call, 'password')
}

/** Signs in with a mailed code, which also verifies the e-mail. Throws `WRONG_CODE`. */
export async function signInWithCode(
  deps: Deps,
  { email, code }: { email: string; code: string },
  call: Call,
): Promise<SessionData> {
  const { address } = call
  const takeBack = await countCode(deps, email, call)
  const at = deps.now()
  const id = await spendCode(
    deps,
    { email, code, purpose: 'login' },
    async (trx, userId) => {
      const { isNew } = await setVerified(trx, at, userId, address)
      // Whoever began a session before need not have been the owner of the address.
      if (isNew) await endSessions(trx, at, userId)
      return userId
    },
    (trx, userId) => audit(trx, at, { action: 'sign-in-failed', userId, address, details: { how: 'code' } }),
  )
  await takeBack()
  return startSession(deps, id, call, 'code')
}
