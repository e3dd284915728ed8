import * as v from 'valibot'
import { AUDIT_ACTIONS } from './audit-actions.ts'
import { endpoint } from './endpoint.ts'
import { listPage, listParameters, oneOrMany } from './list.ts'
import { Id, Moment } from './text.ts'

export type { AuditAction } from './audit-actions.ts'

/**
 * Something that happened, at `at` (ISO 8601 UTC), from the machine at `address`, or `local` where the server's own admin did
 * it. Without a `userId` there was no such account; `email` is the account's today.
 */
export const AuditRecord = v.object({
  id: v.string(),
  at: v.string(),
  action: v.picklist(AUDIT_ACTIONS),
  userId: v.optional(v.string()),
  email: v.optional(v.string()),
  address: v.string(),
  details: v.record(v.string(), v.unknown()),
})
export type AuditRecord = v.InferOutput<typeof AuditRecord>

/** What narrows the trail. `since` is part of the time that is looked at, `until` is not. */
const Filters = { action: oneOrMany(v.picklist(AUDIT_ACTIONS)), since: v.optional(Moment), until: v.optional(Moment) }

export const audit = {
  list: endpoint({
    method: 'GET',
    path: 'v1/audit',
    summary: 'What happened to accounts, the latest first; kept for a year.',
    access: ['manage', 'all'],
    query: v.strictObject({
      ...listParameters(['at']),
      ...Filters,
      userId: v.optional(Id),
      address: v.optional(Id),
    }),
    returns: listPage(AuditRecord),
  }),
  own: endpoint({
    method: 'GET',
    path: 'v1/audit/own',
    summary: 'What happened to the caller’s own account, failed sign-ins too, the latest first.',
    access: 'session',
    query: v.strictObject({ ...listParameters(['at']), ...Filters }),
    returns: listPage(AuditRecord),
  }),
}
