import type { Scope } from '../src/api/contract/api-tokens.ts'
import type { Ability } from './auth/abilities.ts'

/** Who calls, as their token says. */
export interface Caller {
  id: string
  anonymous: boolean
  /** The session their token was made in; of an API token its own id. */
  sessionId: string
  ability: Ability
  /** What an API token was cut down to, for work that goes on without it; undefined for a session. */
  scopes?: readonly Scope[] | undefined
  /** Until when what they may do is known: no stream lasts longer. */
  until: Date
}

/** Whether someone may do everything: an admin, and not by an API token that was cut down. */
export const isAdmin = ({ ability }: Pick<Caller, 'ability'>): boolean => ability.can('manage', 'all')

/** What a handler may know of the request besides its parsed input. */
export interface Call {
  /** Address of the caller's machine, for rate limits. */
  address: string
  /** What the caller's browser calls itself, cut to 300 characters. */
  userAgent: string | undefined
  ifMatch: string | undefined
  idempotencyKey: string | undefined
  /** How it was asked, for answers that come in parts. */
  request: Pick<Request, 'method' | 'headers'>
  /** Ends the connection at once, where there is one. */
  cut?: (() => void) | undefined
  /** Adds a header to the answer. */
  answerWith(name: string, value: string): void
}

/** A call that carries a token that was checked. */
export interface CallOfMember extends Call {
  caller: Caller
}

/** A call anyone may make; the token was checked where there was a good one. */
export interface CallOfAnyone extends Call {
  caller: Caller | undefined
}
