import type { SessionData } from '../../src/api/contract/auth.ts'
import type { Call } from '../call.ts'
import type { Deps } from '../deps.ts'
import { Refusal } from '../errors.ts'
import { type Proven, proveAddress } from './accounts.ts'
import { audit } from './audit.ts'
import { isKnownAddress, rememberAddress } from './known-addresses.ts'
import { countCode, mailPasswordCleared } from './mailed.ts'
import { type BroughtCode, spendCode } from './proofs.ts'
import { beginTry, countCall, type TakeBack } from './rate-limit.ts'
import { startSession, wrongCredentials } from './sessions.ts'

/**
 * Signs in with a password. Throws `WRONG_CREDENTIALS`, for an unknown address after the same work; `TOO_MANY_REQUESTS`
 * while misses from the same address are waited for; `CODE_REQUIRED` where so many were missed from everywhere that a
 * password no longer counts, but where the owner has been before.
 */
export async function signInWithPassword(
  deps: Deps,
  { email, password }: { email: string; password: string },
  call: Call,
): Promise<SessionData> {
  const { db, now, passwords } = deps
  const forgive = await countPassword(deps, email, call)
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!(await passwords.verify(password, user?.password_hash)) || !user?.password_hash) {
    const details = { how: 'password' }
    await audit(db, now(), { action: 'sign-in-failed', userId: user?.id, address: call.address, details })
    throw wrongCredentials()
  }
  await forgive()
  const hash = passwords.isOutdated(user.password_hash) ? await passwords.hash(password) : user.password_hash
  if (hash !== user.password_hash)
    await db
      .updateTable('users')
      .set({ password_hash: hash })
      .where('id', '=', user.id)
      .where('password_hash', '=', user.password_hash)
      .execute()
  const session = await startSession(deps, user.id, call, 'password', hash)
  await rememberAddress(db, now(), user.id, call.address)
  return session
}

/** Counts a password that is tried; answers the function that forgives it. Throws `TOO_MANY_REQUESTS`, `CODE_REQUIRED`. */
async function countPassword(deps: Deps, email: string, { address }: Call): Promise<TakeBack> {
  const { db, now, limits } = deps
  const undo = await countCall(deps, 'login-from', address, limits.loginsFromAddress)
  const isKnown = await isKnownAddress(db, now(), email, address)
  const tried = await beginTry(deps, 'login-at', `${email} ${address}`, limits.loginWaits)
  const takeBack = [undo, tried.forgive]
  if (!isKnown)
    try {
      takeBack.push(await countCall(deps, 'login-of', email, limits.loginsOfAccount))
    } catch (fault) {
      if (!(fault instanceof Refusal)) throw fault
      // The password was not even looked at.
      await tried.undo()
      throw new Refusal('CODE_REQUIRED', 'Too many wrong passwords. Sign in with a code by e-mail.')
    }
  return async () => {
    for (const step of takeBack) await step()
  }
}

/** Signs in with a mailed code, which also verifies the e-mail. Throws `WRONG_CODE`. */
export async function signInWithCode(
  deps: Deps,
  { email, code, requestId }: Omit<BroughtCode, 'purpose' | 'sessionId'>,
  call: Call,
): Promise<SessionData & { passwordCleared?: boolean }> {
  const { address } = call
  const brought = { email, code, purpose: 'login', requestId } as const
  const takeBack = await countCode(deps, brought, call)
  const at = deps.now()
  const { id, passwordCleared } = await spendCode(
    deps,
    brought,
    async (trx, userId): Promise<Proven & { id: string }> => ({
      id: userId,
      ...(await proveAddress(trx, at, userId, { address })),
    }),
    (trx, userId) => audit(trx, at, { action: 'sign-in-failed', userId, address, details: { how: 'code' } }),
  )
  await takeBack()
  const session = await startSession(deps, id, call, 'code')
  await rememberAddress(deps.db, at, id, address)
  if (!passwordCleared) return session
  mailPasswordCleared(deps, email)
  return { ...session, passwordCleared }
}
