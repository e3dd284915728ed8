import { type Kysely, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Caller } from '../call.ts'
import type { Database } from '../db/schema.ts'
import type { Deps } from '../deps.ts'
import { invalidInput, Refusal } from '../errors.ts'
import { audit } from './audit.ts'
import { isCommonPassword } from './passwords.ts'

/** What an account is made of; without a password it is signed in to by mailed codes. */
interface NewAccount {
  email: string
  password?: string
  name?: string | undefined
}

/** Makes a guest and answers their id. */
export async function addGuest({ db, now }: Deps): Promise<string> {
  const id = uuidv7()
  await db.insertInto('users').values({ id, role: 'anonymous', created_at: now() }).execute()
  return id
}

/** Makes an account and answers its id; a guest who signs up keeps their id and wardrobe. Throws `EMAIL_TAKEN`. */
export async function addUser(
  { db, now, passwords }: Deps,
  { email, password, name }: NewAccount,
  caller: Caller | undefined,
  address: string,
): Promise<string> {
  const account = {
    email,
    role: 'user' as const,
    password_hash: password === undefined ? null : await passwords.hash(password),
    ...(name ? { name } : {}),
  }
  try {
    return await db.transaction().execute(async (trx) => {
      const guest = caller?.anonymous ? await keepGuest(trx, caller.id, account) : undefined
      const userId = guest ?? uuidv7()
      if (!guest)
        await trx
          .insertInto('users')
          .values({ id: userId, ...account, created_at: now() })
          .execute()
      await audit(trx, now(), { action: 'sign-up', userId, address, details: { wasGuest: guest !== undefined } })
      return userId
    })
  } catch (fault) {
    if (isTaken(fault)) throw new Refusal('EMAIL_TAKEN', 'There is already an account with this e-mail address.')
    throw fault
  }
}

async function keepGuest(db: Kysely<Database>, id: string, account: { email: string; role: 'user' }) {
  const kept = await db
    .updateTable('users')
    .set(account)
    .where('id', '=', id)
    .where('role', '=', 'anonymous')
    .returning('id')
    .executeTakeFirst()
  return kept?.id
}

/** Marks the e-mail as verified, if it was not, and answers since when it is, and whether it was before. */
export async function setVerified(db: Kysely<Database>, at: Date, userId: string, address: string) {
  const { rows } = await sql<{ verified_at: Date; is_new: boolean }>`
    update users set verified_at = coalesce(users.verified_at, ${at})
    from (select id, verified_at from users where id = ${userId} for update) as before
    where users.id = before.id
    returning users.verified_at, before.verified_at is null as is_new`.execute(db)
  const { verified_at: verifiedAt, is_new: isNew } = rows[0]!
  if (isNew) await audit(db, at, { action: 'verified', userId, address })
  return { verifiedAt, isNew }
}

/** Refuses a password that is among the commonest, as a fault of the field `password`. */
export async function refuseCommon(password: string): Promise<void> {
  if (await isCommonPassword(password)) throw invalidInput([{ path: 'body.password', message: 'password.common' }])
}

/** SQLSTATE 23505: a unique index refused the row. */
const isTaken = (fault: unknown) => fault instanceof Error && 'code' in fault && fault.code === '23505'
