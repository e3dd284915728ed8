import type { Scope } from '../../../src/api/contract/api-tokens.ts'
import type { Role, Wallet } from '../../../src/api/contract/auth.ts'
import type { AccountSecurityChange } from './account-security-change.ts'
import type { Defaulted, Json } from './columns.ts'

export interface UserTable {
  id: string
  email: string | null
  name: string | null
  role: Role
  password_hash: string | null
  verified_at: Date | null
  is_password_updated: Defaulted<boolean>
  wallets: Json<Wallet[]>
  created_at: Date
  /** Time of the sign-up request that gave the account its address. */
  signed_up_at: Defaulted<Date | null>
  /** Language of emails to the owner; null if no sign-in stated one. */
  language: Defaulted<'en' | 'de' | null>
}

/** A session: one sign-in, with the refresh tokens that followed from it. */
export interface SessionTable {
  id: string
  user_id: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  last_used_at: Date
  /** IP address of the last use; null for sessions that were last used before the column existed. */
  last_address: Defaulted<string | null>
  user_agent: string | null
  /** Method of the sign-in: `password`, `code`, `guest` or `sign-up`. Null: unknown. */
  began_with: Defaulted<string | null>
  /** Time of the last proof by password or code; null: never. A refresh does not count. */
  proved_at: Defaulted<Date | null>
}

/**
 * One mailed proof of an address: a code, and a link if the purpose has one. Both are stored as SHA-256 in hex. The code is
 * accepted only with the id of its request (stored hashed) or from its session. `tries` counts attempts. `ended` says why a proof
 * no longer works: `used` if its code or link was used, `void` if another event invalidated the proof.
 */
export interface ProofTable {
  user_id: string
  purpose: 'login' | 'verify' | 'reset' | 'prove'
  code_hash: string
  code_expires_at: Date
  tries: Defaulted<number>
  link_hash: string | null
  link_expires_at: Date | null
  request_hash: string
  session_id: string | null
  ended: Defaulted<'used' | 'void' | null>
}

/** A security-relevant change that no email to the account's owner has reported yet. */
export interface NoticeTable {
  id: string
  user_id: string
  at: Date
  address: string
  user_agent: string | null
  change: Json<AccountSecurityChange>
}

/** IP address from which an account's owner signed in after verifying the email address. */
export interface KnownAddressTable {
  user_id: string
  address: string
  seen_at: Date
}

/** One row of the audit log; `address` is the caller's IP address. */
export interface AuditTable {
  id: string
  at: Date
  user_id: string | null
  action: string
  address: string
  details: Json<Record<string, unknown>>
}

/**
 * A refresh token. `token_hash` is the SHA-256 of the token in hex; the token itself is never stored. A session has at most one
 * unused token. `successor` is the pair that a used token was exchanged for, encrypted with that token. The pair is deleted after
 * the grace period.
 */
export interface RefreshTokenTable {
  token_hash: string
  session_id: string
  created_at: Date
  used_at: Date | null
  successor: Defaulted<string | null>
}

/** A session revoked or deleted before its end, or a deleted API token. Recorded by a trigger, with the database's clock. */
export interface RevocationTable {
  session_id: string
  written_at: Defaulted<Date>
}

/** Public half of an ES256 key and, for the signing key, the private half: as JWK's `d`, encrypted if `is_sealed`. */
export interface SigningKeyTable {
  kid: string
  x: string
  y: string
  private_key: string | null
  is_sealed: Defaulted<boolean>
  created_at: Date
}

/**
 * Settings for access tokens, in a table with one row. `given_keys` is the fingerprint of the `TOKEN_KEYS` that every process
 * must have; null: keys are in `signing_keys`.
 */
export interface TokenSettingsTable {
  is_only: Defaulted<boolean>
  store_id: Defaulted<string>
  created_at: Defaulted<Date>
  given_keys: Defaulted<string | null>
}

/** An API token. `token_hash` is the SHA-256 of the token in hex, `hint` the beginning of the token for display. */
export interface ApiTokenTable {
  id: string
  user_id: string
  name: string
  token_hash: string
  hint: string
  scopes: Json<Scope[]>
  created_at: Date
  expires_at: Date
  last_used_at: Defaulted<Date | null>
}

/** A saved view of a list; `query` is JSON. */
export interface SavedViewTable {
  id: string
  user_id: string
  list: string
  name: string
  query: string
  updated_at: Date
  /** Whether the view is shown to all users who are allowed to read the list. */
  is_shared: Defaulted<boolean>
}
