import type { Kysely } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Deps } from '../boot/deps.ts'
import type { Database } from '../db/schema.ts'
import { jsonSql } from '../db/values.ts'
import { isUniqueViolation } from '../errors/database-errors.ts'
import { HttpError, invalidInputError } from '../errors/http-error.ts'
import { writeAuditEntry } from './audit.ts'
import type { Caller } from './call.ts'
import { forgetIpAddresses, rememberIpAddress } from './known-ip-addresses.ts'
import { addNotice } from './notices.ts'
import { isCommonPassword } from './password-hasher.ts'
import { endProofs } from './proofs.ts'
import type { ClientInfo } from './session-data.ts'
import { endSessions, selectOpenSessions, wasStartedWithPassword } from './sessions.ts'

/** Data of a new account. Without a password, the user signs in with mailed codes. */
interface NewAccount {
  email: string
  password?: string
  name?: string | undefined
  /** Time of the sign-up request, if the account is created later by a job. */
  requestedAt?: Date
}

/** Thrown if the same guest has signed up again since this sign-up was requested. */
export class StaleSignUpError extends Error {
  override message = 'A later sign-up of the same guest finished first.'
}

export async function addGuest({ db, now }: Deps): Promise<string> {
  const id = uuidv7()
  await db.insertInto('users').values({ id, role: 'anonymous', created_at: now() }).execute()
  return id
}

type SigningGuest = Pick<Caller, 'id' | 'sessionId'>

/**
 * Creates an account and returns its id, and the hash of its password if it has one. A guest who signs up retains id and
 * wardrobe, and can change the address until the address is verified. `inTransaction` runs in the same transaction. Throws
 * `EMAIL_TAKEN` and {@link StaleSignUpError}.
 */
export async function addUser(
  { db, now, passwords }: Pick<Deps, 'db' | 'now' | 'passwords'>,
  { email, password, name, requestedAt }: NewAccount,
  caller: SigningGuest | undefined,
  address: string,
  inTransaction: (trx: Kysely<Database>) => Promise<unknown> = async () => {},
): Promise<{ userId: string; passwordHash: string | undefined }> {
  const account = {
    email,
    role: 'user' as const,
    password_hash: password === undefined ? null : await passwords.hash(password),
    ...(name ? { name } : {}),
    signed_up_at: requestedAt ?? now(),
  }
  try {
    return await db.transaction().execute(async (trx) => {
      if (caller && requestedAt) await assertLatestSignUp(trx, caller, requestedAt)
      const guest = caller && (await upgradeGuest(trx, caller, account))
      const userId = guest ?? uuidv7()
      if (!guest)
        await trx
          .insertInto('users')
          .values({ id: userId, ...account, created_at: now() })
          .execute()
      await writeAuditEntry(trx, now(), {
        action: 'sign-up',
        userId,
        address,
        details: { wasGuest: guest !== undefined },
      })
      await inTransaction(trx)
      return { userId, passwordHash: account.password_hash ?? undefined }
    })
  } catch (error) {
    if (isUniqueViolation(error)) throw new HttpError('EMAIL_TAKEN', 'This e-mail address already has an account.')
    throw error
  }
}

async function assertLatestSignUp(trx: Kysely<Database>, { id }: SigningGuest, requestedAt: Date): Promise<void> {
  const user = await trx.selectFrom('users').select('signed_up_at').where('id', '=', id).forUpdate().executeTakeFirst()
  if (user?.signed_up_at && user.signed_up_at > requestedAt) throw new StaleSignUpError()
}

/**
 * Turns the calling guest into an account. Later calls change the address of the account, as long as the address is unverified
 * and there is no password. A new address deletes every proof mailed to the old one, because such a proof would verify the new
 * address. Returns the guest's id; undefined if the caller is not such a guest.
 */
async function upgradeGuest(
  db: Kysely<Database>,
  { id, sessionId }: SigningGuest,
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
  // Deletes the proofs instead of ending them. The page of an ended link would reveal this account to the owner of the former
  // address.
  if (guest.email !== null && guest.email !== account.email)
    await db.deleteFrom('proofs').where('user_id', '=', id).execute()
  return id
}

export interface EmailVerification {
  verifiedAt: Date
  email: string
  isNew: boolean
  /** Whether the caller's session ended. If the caller has no session, whether every session ended. */
  signedOut: boolean
}

/** Caller's evidence about a password that was set before the address was verified. */
export interface PasswordDecision {
  sessionId?: string | undefined
  /** Whether the user confirms that they signed up in the session `sessionId`. */
  keepSignUp?: boolean | undefined
  /** Hash of the password that the caller typed correctly. */
  knownHash?: string | undefined
  newHash?: string | undefined
}

