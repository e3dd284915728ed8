import type { Deps } from '../boot/deps.ts'
import { HttpError, invalidInputError, notFoundError } from '../errors/http-error.ts'
import { wrongPasswordError } from './accounts.ts'
import { writeAuditEntry } from './audit.ts'
import { forbiddenError } from './authenticate-caller.ts'
import type { AuthenticatedCall } from './call.ts'
import { markSessionProved } from './fresh-proof.ts'
import { countCodeAttempt, countMailRequest, queueProofMail } from './proof-mails.ts'
import { createCodeRequestId, redeemCode, type SubmittedCode } from './proofs.ts'
import { checkPassword } from './sign-in.ts'

/**
 * Mails the caller a code that proves their session, and returns the request id to send with the code. The code cannot sign in.
 * Throws `FORBIDDEN` for a guest, who has no address, and `TOO_MANY_REQUESTS`.
 */
export async function requestProofCode(deps: Deps, call: AuthenticatedCall): Promise<string> {
  const email = await readEmail(deps, call)
  await countMailRequest(deps, email, 'prove', call)
  const requestId = createCodeRequestId()
  await queueProofMail(deps, email, 'prove', call, { requestId })
  return requestId
}

/** Password, or mailed code with the ids of the requests that it may belong to. */
export type PasswordOrCode = { password: string } | Pick<SubmittedCode, 'code' | 'requestId'>

/**
 * Proves the caller's session by password or code, under the rate limits of signing in. A wrong password or code is a field
 * error, because a 401 would make the client sign in again. Throws `CODE_REQUIRED`, `TOO_MANY_REQUESTS`, `FORBIDDEN` for a guest,
 * and `NOT_SIGNED_IN` once the session has ended.
 */
export async function proveSession(deps: Deps, proof: PasswordOrCode, call: AuthenticatedCall): Promise<void> {
  const email = await readEmail(deps, call)
  if ('password' in proof) await proveByPassword(deps, { email, password: proof.password }, call)
  else await proveByCode(deps, { email, ...proof }, call)
}

async function proveByPassword(
  deps: Deps,
  credentials: { email: string; password: string },
  call: AuthenticatedCall,
): Promise<void> {
  const { caller, address } = call
  const checked = await checkPassword(deps, credentials, call)
  const at = deps.now()
  if (!checked) {
    await writeAuditEntry(deps.db, at, {
      action: 'proof-failed',
      userId: caller.id,
      address,
      details: { how: 'password' },
    })
    throw wrongPasswordError()
  }
  await deps.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', caller.id)
      .forShare()
      .executeTakeFirst()
    // Verifying takes time. A password that was replaced in the meantime proves nothing.
    if (user?.password_hash !== checked.hash) throw wrongPasswordError()
    await markSessionProved(trx, at, caller)
    await writeAuditEntry(trx, at, { action: 'proved', userId: caller.id, address, details: { how: 'password' } })
  })
}

async function proveByCode(deps: Deps, input: Omit<SubmittedCode, 'purpose'>, call: AuthenticatedCall): Promise<void> {
  const { caller, address } = call
  const submitted = { ...input, purpose: 'prove' } as const
  const rollback = await countCodeAttempt(deps, submitted, call)
  const at = deps.now()
  await redeemCode(
    deps,
    submitted,
    async (trx) => {
      await markSessionProved(trx, at, caller)
      await writeAuditEntry(trx, at, { action: 'proved', userId: caller.id, address, details: { how: 'code' } })
    },
    (trx) => writeAuditEntry(trx, at, { action: 'proof-failed', userId: caller.id, address, details: { how: 'code' } }),
  ).catch((error: unknown) => {
    if (error instanceof HttpError && error.code === 'WRONG_CODE')
      throw invalidInputError([{ path: 'body.code', message: 'code.wrong' }])
    throw error
  })
  await rollback()
}

async function readEmail({ db }: Deps, { caller }: AuthenticatedCall): Promise<string> {
  const user = await db.selectFrom('users').select('email').where('id', '=', caller.id).executeTakeFirst()
  if (!user) throw notFoundError('The account')
  if (user.email === null) throw forbiddenError()
  return user.email
}
