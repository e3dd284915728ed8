import { type Kysely, sql } from 'kysely'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { HttpError } from '../errors/http-error.ts'
import { toSubnet } from '../http/client-address.ts'
import { JobError } from '../jobs/job.ts'
import { composeChangeMail } from '../mail/change-mail.ts'
import type { MailRequest, PendingSignUp, ProofMailRequest } from '../mail/mail-request.ts'
import type { Mail } from '../mail/mailer.ts'
import { composeProofMail } from '../mail/proof-mail.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { addUser, StaleSignUpError } from './accounts.ts'
import { writeAuditEntry } from './audit.ts'
import type { Call } from './call.ts'
import { isKnownIpAddress } from './known-ip-addresses.ts'
import {
  createCodeRequestId,
  deleteEarlierProofs,
  hashCodeRequestId,
  hasMatchingProofSql,
  issueProof,
  type Proof,
  type ProofPurpose,
  proofLifetimeMs,
  type SubmittedCode,
} from './proofs.ts'
import { countAttempt, type UndoCount } from './rate-limit.ts'

/**
 * Counts a mail request by IP address and by account, whether or not the account exists. Requests from addresses known to the
 * owner do not count for the account, so that strangers cannot block the owner. Throws `TOO_MANY_REQUESTS`.
 */
export async function countMailRequest(
  deps: Deps,
  email: string,
  purpose: ProofPurpose,
  { address }: Call,
): Promise<void> {
  const { db, now, limits } = deps
  const isKnown = await isKnownIpAddress(db, now(), email, address)
  await countAttempt(deps, `mail-from:${purpose}`, address, limits.mailsFromAddress)
  await countAttempt(deps, `mail-to-from:${purpose}`, `${email} ${address}`, limits.mailsToAccountFromAddress)
  if (!isKnown) await countAttempt(deps, `mail-to:${purpose}`, email, limits.mailsToAccount)
}

/**
 * Counts an attempt at a code by IP address and account. The owner's known addresses have a separate count, which strangers
 * cannot use up. Other addresses also count by network. Returns a function that undoes the count. Throws `TOO_MANY_REQUESTS`.
 */
export async function countCodeAttempt(
  deps: Deps,
  submitted: Omit<SubmittedCode, 'code'>,
  { address }: Call,
): Promise<UndoCount> {
  const { db, now, limits } = deps
  const isKnown = await isKnownIpAddress(db, now(), submitted.email, address)
  const rollbacks = [await countAttempt(deps, 'code-from', address, limits.codeTriesFromAddress)]
  // Counts only attempts that could succeed. Otherwise an attacker could use up an account's attempts.
  const onlyIf = hasMatchingProofSql(submitted, now())
  if (!isKnown)
    rollbacks.push(await countAttempt(deps, 'misses-from', toSubnet(address), limits.missesFromNetwork, { onlyIf }))
  const ofAccount = isKnown ? 'code-of-known' : 'code-of'
  rollbacks.push(await countAttempt(deps, ofAccount, submitted.email, limits.codeMissesOfAccount, { onlyIf }))
  return async () => {
    for (const rollback of rollbacks) await rollback()
  }
}

/** Request or session that is allowed to submit the mailed code, and a pending sign-up. */
interface MailOptions {
  requestId?: string | undefined
  sessionId?: string | undefined
  /**
   * Sign-up to complete first, creating an account without a password. If the address has an account, its owner gets a sign-in
   * code.
   */
  signUp?: PendingSignUp
}

/**
 * Queues an e-mail with a proof, whether or not the address has an account. A job creates the proof later, so that neither the
 * response nor its duration reveals an account, and no code exists without an e-mail.
 */
export async function queueProofMail(
  { db, now }: { db: Kysely<Database>; now: () => Date },
  to: string,
  purpose: ProofPurpose,
  { address }: Pick<Call, 'address'>,
  { requestId = createCodeRequestId(), sessionId, signUp }: MailOptions,
): Promise<void> {
  await queueMail(db, now(), {
    letter: purpose,
    to,
    address,
    askedAt: now().toISOString(),
    requestHash: hashCodeRequestId(requestId),
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(signUp && { signUp }),
  })
}

type ProofMailDeps = Pick<Deps, 'db' | 'now' | 'passwords' | 'publicUrl'>

/** Queued mail, and the number of the current attempt to send it, starting at 1. */
interface QueuedMail {
  readonly id: string
  readonly payload: MailRequest
  readonly attempt: number
}

/**
 * Composes the mail of a job. Returns undefined if the address has no account or is already verified. Each attempt creates a new
 * proof, because proofs are stored hashed. The previous proof stays valid, because its mail may have arrived. Throws `JobError`
 * if a proof created at the time of the request would have expired.
 */
export async function composeRequestedMail(
  deps: ProofMailDeps,
  { id, payload, attempt }: QueuedMail,
): Promise<Mail | undefined> {
  const { publicUrl } = deps
  if (payload.letter === 'changes') return composeChangeMail(payload, publicUrl)
  const { letter: purpose, to } = payload
  const isWelcomeBack = payload.signUp !== undefined && !(await signUp(deps, payload, payload.signUp))
  const created = await makeProof(deps, payload, { id, attempt })
  return (
    created && composeProofMail(to, isWelcomeBack && !created.isNew ? 'welcomeBack' : purpose, created.proof, publicUrl)
  )
}

/** Creates the account that a mail was requested for. Returns false if the address has an account or the sign-up is outdated. */
async function signUp(
  deps: ProofMailDeps,
  { to, address, askedAt }: ProofMailRequest,
  { name, guest }: PendingSignUp,
): Promise<boolean> {
  try {
    await addUser(deps, { email: to, name, requestedAt: new Date(askedAt) }, guest, address)
    return true
  } catch (error) {
    if (error instanceof StaleSignUpError || (error instanceof HttpError && error.code === 'EMAIL_TAKEN')) return false
    throw error
  }
}

/** Creates the proof for a mail, and audits the request once. Returns undefined if no proof is needed. */
async function makeProof(
  { db, now }: ProofMailDeps,
  { letter: purpose, to, address, askedAt, requestHash, sessionId, isAudited }: ProofMailRequest,
  { id, attempt }: Pick<QueuedMail, 'id' | 'attempt'>,
): Promise<{ proof: Proof; isNew: boolean } | undefined> {
  const requested = new Date(askedAt)
  const isExpired = now().getTime() - requested.getTime() >= proofLifetimeMs(purpose)
  const created = await db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['id', 'verified_at', 'password_hash'])
      .where('email', '=', to)
      // Locked until the proof is written. Otherwise a guest could change the address in between, and the proof would verify the
      // new address.
      .forUpdate()
      .executeTakeFirst()
    if (!isAudited) {
      await writeAuditEntry(trx, requested, {
        action: 'code-requested',
        userId: user?.id,
        address,
        details: { purpose },
      })
      await sql`update jobs set payload = payload || '{"isAudited":true}' where id = ${id}`.execute(trx)
    }
    if (!user || isExpired || (purpose === 'verify' && user.verified_at)) return undefined
    if (attempt > 1) await deleteEarlierProofs(trx, requestHash)
    const proof = await issueProof({ db: trx, now }, user.id, purpose, { requestHash, sessionId })
    return { proof, isNew: !user.verified_at && user.password_hash === null }
  })
  if (isExpired) throw new JobError('The e-mail was not sent: its code or link was requested too long ago.')
  return created
}
