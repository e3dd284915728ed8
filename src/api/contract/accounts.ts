import * as v from 'valibot'
import { AccountSession, ROLES } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { SearchText } from './text.ts'

/** The roles that an admin can give; nobody is made a guest. */
export const GIVEN_ROLES = ['admin', 'developer', 'user'] as const
export type GivenRole = (typeof GIVEN_ROLES)[number]

/** Whether somebody has an account of their own, or looks around as a guest. */
export const ACCOUNT_KINDS = ['registered', 'anonymous'] as const

/**
 * Somebody who has an account, or a guest, who has no `email`. Times are ISO 8601 UTC. `lastSeenAt` is when a session of theirs
 * was last used, right to the life of an access token; it is left out once the last session has been gone for 30 days.
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
    summary: 'All users, those who came last first; `search` looks in names and e-mail addresses.',
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
    summary: 'One user by their id.',
    access: ['manage', 'all'],
    returns: Account,
  }),
  giveRole: endpoint({
    method: 'PUT',
    path: 'v1/users/{id}/role',
    summary:
      'Gives a user with a verified e-mail another role, and ends their sessions and API tokens, which still say the old ' +
      'one. Never the caller’s own: so an admin is always left. Not with an API token.',
    access: ['manage', 'all'],
    body: v.strictObject({ role: v.picklist(GIVEN_ROLES) }),
    returns: Account,
  }),
  sessions: endpoint({
    method: 'GET',
    path: 'v1/users/{id}/sessions',
    summary: 'The open sessions of a user, the most recently used first.',
    access: ['manage', 'all'],
    returns: v.object({ data: v.array(AccountSession) }),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: 'v1/users/{id}/sessions/{sessionId}',
    summary: 'Ends one session of a user, at once. Not with an API token.',
    access: ['manage', 'all'],
    returns: Nothing,
  }),
  endSessions: endpoint({
    method: 'DELETE',
    path: 'v1/users/{id}/sessions',
    summary: 'Ends every session and API token of a user, at once. Not with an API token.',
    access: ['manage', 'all'],
    returns: Nothing,
  }),
}
