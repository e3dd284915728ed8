import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { lineOfText, Moment } from './text.ts'

/**
 * What a token is good for: `read` for calls that change nothing, `write` for those that do, `private` for all that admins
 * alone may do, below `private/` and elsewhere. Each only as far as its owner may.
 */
export const SCOPES = ['read', 'write', 'private'] as const
export type Scope = (typeof SCOPES)[number]

/** The longest that a token lasts, in days: to the same date of the next year, also of a leap year. */
export const MOST_TOKEN_DAYS = 366

/** The longest name of a token. */
export const MOST_TOKEN_NAME = 80

/** So many tokens one account has at most. */
export const MOST_TOKENS = 50

/** A token as it is shown: never whole again. `hint` is its beginning. Times are ISO 8601 UTC; `lastUsedAt` is right to a minute. */
export const ApiToken = v.object({
  id: v.string(),
  name: v.string(),
  hint: v.string(),
  scopes: v.array(v.picklist(SCOPES)),
  createdAt: v.string(),
  expiresAt: v.string(),
  lastUsedAt: v.optional(v.string()),
})
export type ApiToken = v.InferOutput<typeof ApiToken>

export const NewApiToken = v.strictObject({
  name: lineOfText(MOST_TOKEN_NAME),
  scopes: v.pipe(
    v.array(v.picklist(SCOPES)),
    v.minLength(1),
    v.maxLength(SCOPES.length),
    v.check((scopes) => new Set(scopes).size === scopes.length, 'Each scope once.'),
  ),
  expiresAt: Moment,
})
export type NewApiToken = v.InferOutput<typeof NewApiToken>

export const apiTokens = {
  list: endpoint({
    method: 'GET',
    path: 'v1/api-tokens',
    summary: 'The API tokens of the caller, the newest first; those that ended stay for 30 days.',
    access: 'session',
    returns: v.object({ data: v.array(ApiToken) }),
  }),
  create: endpoint({
    method: 'POST',
    path: 'v1/api-tokens',
    summary:
      'Makes an API token, which is answered this once and never again: sent again under the same key it is refused, and names the token that was made. It may do what its owner may, as far as its scopes go; the scope `private` is for admins.',
    access: 'session',
    body: NewApiToken,
    returns: v.object({ ...ApiToken.entries, token: v.string() }),
    status: 201,
    idempotent: true,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: 'v1/api-tokens/{id}',
    summary: 'Revokes an API token of the caller, at once.',
    access: 'session',
    returns: v.object({}),
  }),
}
