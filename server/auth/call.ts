import type { Scope } from '../../src/api/contract/api-tokens.ts'
import type { MailLanguage } from '../db/tables/account-security-change.ts'
import { type Ability, canReadEveryAsset } from './abilities.ts'

export interface Caller {
  id: string
  /** Whether the account is a guest, without an email address. */
  anonymous: boolean
  /** Id of the access token's session, or of the API token. */
  sessionId: string
  ability: Ability
  /** Scopes of an API token, for work that outlives the request; undefined for a session. */
  scopes?: readonly Scope[] | undefined
  /** Time until which the permissions are valid. Event streams end at this time. */
  rightsExpireAt: Date
}

/** Returns whether the caller is allowed to do everything: an admin with a session or a token with the scope `private`. */
export const isAdmin = ({ ability }: Pick<Caller, 'ability'>): boolean => ability.can('manage', 'all')

/** Returns whether a caller has more rights than a guest. False for guests and accounts with an unverified address. */
export const isMember = ({ ability }: Pick<Caller, 'ability'>): boolean => canReadEveryAsset(ability)

export interface Call {
  /** IP address of the caller, for rate limits. */
  address: string
  /** `User-Agent` of the caller, cut to 300 characters. */
  userAgent: string | undefined
  /** Preferred language of the caller, if e-mails are available in that language. */
  language: MailLanguage | undefined
  ifMatch: string | undefined
  idempotencyKey: string | undefined
  /** Method and headers, for range responses and streams. */
  request: Pick<Request, 'method' | 'headers'>
  /** Closes the connection immediately; absent if the request has no connection. */
  destroyConnection?: (() => void) | undefined
  setResponseHeader(name: string, value: string): void
}

export interface AuthenticatedCall extends Call {
  caller: Caller
}

export interface PublicCall extends Call {
  caller: Caller | undefined
}
