import type { Transaction } from 'kysely'
import type { VerificationLink } from '../../src/api/contract/users.ts'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { invalidInputError } from '../errors/http-error.ts'
import { toSubnet } from '../http/client-address.ts'
import {
  assertUncommonPassword,
  type EmailVerification,
  markEmailVerified,
  type PasswordDecision,
  wrongPasswordError,
} from './accounts.ts'
import { writeAuditEntry } from './audit.ts'
import type { Call, PublicCall } from './call.ts'
import { countCodeAttempt } from './proof-mails.ts'
import { findLink, redeemCode, redeemLink, type SubmittedCode } from './proofs.ts'
import { countAttempt, startAttempt, type UndoCount } from './rate-limit.ts'
import { selectOpenSessions, wasStartedWithPassword } from './sessions.ts'

/** Caller's decision about a password that was set before the address was verified (see `markEmailVerified`). */
export interface VerificationDecision {
  keepSignUp?: boolean | undefined
  password?: string | undefined
  newPassword?: string | undefined
}

/** Consumes a mailed code or link and runs `act` in that transaction. An error in `act` leaves the code or link unused. */
type RedeemProof = <T>(act: (trx: Transaction<Database>, userId: string) => Promise<T>) => Promise<T>

/** Mailed code or link from the caller. `count` counts the attempt and returns a function that undoes the count. */
interface RedeemableProof {
  count: () => Promise<UndoCount>
  redeem: RedeemProof
}

/** Verifies an address by a link. Throws `LINK_USED`, `LINK_EXPIRED` and the errors of {@link completeEmailVerification}. */
export function verifyEmailByLink(
  deps: Deps,
  { verificationId, ...decision }: { verificationId: string } & VerificationDecision,
  call: PublicCall,
): Promise<EmailVerification> {
  return completeEmailVerification(deps, decision, call, {
    count: () => countAttempt(deps, 'link-from', call.address, deps.limits.codeTriesFromAddress),
    redeem: (act) => redeemLink(deps, verificationId, 'verify', act),
  })
}

/** Verifies an address by a mailed code. Throws `WRONG_CODE` and the errors of {@link completeEmailVerification}. */
export function verifyEmailByCode(
  deps: Deps,
  { email, code, requestId, ...decision }: Omit<SubmittedCode, 'purpose' | 'sessionId'> & VerificationDecision,
  call: PublicCall,
): Promise<EmailVerification> {
  const submitted = { email, code, purpose: 'verify', requestId, sessionId: call.caller?.sessionId } as const
  return completeEmailVerification(deps, decision, call, {
    count: () => countCodeAttempt(deps, submitted, call),
    redeem: (act) => redeemCode(deps, submitted, act),
  })
}

/**
 * Verifies the address of a mailed proof and applies the caller's decision about the account's password. Hashes outside of
 * transactions. Throws `PASSWORD_REQUIRED`, field errors for `password` or `newPassword`, and `TOO_MANY_REQUESTS`. None of these
 * errors consumes the proof.
 */
export async function completeEmailVerification(
  deps: Deps,
  { keepSignUp, password, newPassword }: VerificationDecision,
  call: PublicCall,
  proof: RedeemableProof,
): Promise<EmailVerification & { userId: string }> {
  const { address, userAgent } = call
  if (newPassword !== undefined) await assertUncommonPassword(newPassword, 'newPassword')
  const rollback = await proof.count()
  let isValid = false
  const redeem: RedeemProof = (act) =>
    proof.redeem((trx, userId) => {
      isValid = true
      return act(trx, userId)
    })
  try {
    const decision: PasswordDecision = { sessionId: call.caller?.sessionId, keepSignUp }
    if (newPassword !== undefined) decision.newHash = await deps.passwords.hash(newPassword)
    else if (password !== undefined) decision.knownHash = await checkEarlierPassword(deps, password, call, redeem)
    return await redeem(async (trx, userId) => {
      const verification = await markEmailVerified(trx, deps.now(), userId, { address, userAgent, ...decision })
      // A code that signs in to a verified account must not change the account's password.
      if (newPassword !== undefined && !verification.isNew) throw alreadyVerifiedError()
      return { ...verification, userId }
    })
  } finally {
    if (isValid) await rollback()
  }
}

/** Error that aborts the transaction that looked up the user of a proof, so that the proof stays unused. */
class UserLookup extends Error {
  constructor(
    readonly user: { id: string; email: string | null; password_hash: string | null; verified_at: Date | null },
  ) {
    super('The proof is valid.')
  }
}

/**
 * Checks `password` against the password that was set before the e-mail address was verified. Returns the hash of that password;
 * undefined if the account is already verified. A wrong password counts against the caller's IP address and network, never
 * against the account as a whole. Otherwise strangers could block this caller, who has proved access to the mailbox.
 */
async function checkEarlierPassword(
  deps: Deps,
  password: string,
  { address }: Call,
  redeem: RedeemProof,
): Promise<string | undefined> {
  const user = await redeem(async (trx, userId) => {
    const columns = ['id', 'email', 'password_hash', 'verified_at'] as const
    throw new UserLookup(
      await trx.selectFrom('users').select(columns).where('id', '=', userId).executeTakeFirstOrThrow(),
    )
  }).catch((error: unknown) => {
    if (error instanceof UserLookup) return error.user
    throw error
  })
  if (user.verified_at) return undefined
  const rollbacks = [
    await countAttempt(deps, 'login-from', address, deps.limits.loginsFromAddress),
    await countAttempt(deps, 'misses-from', toSubnet(address), deps.limits.missesFromNetwork),
  ]
  const attempt = await startAttempt(deps, 'login-at', `${user.email} ${address}`, deps.limits.loginWaits)
  if (!(await deps.passwords.verify(password, user.password_hash)) || user.password_hash === null) {
    const details = { how: 'password' }
    await writeAuditEntry(deps.db, deps.now(), { action: 'sign-in-failed', userId: user.id, address, details })
    throw wrongPasswordError()
  }
  for (const step of [attempt.forgive, ...rollbacks]) await step()
  return user.password_hash
}

const alreadyVerifiedError = () =>
  invalidInputError([
    { path: 'body.newPassword', message: 'This address is verified. Change the password in the account.' },
  ])

export async function describeVerificationLink(
  { db, now }: Deps,
  verificationId: string,
  sessionId: string | undefined,
): Promise<VerificationLink> {
  const { state, userId } = await findLink(db, verificationId, 'verify', now())
  const user = userId && (await db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst())
  if (!user) return { state, isVerified: false }
  const isVerified = user.verified_at !== null
  if (state !== 'good' || user.email === null) return { state, isVerified }
  const hasPassword = user.password_hash !== null
  const own = (await selectOpenSessions(db, now(), user.id)).find(({ id }) => id === sessionId)
  const isOwn = own !== undefined && (!hasPassword || wasStartedWithPassword(own))
  return { state, isVerified, email: maskEmail(user.email), hasPassword, isOwn }
}

/** Masks an address as `a•••@host`, because users other than the owner may see a link's page. */
function maskEmail(email: string): string {
  return `${[...email][0] ?? ''}•••${email.slice(email.lastIndexOf('@'))}`
}
