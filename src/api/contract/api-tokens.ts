import * as v from 'valibot'
import { endpoint } from './endpoint.ts'
import { Timestamp, textLine } from './text.ts'

/**
 * Scopes of a token: `read` for calls that change nothing, `write` for calls that change data, `private` for all calls reserved
 * to admins. No scope exceeds the rights of the token's owner.
 */
export const TOKEN_SCOPES = ['read', 'write', 'private'] as const
export type Scope = (typeof TOKEN_SCOPES)[number]

/** Maximum lifetime of a token, in days: one year, leap day included. */
export const MAX_TOKEN_DAYS = 366

/** Maximum length of a token's name, in characters. */
export const MAX_TOKEN_NAME_LENGTH = 80

export const MAX_TOKENS_PER_ACCOUNT = 50

/**
 * A token without its secret. `hint` is the beginning of the secret. Times are ISO 8601 UTC; `lastUsedAt` is accurate to a
 * minute.
 */
export const ApiToken = v.object({
  id: v.string(),
  name: v.string(),
  hint: v.string(),
  scopes: v.array(v.picklist(TOKEN_SCOPES)),
  createdAt: v.string(),
  expiresAt: v.string(),
  lastUsedAt: v.optional(v.string()),
})
export type ApiToken = v.InferOutput<typeof ApiToken>

export const NewApiToken = v.strictObject({
  name: textLine(MAX_TOKEN_NAME_LENGTH),
  scopes: v.pipe(
    v.array(v.picklist(TOKEN_SCOPES)),
    v.minLength(1),
    v.maxLength(TOKEN_SCOPES.length),
    v.check((scopes) => new Set(scopes).size === scopes.length, 'Each scope may appear only once.'),
  ),
  expiresAt: Timestamp,
})
export type NewApiToken = v.InferOutput<typeof NewApiToken>

export const apiTokens = {
  list: endpoint({
    method: 'GET',
    path: 'v1/api-tokens',
    summary: 'List the caller’s API tokens',
    description: 'The newest token comes first. Expired and revoked tokens are listed for 30 days.',
    access: 'session',
    returns: v.object({ data: v.array(ApiToken) }),
  }),
  create: endpoint({
    method: 'POST',
    path: 'v1/api-tokens',
    summary: 'Create an API token',
    description:
      'The token itself is returned only once: a repeated request with the same key is refused and names the token already created. If the response and the key are both lost, the token is the newest in the list and can be revoked. A token has the permissions of its owner, limited to its scopes. Only admins can use the scope `private`.',
    access: 'fresh',
    body: NewApiToken,
    returns: v.object({ ...ApiToken.entries, token: v.string() }),
    status: 201,
    idempotent: true,
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: 'v1/api-tokens/{id}',
    summary: 'Revoke an API token of the caller',
    access: 'session',
    returns: v.object({}),
  }),
}
