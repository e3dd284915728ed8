import type { Account } from '../../api/contract/accounts.ts'
import type { Application } from '../../api/contract/applications.ts'
import type { Asset } from '../../api/contract/assets.ts'
import { MAX_LIST_LIMIT } from '../../api/contract/list.ts'
import type { Tag } from '../../api/contract/tags.ts'
import { MAX_SEARCH_LENGTH } from '../../api/contract/text.ts'
import type { SearchResult, SearchTarget } from '../../machines/palette/palette.ts'
import { type Ability, can } from '../../machines/session/ability.ts'
import type { ShellCalls } from '../context.ts'

const MAX_RESULTS_PER_KIND = 20

/**
 * Searches assets, tags and applications that the user is allowed to read. Admins also find users. An empty text returns only the
 * most recently changed assets. Rejects with `ApiError`.
 */
export async function searchPaletteTargets(
  calls: ShellCalls | undefined,
  ability: Ability,
  text: string,
  signal: AbortSignal,
): Promise<SearchResult> {
  if (!calls) return { things: [], isWhole: true }
  const query = {
    limit: text ? MAX_RESULTS_PER_KIND : MAX_LIST_LIMIT,
    ...(text && { search: text.slice(0, MAX_SEARCH_LENGTH) }),
  }
  const emptyPage = { data: [], pagination: { hasNextPage: false } }
  const [assets, tags, applications, users] = await Promise.all([
    calls.assets.list({ query: { ...query, order: '-updatedAt' } }, { signal }),
    can(ability, 'read', 'Tag') ? calls.tags.list({ query }, { signal }) : emptyPage,
    can(ability, 'read', 'Application') ? calls.applications.list({ query }, { signal }) : emptyPage,
    text && can(ability, 'manage', 'all')
      ? calls.accounts.list({ query: { ...query, kind: 'registered' } }, { signal })
      : emptyPage,
  ])
  return {
    things: [
      ...assets.data.map(toAssetTarget),
      ...tags.data.map(toTagTarget),
      ...applications.data.map(toApplicationTarget),
      ...users.data.flatMap(toUserTargets),
    ],
    isWhole: [assets, tags, applications, users].every(({ pagination }) => !pagination.hasNextPage),
  }
}

export const toAssetTarget = ({
  id,
  name,
  type,
  iconUrl,
  locked,
  stats: { bytes },
  updatedAt,
}: Asset): SearchTarget => ({
  id: `asset/${id}`,
  kind: 'asset',
  label: name,
  to: `/assets/${id}`,
  words: id,
  asset: { type, locked, bytes, updatedAt, ...(iconUrl && { iconUrl }) },
})

/** Returns the palette item that opens a user's page. Returns none for a user without name and e-mail address. */
export const toUserTargets = ({ id, name, email }: Account): SearchTarget[] => {
  const label = name ?? email
  return label === undefined
    ? []
    : [{ id: `user/${id}`, kind: 'user', label, to: `/users/${id}`, ...(email && { words: email }) }]
}

export const toApplicationTarget = ({ id, name }: Application): SearchTarget => ({
  id: `application/${id}`,
  kind: 'application',
  label: name,
  to: `/assets?filter=${encodeURIComponent(JSON.stringify({ applicationId: [id] }))}`,
})

export const toTagTarget = ({ tagId, name, color, assetCount }: Tag): SearchTarget => ({
  id: `tag/${tagId}`,
  kind: 'tag',
  label: name,
  to: `/assets?filter=${encodeURIComponent(JSON.stringify({ tag: [tagId] }))}`,
  tag: { color, count: assetCount },
})
