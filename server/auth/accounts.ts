import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Caller } from '../call.ts'
import { isDuplicate } from '../db/faults.ts'
import type { Database } from '../db/schema.ts'
import { json } from '../db/values.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { audit } from './audit.ts'
import { rememberAddress } from './known-addresses.ts'
import { isCommonPassword } from './passwords.ts'
import { endSessions, isOpen } from './sessions.ts'

/** What an account is made of; without a password it is signed in to by mailed codes. */
interface NewAccount {
  email: string
  password?: string
  name?: string | undefined
  /** When it was asked for, where it may be done long after that. */
  askedAt?: Date
}

/** Whoever signed up as this guest has done so again since. */
export class Overtaken extends Error {
  override message = 'A later sign-up of the same guest was done before this one.'
}

/** Makes a guest and answers their id. */
export async function addGuest({ db, now }: Deps): Promise<string> {
  const id = uuidv7()
  await db.insertInto('users').values({ id, role: 'anonymous', created_at: now() }).execute()
  return id
}

/**
 * Makes an account and answers its id, and the hash of its password where it has one; a guest who signs up keeps their id
 * and wardrobe, and takes them along to another address until one is verified. Throws `EMAIL_TAKEN`, and {@link Overtaken}.
 */
export async function addUser(
  { db, now, passwords }: Deps,
  { email, password, name, askedAt }: NewAccount,
  caller: Caller | undefined,
  address: string,
): Promise<{ userId: string; passwordHash: string | undefined }> {
  const account = {
    email,
    role: 'user' as const,
    password_hash: password === undefined ? null : await passwords.hash(password),
    ...(name ? { name } : {}),
    signed_up_at: askedAt ?? now(),
  }
  try {
    return await db.transaction().execute(async (trx) => {
      if (caller && askedAt) await refuseOvertaken(trx, caller, askedAt)
      const guest = caller && (await keepGuest(trx, caller, account))
      const userId = guest ?? uuidv7()
      if (!guest)
        await trx
          .insertInto('users')
          .values({ id: userId, ...account, created_at: now() })
          .execute()
      await audit(trx, now(), { action: 'sign-up', userId, address, details: { wasGuest: guest !== undefined } })
      return { userId, passwordHash: account.password_hash ?? undefined }
    })
  } catch (fault) {
    if (isDuplicate(fault)) throw new Refusal('EMAIL_TAKEN', 'This e-mail address already has an account.')
    throw fault
  }
}

async function refuseOvertaken(trx: Kysely<Database>, { id }: Caller, askedAt: Date): Promise<void> {
  const user = await trx.selectFrom('users').select('signed_up_at').where('id', '=', id).forUpdate().executeTakeFirst()
  if (user?.signed_up_at && user.signed_up_at > askedAt) throw new Overtaken()
}

/**
 * Gives the guest who calls an account, or another address while the one they gave is neither verified nor has a password: then
 * nothing that was mailed to that one is good any more, for it would prove this one. Answers their id; undefined for who is no guest.
 */
async function keepGuest(
  db: Kysely<Database>,
  { id, sessionId }: Caller,
  account: { email: string; role: 'user' },
): Promise<string | undefined> {
  const guest = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .where((on) =>
      on.or([
        on('role', '=', 'anonymous'),
        on.and([
          on('role', '=', 'user'),
          on('verified_at', 'is', null),
          on('password_hash', 'is', null),
          on.exists(
            on
              .selectFrom('sessions')
              .select('id')
              .where('id', '=', sessionId)
              .where('user_id', '=', id)
              .where('began_with', '=', 'guest')
              .where('revoked_at', 'is', null),
          ),
        ]),
      ]),
    )
    .forUpdate()
    .executeTakeFirst()
  if (!guest) return undefined
  await db.updateTable('users').set(account).where('id', '=', id).execute()
  if (guest.email !== null && guest.email !== account.email)
    await db.deleteFrom('proofs').where('user_id', '=', id).execute()
  return id
}

/** What came of proving an address. */
export interface Proven {
  verifiedAt: Date
  email: string
  /** It was not proven before. */
  isNew: boolean
  /** There was a password, which need not have been the owner's, and is no more. */
  passwordCleared: boolean
  /** Every session was ended. */
  signedOut: boolean
}

/**
 * Marks the e-mail as verified. At the first time nothing opens the account any more that somebody else may have put
 * there before: the password, the sessions, the wallets and every other code and link of the user go. Password and
 * session stay for who confirms, from that session, that the account was theirs from the beginning: `own` is its id, and
 * where there is a password the session must have been begun with it. The id, the name and the wardrobe always stay: they
 * open nothing, and their owner sees them.
 */
export async function proveAddress(
  db: Kysely<Database>,
  at: Date,
  userId: string,
  { address, own }: { address: string; own?: string | undefined },
): Promise<Proven> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'verified_at', 'password_hash'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const email = user.email ?? ''
  if (user.verified_at)
    return { verifiedAt: user.verified_at, email, isNew: false, passwordCleared: false, signedOut: false }
  const isOwn = own !== undefined && (await isOwnSession(db, at, userId, own, user.password_hash !== null))
  await db
    .updateTable('users')
    .set({ verified_at: at, ...(isOwn ? {} : { password_hash: null, is_password_updated: false, wallets: json([]) }) })
    .where('id', '=', userId)
    .execute()
  await db.deleteFrom('proofs').where('user_id', '=', userId).execute()
  await endSessions(db, at, userId, { reason: 'verified', address }, isOwn ? own : undefined)
  const passwordCleared = !isOwn && user.password_hash !== null
  await audit(db, at, { action: 'verified', userId, address, details: { passwordCleared } })
  await rememberAddress(db, at, userId, address)
  return { verifiedAt: at, email, isNew: true, passwordCleared, signedOut: !isOwn }
}

/** Whether a session of a user lasts and, where they have a password, began with it. */
async function isOwnSession(db: Kysely<Database>, at: Date, userId: string, id: string, hasPassword: boolean) {
  if (!(await isOpen(db, at, userId, id))) return false
  if (!hasPassword) return true
  const session = await db.selectFrom('sessions').select('began_with').where('id', '=', id).executeTakeFirst()
  return session?.began_with === 'sign-up' || session?.began_with === 'password'
}

/** Refuses a password that is among the commonest, as a fault of the field `password`. */
export async function refuseCommon(password: string): Promise<void> {
  if (await isCommonPassword(password)) throw invalidInput([{ path: 'body.password', message: 'password.common' }])
}
