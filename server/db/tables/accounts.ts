import type { Scope } from '../../../src/api/contract/api-tokens.ts'
import type { Role, Wallet } from '../../../src/api/contract/auth.ts'
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
  /** When the sign-up was asked for that gave it its address. */
  signed_up_at: Defaulted<Date | null>
}

/** A family of refresh tokens: one sign-in. */
export interface SessionTable {
  id: string
  user_id: string
  created_at: Date
  expires_at: Date
  revoked_at: Date | null
  last_used_at: Date
  user_agent: string | null
  /** How it was signed in to: `password`, `code`, `guest` or `sign-up`. Null: not known. */
  began_with: Defaulted<string | null>
}

/**
 * What was mailed to prove an address, one for each time it was asked for: a code, and a link where the purpose has one.
 * Both are kept as SHA-256 in hex. The code is good only together with what asked for it: the request, whose id was
 * answered and is kept hashed, or a session. `tries` counts the codes that were tried.
 */
export interface ProofTable {
  user_id: string
  purpose: 'login' | 'verify' | 'reset'
  code_hash: string
  code_expires_at: Date
  tries: Defaulted<number>
  link_hash: string | null
  link_expires_at: Date | null
  request_hash: string
  session_id: string | null
}

/** Where the owner of an account signed in from since they proved its address. */
export interface KnownAddressTable {
  user_id: string
  address: string
  seen_at: Date
}

/** What happened to accounts; `address` is that of the caller's machine. */
export interface AuditTable {
  id: string
  at: Date
  user_id: string | null
  action: string
  address: string
  details: Json<Record<string, unknown>>
}

/**
 * `token_hash` is the SHA-256 of the token in hex: the token itself is never stored. Of each session exactly one is unused.
 * `successor` is the pair that a used one was traded for, sealed with the token itself, for as long as it may come back.
 */
export interface RefreshTokenTable {
  token_hash: string
  session_id: string
  created_at: Date
  used_at: Date | null
  successor: Defaulted<string | null>
}

/** Sessions that ended before their time, deleted ones too, noted by the database itself and by its own clock. */
export interface RevocationTable {
  session_id: string
  written_at: Defaulted<Date>
}

/** A token that a person made for a program. `token_hash` is its SHA-256 in hex, `hint` its beginning, as it is shown. */
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

/** A view of a list that somebody keeps; `query` is JSON. */
export interface SavedViewTable {
  id: string
  user_id: string
  list: string
  name: string
  query: string
  updated_at: Date
  /** Everybody who may read the list is shown it. */
  is_shared: Defaulted<boolean>
}
