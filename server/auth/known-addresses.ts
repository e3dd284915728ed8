import { type Kysely, sql } from 'kysely'
import type { Database } from '../db/schema.ts'

/** How long an address stays known after the last sign-in from it, in milliseconds. */
export const KNOWN_MS = 90 * 86_400_000

/**
 * Whether the owner of an e-mail's account has signed in from an address lately. What strangers do elsewhere never counts
 * against a known address.
 */
export async function isKnownAddress(db: Kysely<Database>, at: Date, email: string, address: string): Promise<boolean> {
  const { rows } = await sql`
    select from known_addresses join users on users.id = known_addresses.user_id
    where users.email = ${email} and address = ${address}
      and seen_at > ${new Date(at.getTime() - KNOWN_MS)}`.execute(db)
  return rows.length > 0
}

/** Remembers where the owner signed in from, once their e-mail is verified: before, it need not have been them. */
export async function rememberAddress(db: Kysely<Database>, at: Date, userId: string, address: string): Promise<void> {
  await sql`
    insert into known_addresses (user_id, address, seen_at)
    select id, ${address}, ${at}::timestamptz from users where id = ${userId} and verified_at is not null
    on conflict (user_id, address) do update set seen_at = excluded.seen_at`.execute(db)
}

/** Forgets all addresses of a user: somebody else may have signed in from one of them. */
export async function forgetAddresses(db: Kysely<Database>, userId: string): Promise<void> {
  await db.deleteFrom('known_addresses').where('user_id', '=', userId).execute()
}
