import * as v from 'valibot'
import { AccountSession, ROLES } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { SearchText } from './text.ts'

/** Roles that an admin can assign; `anonymous` cannot be assigned. */
export const ASSIGNABLE_ROLES = ['admin', 'developer', 'user'] as const
export type AssignableRole = (typeof ASSIGNABLE_ROLES)[number]

/** Kinds of users: `registered` has an account, `anonymous` is a guest. */
export const ACCOUNT_KINDS = ['registered', 'anonymous'] as const

/**
 * A user with an account, or a guest. Guests have no `email`. Times are ISO 8601 UTC. `lastSeenAt` is the last use of any
 * session, accurate to the lifetime of an access token. When the last session expires, at most 30 days later, `lastSeenAt` is
 * removed.
 */
export const Account = v.object({
  id: v.string(),
  email: v.optional(v.string()),
  name: v.optional(v.string()),
  role: v.picklist(ROLES),
  createdAt: v.string(),
  verifiedAt: v.optional(v.string()),
  lastSeenAt: v.optional(v.string()),
})
export type Account = v.InferOutput<typeof Account>

const Nothing = v.object({})

export const accounts = {
  list: endpoint({
    method: 'GET',
    path: 'v1/users',
    summary: 'List users',
    description: 'Users with the most recent session come first. `search` matches names and e-mail addresses.',
    access: ['manage', 'all'],
    query: v.strictObject({
      ...listParameters(['createdAt', 'lastSeenAt']),
      search: v.optional(SearchText),
      role: oneOrMany(v.picklist(ROLES)),
      kind: v.optional(v.picklist(ACCOUNT_KINDS)),
    }),
    returns: listPage(Account),
  }),
  get: endpoint({
    method: 'GET',
    path: 'v1/users/{id}',
    summary: 'Get a user',
    access: ['manage', 'all'],
    returns: Account,
  }),
  giveRole: endpoint({
    method: 'PUT',
    path: 'v1/users/{id}/role',
    summary: 'Change the role of a user',
    description:
      'The user needs a verified e-mail. Ends their sessions and API tokens, which still contain the old role. Callers cannot change their own role, so at least one admin remains.',
    access: ['manage', 'all', 'fresh'],
    body: v.strictObject({ role: v.picklist(ASSIGNABLE_ROLES) }),
    returns: Account,
  }),
  sessions: endpoint({
    method: 'GET',
    path: 'v1/users/{id}/sessions',
    summary: 'List the open sessions of a user',
    description: 'The most recently used session comes first.',
    access: ['manage', 'all'],
    returns: v.object({ data: v.array(AccountSession) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: 'v1/users/{id}/sessions/{sessionId}',
    summary: 'End a session of a user',
    access: ['manage', 'all', 'fresh'],
    returns: Nothing,
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: 'v1/users/{id}/sessions',
    summary: 'End all sessions and API tokens of a user',
    access: ['manage', 'all', 'fresh'],
    returns: Nothing,
  }),
}
