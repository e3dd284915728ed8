import type { Scope } from '../../src/api/contract/api-tokens.ts'
import type { MailLanguage } from '../db/tables/account-security-change.ts'
import { type Ability, canReadEveryAsset } from './abilities.ts'

/** The authenticated caller. */
export interface Caller {
  id: string
  /** Whether the account is a guest, without an email address. */
  anonymous: boolean
  /** Session of the access token; for an API token its own id. */
  sessionId: string
  ability: Ability
  /** Scopes of an API token, for work that outlives the request; undefined for a session. */
  scopes?: readonly Scope[] | undefined
  /** Time until which the permissions are valid. No stream lasts longer. */
  rightsExpireAt: Date
}

/** Returns whether the caller is allowed to do everything: an admin with a session or a token with the scope `private`. */
export const isAdmin = ({ ability }: Pick<Caller, 'ability'>): boolean => ability.can('manage', 'all')

/** Returns whether a caller has more rights than a guest. False for guests and accounts with an unverified address. */
export const isMember = ({ ability }: Pick<Caller, 'ability'>): boolean => canReadEveryAsset(ability)

/** Request details for a handler, in addition to the parsed input. */
export interface Call {
  /** IP address of the caller, for rate limits. */
  address: string
  /** `User-Agent` of the caller, cut to 300 characters. */
  userAgent: string | undefined
  /** Preferred language of the caller, among those that emails are written in. */
  language: MailLanguage | undefined
  ifMatch: string | undefined
  idempotencyKey: string | undefined
  /** Method and headers, for range responses and streams. */
  request: Pick<Request, 'method' | 'headers'>
  /** Closes the connection immediately; absent if there is none. */
  destroyConnection?: (() => void) | undefined
  setResponseHeader(name: string, value: string): void
}

/** A request with a verified token. */
export interface AuthenticatedCall extends Call {
  caller: Caller
}

/** A request that needs no token; a valid one was verified. */
export interface PublicCall extends Call {
  caller: Caller | undefined
}