/**
 * Marks the e-mail address as verified. Before the first verification, anyone may have signed up with the address. The first
 * verification therefore decides what stays:
 * - The password stays only if the caller shows that they know it, by typing it or by a session that began with it. Sessions that
 *   began with the password stay too.
 * - A new password replaces the old one and ends every session.
 * - Other sessions, codes and links always end. Wallets stay only if the password or the session of the sign-up stays.
 * - Id, name and wardrobe stay: they grant nothing.
 * Throws `PASSWORD_REQUIRED` if there is a password and the caller neither knows nor replaces it.
 */
export async function markEmailVerified(
  db: Kysely<Database>,
  at: Date,
  userId: string,
  { address, userAgent, ...decision }: PasswordDecision & ChangeOrigin,
): Promise<EmailVerification> {
  const user = await db
    .selectFrom('users')
    .select(['email', 'verified_at', 'password_hash'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  const email = user.email ?? ''
  if (user.verified_at) return { verifiedAt: user.verified_at, email, isNew: false, signedOut: false }
  const { sessionId, newHash } = decision
  const retainedSessions =
    newHash === undefined ? await findOwnSessions(db, at, userId, user.password_hash, decision) : []
  const isOwner = retainedSessions !== undefined && newHash === undefined
  await db
    .updateTable('users')
    .set({ verified_at: at, ...(isOwner ? {} : { wallets: jsonSql([]) }) })
    .where('id', '=', userId)
    .execute()
  await endProofs(db, userId)
  await endSessions(db, at, userId, { reason: 'verified', address }, retainedSessions)
  await writeAuditEntry(db, at, { action: 'verified', userId, address })
  if (newHash === undefined) {
    await rememberIpAddress(db, at, userId, address)
    await addNotice(db, at, { userId, change: { what: 'verified' }, address, userAgent })
  } else {
    const changeKind = user.password_hash === null ? 'password-changed' : 'password-replaced'
    await replacePassword(db, at, userId, { hash: newHash, what: changeKind, address, userAgent })
  }
  const signedOut = sessionId === undefined ? !isOwner : !retainedSessions?.includes(sessionId)
  return { verifiedAt: at, email, isNew: true, signedOut }
}

/**
 * Returns the sessions of an unverified account that the caller has proved to own. Returns undefined if the account has no
 * password and the caller did not confirm the sign-up. Throws `PASSWORD_REQUIRED`, and an error for the field `password` if the
 * password changed since it was checked.
 */
async function findOwnSessions(
  db: Kysely<Database>,
  at: Date,
  userId: string,
  hash: string | null,
  { sessionId, keepSignUp, knownHash }: PasswordDecision,
): Promise<string[] | undefined> {
  if (knownHash !== undefined && knownHash !== hash) throw wrongPasswordError()
  const open = await selectOpenSessions(db, at, userId)
  const own = keepSignUp ? open.find(({ id }) => id === sessionId) : undefined
  if (hash === null) return own && [own.id]
  const passwordSessions = open.filter(wasStartedWithPassword)
  if (knownHash === undefined && !(own && passwordSessions.includes(own))) throw passwordRequiredError()
  return passwordSessions.map(({ id }) => id)
}

const passwordRequiredError = () =>
  new HttpError(
    'PASSWORD_REQUIRED',
    'This account has a password. Send it as `password` to keep it, or send `newPassword` to replace it.',
  )

/** Error for a wrong password. The status is 400, because a 401 would make clients refresh their token. */
export const wrongPasswordError = () => invalidInputError([{ path: 'body.password', message: 'password.wrong' }])

type ChangeOrigin = Pick<ClientInfo, 'address' | 'userAgent'>

/**
 * Sets a password after a proof by mail, and ends every session, code and link. `what` is `password-replaced` if the former
 * password was set before the address was verified, perhaps by another user.
 */
export async function replacePassword(
  db: Kysely<Database>,
  at: Date,
  userId: string,
  {
    hash,
    what = 'password-changed',
    address,
    userAgent,
  }: { hash: string; what?: 'password-changed' | 'password-replaced' } & ChangeOrigin,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: hash, is_password_updated: true })
    .where('id', '=', userId)
    .execute()
  // Forgets the known IP addresses, because an attacker who knew the old password may have added one.
  await forgetIpAddresses(db, userId)
  await rememberIpAddress(db, at, userId, address)
  await endProofs(db, userId)
  await endSessions(db, at, userId, { reason: 'password-changed', address })
  await writeAuditEntry(db, at, { action: 'password-changed', userId, address, details: { how: 'mail' } })
  await addNotice(db, at, { userId, change: { what }, address, userAgent })
}

export async function assertUncommonPassword(
  password: string,
  field: 'password' | 'newPassword' = 'password',
): Promise<void> {
  if (await isCommonPassword(password)) throw invalidInputError([{ path: `body.${field}`, message: 'password.common' }])
}
