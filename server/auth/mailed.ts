import type { Call } from '../call.ts'
import type { Deps } from '../deps.ts'
import { letter } from '../mail/letters.ts'
import { audit } from './audit.ts'
import { issueProof, type Purpose } from './proofs.ts'
import { countCall } from './rate-limit.ts'

/** Counts a mail asked for by an address and for an account, whether or not there is one. Throws `TOO_MANY_REQUESTS`. */
export async function countMail(deps: Deps, email: string, { address }: Call): Promise<void> {
  await countCall(deps, 'mail-from', address, deps.limits.mailsFromAddress)
  await countCall(deps, 'mail-to', email, deps.limits.mailsToAccount)
}

/** Counts a code that is tried; answers the function that takes it back. Throws `TOO_MANY_REQUESTS`. */
export async function countCode(deps: Deps, email: string, { address }: Call): Promise<() => Promise<void>> {
  const takeBack = [
    await countCall(deps, 'code-from', address, deps.limits.codeTriesFromAddress),
    await countCall(deps, 'code-of', email, deps.limits.codeTriesOfAccount),
  ]
  return async () => {
    for (const undo of takeBack) await undo()
  }
}

/**
 * Mails a proof to an address, after the answer: looking the account up, making the proof and sending it all come then,
 * so the answer is the same in every way where there is no account. A verified address is not mailed to verify it again.
 */
export function mailProof(deps: Deps, email: string, purpose: Purpose, { address }: Call): void {
  deps.later.add(`mail ${purpose}`, async () => {
    const user = await deps.db
      .selectFrom('users')
      .select(['id', 'verified_at'])
      .where('email', '=', email)
      .executeTakeFirst()
    await audit(deps.db, deps.now(), { action: 'code-requested', userId: user?.id, address, details: { purpose } })
    if (!user || (purpose === 'verify' && user.verified_at)) return
    const proof = await issueProof(deps, user.id, purpose)
    await deps.post.send(letter(email, purpose, proof, deps.publicUrl))
  })
}
