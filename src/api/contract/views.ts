import * as v from 'valibot'
import { type Action, endpoint, type Subject } from './endpoint.ts'
import { isPlain, lineOfText } from './text.ts'

/** The most characters of a view's name. */
export const MAX_VIEW_NAME = 60

/** So many views one account keeps, of all lists together. */
export const MOST_ACCOUNT_VIEWS = 200

/** So many of them one account may share, and so many shared ones of a list are told. */
export const MOST_SHARED_OF_ACCOUNT = 20
export const MOST_SHARED_OF_LIST = 100

/** The lists whose views can be shared, and the right that a list is read by: who has it is shown them. */
export const SHARED_LISTS: Readonly<Record<string, readonly [Action, Subject]>> = {
  assets: ['read', 'Asset'],
  tags: ['read', 'Tag'],
  applications: ['read', 'Application'],
  trash: ['delete', 'Asset'],
  users: ['manage', 'all'],
  webhooks: ['manage', 'all'],
}

/** How long a view's query may be as JSON, in characters, and how deep. */
export const MAX_QUERY = 8_000
const MAX_DEPTH = 10

/** Which list a view is of, such as `assets`. */
const ListKey = v.pipe(v.string(), v.maxLength(64), v.regex(/^[\w-]+(?:\/[\w-]+)*$/))

const ViewName = lineOfText(MAX_VIEW_NAME)

/** What a view shows: whatever its list makes of it. It is kept as it is sent, the order of its keys too. */
const ViewQuery = v.pipe(
  v.record(v.string(), v.unknown()),
  v.description(`Any JSON object of at most ${MAX_QUERY} characters, ${MAX_DEPTH} levels deep.`),
  // First: writing down what is too deep takes the whole stack.
  v.check(isShallow, `At most ${MAX_DEPTH} levels deep, with plain keys.`),
  v.check(
    (query) => !isShallow(query) || JSON.stringify(query).length <= MAX_QUERY,
    `At most ${MAX_QUERY} characters.`,
  ),
)

function isShallow(query: Record<string, unknown>): boolean {
  let level: object[] = [query]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === MAX_DEPTH) return false
    if (level.some((it) => !Object.keys(it).every(isPlain))) return false
    level = level.flatMap((it) => Object.values(it)).filter(isObject)
  }
  return true
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null

/**
 * A view of a list that an account keeps; `updatedAt` is ISO 8601 UTC. Of another's, which is shared, `sharedBy` says whose:
 * name and address for those who change assets too.
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

/** What an account keeps of a view: `query` is whatever the list makes of it. */
export type KeptView = Readonly<Pick<AccountView, 'name' | 'query'> & Partial<Pick<AccountView, 'isShared'>>>

/** A view of the account's, or another's by its id, that is to be shared or not any more. */
export interface ViewSharing {
  readonly name: string
  readonly isShared: boolean
  readonly id?: string | undefined
}

/** The saved views of the account that is signed in, by list, as a client uses them. All reject with `ApiError`. */
export interface AccountViews {
  read: (list: string) => Promise<readonly KeptView[]>
  /** What others share of a list. */
  readShared: (list: string) => Promise<readonly AccountView[]>
  /** Shares a view with everybody who may read its list, or ends that. */
  share: (list: string, sharing: ViewSharing) => Promise<void>
  /** Keeps a view, in place of one of the same name. */
  keep: (list: string, view: KeptView) => Promise<void>
  /** Deletes a view, if there is one of this name. */
  remove: (list: string, name: string) => Promise<void>
}

export const views = {
  list: endpoint({
    method: 'GET',
    path: 'v1/views',
    summary:
      'The saved views of the caller, by name: of one list, or of all. With `of` the views of one list that others share, for those who may read that; none for guests.',
    access: 'session',
    query: v.strictObject({ list: v.optional(ListKey), of: v.optional(v.picklist(['others'])) }),
    returns: v.object({ data: v.array(AccountView) }),
  }),
  create: endpoint({
    method: 'POST',
    path: 'v1/views',
    summary: 'Keeps a view of a list under a name; guests keep none.',
    access: 'session',
    body: v.strictObject({ list: ListKey, name: ViewName, query: ViewQuery }),
    returns: AccountView,
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PATCH',
    path: 'v1/views/{id}',
    summary:
      'Changes the name of a view, what it shows, or whether others are shown it; sharing is for those who change assets. Admins may end the sharing of anybody’s.',
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
    summary: 'Deletes a view.',
    access: 'session',
    returns: v.object({}),
  }),
}
