import type { Transaction } from 'kysely'
import type { SessionData } from '../../src/api/contract/auth.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../errors/http-error.ts'
import { toSubnet } from '../http/client-address.ts'
import { writeAuditEntry } from './audit.ts'
import type { Call, PublicCall } from './call.ts'
import { isKnownIpAddress, recordSignIn } from './known-ip-addresses.ts'
import { countCodeAttempt } from './proof-mails.ts'
import { redeemCode, type SubmittedCode } from './proofs.ts'
import { countAttempt, startAttempt, type UndoCount } from './rate-limit.ts'
import { startSession, wrongCredentialsError } from './sessions.ts'
import { completeEmailVerification, type VerificationDecision } from './verify-email.ts'

/**
 * Signs in with a password. Throws `WRONG_CREDENTIALS`, also for an unknown address, which takes the same time. Throws
 * `TOO_MANY_REQUESTS` during the delay after failures from the same IP address. Throws `CODE_REQUIRED` after too many failures
 * from addresses unknown to the owner.
 */
export async function signInWithPassword(
  deps: Deps,
  { email, password }: { email: string; password: string },
  call: Call,
): Promise<SessionData> {
  const { db, now } = deps
  const checked = await checkPassword(deps, { email, password }, call)
  if (!checked) {
    const user = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst()
    const details = { how: 'password' }
    await writeAuditEntry(db, now(), { action: 'sign-in-failed', userId: user?.id, address: call.address, details })
    throw wrongCredentialsError()
  }
  const session = await startSession(deps, checked.userId, call, 'password', checked.hash)
  await recordSignIn(deps, checked.userId, call)
  return session
}

/**
 * Verifies a password under the rate limits of signing in, and replaces an outdated hash. Returns the account and its current
 * hash; undefined for a wrong password or, after the same time, for an unknown address. Throws `TOO_MANY_REQUESTS` and
 * `CODE_REQUIRED`.
 */
export async function checkPassword(
  deps: Deps,
  { email, password }: { email: string; password: string },
  call: Call,
): Promise<{ userId: string; hash: string } | undefined> {
  const { db, passwords } = deps
  const forgive = await countPasswordAttempt(deps, email, call)
  const user = await db
    .selectFrom('users')
    .select(['id', 'password_hash'])
    .where('email', '=', email)
    .executeTakeFirst()
  if (!(await passwords.verify(password, user?.password_hash)) || !user?.password_hash) return undefined
  await forgive()
  if (!passwords.isOutdated(user.password_hash)) return { userId: user.id, hash: user.password_hash }
  const hash = await passwords.hash(password)
  await db
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', user.id)
    .where('password_hash', '=', user.password_hash)
    .execute()
  return { userId: user.id, hash }
}

/** Counts a password attempt. Returns a function that undoes the count. Throws `TOO_MANY_REQUESTS` and `CODE_REQUIRED`. */
async function countPasswordAttempt(deps: Deps, email: string, { address }: Call): Promise<UndoCount> {
  const { db, now, limits } = deps
  const rollback = await countAttempt(deps, 'login-from', address, limits.loginsFromAddress)
  const isKnown = await isKnownIpAddress(db, now(), email, address)
  const rollbacks = [rollback]
  if (!isKnown) rollbacks.push(await countAttempt(deps, 'misses-from', toSubnet(address), limits.missesFromNetwork))
  const attempt = await startAttempt(deps, 'login-at', `${email} ${address}`, limits.loginWaits)
  rollbacks.push(attempt.forgive)
  if (!isKnown)
    try {
      rollbacks.push(await countAttempt(deps, 'login-of', email, limits.loginsOfAccount))
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      // The password was not checked, so the attempt is no failure.
      await attempt.undo()
      throw new HttpError('CODE_REQUIRED', 'Too many wrong passwords. Sign in with a code by e-mail.')
    }
  return async () => {
    for (const step of rollbacks) await step()
  }
}

/**
 * Signs in with a mailed code, which also verifies the e-mail address. If the account has a password from before the
 * verification, the caller decides whether the password stays (see {@link completeEmailVerification}). Throws `WRONG_CODE` and
 * `PASSWORD_REQUIRED`.
 */
export async function signInWithCode(
  deps: Deps,
  {
    email,
    code,
    requestId,
    ...decision
  }: Omit<SubmittedCode, 'purpose' | 'sessionId'> & Omit<VerificationDecision, 'keepSignUp'>,
  call: PublicCall,
): Promise<SessionData> {
  const { address } = call
  const submitted = { email, code, purpose: 'login', requestId } as const
  const onWrong = (trx: Transaction<Database>, userId: string | undefined) =>
    writeAuditEntry(trx, deps.now(), { action: 'sign-in-failed', userId, address, details: { how: 'code' } })
  const { userId } = await completeEmailVerification(deps, decision, call, {
    count: () => countCodeAttempt(deps, submitted, call),
    redeem: (act) => redeemCode(deps, submitted, act, onWrong),
  })
  const session = await startSession(deps, userId, call, 'code')
  await recordSignIn(deps, userId, call)
  return session
}
