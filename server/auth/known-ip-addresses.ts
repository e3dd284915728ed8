import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'
import { toSubnet } from '../http/client-address.ts'
import { addNotice } from './notices.ts'
import type { ClientInfo, SessionDeps } from './session-data.ts'

/** Time an IP address stays known after the last sign-in, in milliseconds. */
export const KNOWN_IP_ADDRESS_MS = 90 * 86_400_000

/**
 * Returns whether the owner of an account recently signed in from an IP address. Failed attempts from unknown addresses never
 * block a known address.
 */
export async function isKnownIpAddress(
  db: Kysely<Database>,
  at: Date,
  email: string,
  address: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from known_addresses join users on users.id = known_addresses.user_id
    where users.email = ${email} and address = ${address}
      and seen_at > ${new Date(at.getTime() - KNOWN_IP_ADDRESS_MS)}`.execute(db)
  return rows.length > 0
}

/** Stores the IP address of a sign-in once the e-mail address is verified. Before that, the user may not be the owner. */
export async function rememberIpAddress(
  db: Kysely<Database>,
  at: Date,
  userId: string,
  address: string,
): Promise<void> {
  await sql`
    insert into known_addresses (user_id, address, seen_at)
    select id, ${address}, ${at}::timestamptz from users where id = ${userId} and verified_at is not null
    on conflict (user_id, address) do update set seen_at = excluded.seen_at`.execute(db)
}

/**
 * Stores the IP address and language of a sign-in. A sign-in from an unknown network sends a notification e-mail, except to
 * unverified accounts and for the first sign-in. The language of such a sign-in is ignored, because the owner must be able to
 * read the e-mail.
 */
export async function recordSignIn(
  { db, now }: Pick<SessionDeps, 'db' | 'now'>,
  userId: string,
  { address, userAgent, language }: ClientInfo,
): Promise<void> {
  const at = now()
  await db.transaction().execute(async (trx) => {
    if (await isNewNetwork(trx, at, userId, address))
      await addNotice(trx, at, { userId, change: { what: 'sign-in' }, address, userAgent })
    else if (language) await trx.updateTable('users').set({ language }).where('id', '=', userId).execute()
    await rememberIpAddress(trx, at, userId, address)
  })
}

/**
 * Returns whether the owner has signed in before, but not recently from this network. Compares networks, because providers change
 * the addresses of their customers within a network.
 */
async function isNewNetwork(trx: Kysely<Database>, at: Date, userId: string, address: string): Promise<boolean> {
  const knownAddresses = await trx
    .selectFrom('known_addresses')
    .select('address')
    .where('user_id', '=', userId)
    .where('seen_at', '>', new Date(at.getTime() - KNOWN_IP_ADDRESS_MS))
    .execute()
  if (knownAddresses.some((known) => toSubnet(known.address) === toSubnet(address))) return false
  if (knownAddresses.length > 0) return true
  // Addresses expire after 90 days, but the audit log has the sign-ins of a year. One of the two rows is the current sign-in.
  const earlier = await trx
    .selectFrom('audit')
    .select('id')
    .where('user_id', '=', userId)
    .where('action', '=', 'sign-in')
    .limit(2)
    .execute()
  return earlier.length > 1
}

export async function forgetIpAddresses(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom('known_addresses').where('user_id', '=', userId).execute()
}
