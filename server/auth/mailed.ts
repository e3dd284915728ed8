import type { Call } from '../call.ts'
import type { Deps } from '../deps.ts'
import { letter, passwordCleared } from '../mail/letters.ts'
import { audit } from './audit.ts'
import { isKnownAddress } from './known-addresses.ts'
import { type Asker, type BroughtCode, issueProof, isTried, type Purpose } from './proofs.ts'
import { countCall, type TakeBack } from './rate-limit.ts'

/**
 * Counts a mail of one purpose asked for by an address and for an account, whether or not there is one. What strangers
 * ask for elsewhere takes nothing from where the owner has been. Throws `TOO_MANY_REQUESTS`.
 */
export async function countMail(deps: Deps, email: string, purpose: Purpose, { address }: Call): Promise<void> {
  const { db, now, limits } = deps
  const isKnown = await isKnownAddress(db, now(), email, address)
  await countCall(deps, `mail-from:${purpose}`, address, limits.mailsFromAddress)
  await countCall(deps, `mail-to-from:${purpose}`, `${email} ${address}`, limits.mailsToAccountFromAddress)
  if (!isKnown) await countCall(deps, `mail-to:${purpose}`, email, limits.mailsToAccount)
}

/**
 * Counts a code that is tried: by its address, and for the account where whoever tries asked for one from where the owner
 * has never been. Answers the function that takes it back. Throws `TOO_MANY_REQUESTS`.
 */
export async function countCode(deps: Deps, brought: Omit<BroughtCode, 'code'>, { address }: Call): Promise<TakeBack> {
  const { db, now, limits } = deps
  const isKnown = await isKnownAddress(db, now(), brought.email, address)
  const takeBack = [await countCall(deps, 'code-from', address, limits.codeTriesFromAddress)]
  // Only what could be guessed right counts: else anybody could use the tries of an account up.
  if (!isKnown)
    takeBack.push(
      await countCall(deps, 'code-of', brought.email, limits.codeMissesOfAccount, { onlyIf: isTried(brought, now()) }),
    )
  return async () => {
    for (const undo of takeBack) await undo()
  }
}

/** How a mail is asked for. */
export interface MailOptions extends Asker {
  /** Somebody wanted to sign up with the address, which has an account. Of one that was never opened nothing is said. */
  isWelcomeBack?: boolean
}

/**
 * Mails a proof to an address, after the answer: looking the account up, making the proof and sending it all come then,
 * so the answer is the same in every way where there is no account.
 */
export function mailProof(deps: Deps, email: string, purpose: Purpose, call: Call, options: MailOptions): void {
  deps.later.add(`mail ${purpose}`, () => sendProof(deps, email, purpose, call, options))
}

/** Mails a proof to an address, if it has an account. A verified address is not mailed to verify it again. */
export async function sendProof(
  deps: Deps,
  email: string,
  purpose: Purpose,
  { address }: Call,
  { isWelcomeBack, ...asker }: MailOptions,
): Promise<void> {
  const made = await deps.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom('users')
      .select(['id', 'verified_at', 'password_hash'])
      .where('email', '=', email)
      // Until it is written: a proof that was made for one address proves no other that the account is given meanwhile.
      .forUpdate()
      .executeTakeFirst()
    await audit(trx, deps.now(), { action: 'code-requested', userId: user?.id, address, details: { purpose } })
    if (!user || (purpose === 'verify' && user.verified_at)) return undefined
    const proof = await issueProof({ db: trx, now: deps.now }, user.id, purpose, asker)
    return { proof, isNew: !user.verified_at && user.password_hash === null }
  })
  if (!made) return
  const { proof, isNew } = made
  await deps.post.send(letter(email, isWelcomeBack && !isNew ? 'welcomeBack' : purpose, proof, deps.publicUrl))
}

/** Tells the owner of an address, after the answer, that a password somebody had set was taken away. */
export function mailPasswordCleared(deps: Deps, email: string): void {
  deps.later.add('mail password cleared', () => deps.post.send(passwordCleared(email, deps.publicUrl)))
}
