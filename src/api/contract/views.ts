import * as v from 'valibot'
import { type Action, endpoint, type Subject } from './endpoint.ts'
import { isSafeText, textLine } from './text.ts'

/** Maximum length of a view's name, in characters. */
export const MAX_VIEW_NAME_LENGTH = 60

/** Maximum number of views per account, in all lists together. */
export const MAX_VIEWS_PER_ACCOUNT = 200

/** Maximum number of views that one account can share, and of shared views returned for a list. */
export const MAX_SHARED_VIEWS_PER_ACCOUNT = 20
export const MAX_SHARED_VIEWS_PER_LIST = 100

/** Lists whose views can be shared, with the right needed to read the list. */
export const SHARED_LISTS: Readonly<Record<string, readonly [Action, Subject]>> = {
  assets: ['read', 'Asset'],
  bodies: ['create', 'Asset'],
  tags: ['read', 'Tag'],
  applications: ['read', 'Application'],
  trash: ['delete', 'Asset'],
  users: ['manage', 'all'],
  webhooks: ['manage', 'all'],
}

/** Maximum length of a view's query as JSON, in characters, and its maximum depth. */
export const MAX_VIEW_QUERY_LENGTH = 8_000
const MAX_VIEW_QUERY_DEPTH = 10

/** Key of the list that a view belongs to, such as `assets`. */
const ListKey = v.pipe(v.string(), v.maxLength(64), v.regex(/^[\w-]+(?:\/[\w-]+)*$/))

const ViewName = textLine(MAX_VIEW_NAME_LENGTH)

/** Query of a view. Only the client interprets it. Stored exactly as sent, including the order of its keys. */
const ViewQuery = v.pipe(
  v.record(v.string(), v.unknown()),
  v.description(`Any JSON object of at most ${MAX_VIEW_QUERY_LENGTH} characters, ${MAX_VIEW_QUERY_DEPTH} levels deep.`),
  // The depth is checked first, because serialising a deeply nested value would exhaust the stack.
  v.check(isShallow, `At most ${MAX_VIEW_QUERY_DEPTH} levels deep, with plain keys.`),
  v.check(
    (query) => !isShallow(query) || JSON.stringify(query).length <= MAX_VIEW_QUERY_LENGTH,
    `At most ${MAX_VIEW_QUERY_LENGTH} characters.`,
  ),
)

function isShallow(query: Record<string, unknown>): boolean {
  let level: object[] = [query]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_VIEW_QUERY_DEPTH) return false
    if (level.some((object) => !Object.keys(object).every(isSafeText))) return false
    level = level.flatMap((object) => Object.values(object)).filter(isObject)
  }
  return true
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * A view of a list that an account has saved; `updatedAt` is ISO 8601 UTC. `sharedBy` is the owner of another account's shared
 * view. The owner's name and address are visible only to users with the right to change assets.
 */
export const AccountView = v.object({
  id: v.string(),
  list: v.string(),
  name: v.string(),
  query: v.record(v.string(), v.unknown()),
  updatedAt: v.string(),
  isShared: v.boolean(),
  sharedBy: v.optional(v.object({ id: v.string(), name: v.optional(v.string()), email: v.optional(v.string()) })),
})
export type AccountView = v.InferOutput<typeof AccountView>

/** Stored part of a view. Only the client interprets `query`. */
export type StoredView = Readonly<Pick<AccountView, 'name' | 'query'> & Partial<Pick<AccountView, 'isShared'>>>

/** View to share or to stop sharing. The caller's own view is identified by `name`, another account's view by `id`. */
export interface ViewSharing {
  readonly name: string
  readonly isShared: boolean
  readonly id?: string | undefined
}

/** Client for the saved views of the signed-in account. All calls reject with `ApiError`. */
export interface AccountViews {
  read: (list: string) => Promise<readonly StoredView[]>
  readShared: (list: string) => Promise<readonly AccountView[]>
  /** Shares a view with all users that are allowed to read its list, or stops sharing it. */
  share: (list: string, sharing: ViewSharing) => Promise<void>
  /** Saves a view; replaces a view of the same name. */
  save: (list: string, view: StoredView) => Promise<void>
  /** Deletes a view; does nothing if no view has this name. */
  remove: (list: string, name: string) => Promise<void>
}

export const views = {
  list: endpoint({
    method: 'GET',
    path: 'v1/views',
    summary: 'List saved views',
    description:
      'The caller’s views of one list or of all, by name. With `of`, the views of one list that other users share; guests see none.',
    access: 'session',
    query: v.strictObject({ list: v.optional(ListKey), of: v.optional(v.picklist(['others'])) }),
    returns: v.object({ data: v.array(AccountView) }),
  }),
  create: endpoint({
    method: 'POST',
    path: 'v1/views',
    summary: 'Save a view of a list',
    description: 'Guests cannot save views.',
    access: 'session',
    body: v.strictObject({ list: ListKey, name: ViewName, query: ViewQuery }),
    returns: AccountView,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'v1/views/{id}',
    summary: 'Rename, change or share a saved view',
    description: 'Only users who may change assets can share views. Admins can stop sharing any view.',
    access: 'session',
    body: v.strictObject({
      name: v.optional(ViewName),
      query: v.optional(ViewQuery),
      isShared: v.optional(v.boolean()),
    }),
    returns: AccountView,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: 'v1/views/{id}',
    summary: 'Delete a saved view',
    access: 'session',
    returns: v.object({}),
  }),
}
