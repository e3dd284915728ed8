import type { Account } from '../../api/contract/accounts.ts'
import type { Application } from '../../api/contract/applications.ts'
import type { Asset } from '../../api/contract/assets.ts'
import { MAX_LIMIT } from '../../api/contract/list.ts'
import type { Tag } from '../../api/contract/tags.ts'
import { MAX_SEARCH } from '../../api/contract/text.ts'
import { type Ability, may } from '../../machines/rules/ability.ts'
import type { FoundThings, Thing } from '../../machines/rules/palette.ts'
import type { FrameCalls } from '../context.ts'

/** How many of each kind are asked for by a text. */
const MOST = 20

/**
 * Asks for the assets, tags and applications that a text names, as far as the person may read them; those changed last where it is empty. For
 * admins, and only by a text, users too: nobody is led to strangers unasked.
 * Rejects with `ApiError`.
 */
export async function findOnServer(
  calls: FrameCalls | undefined,
  ability: Ability,
  text: string,
  signal: AbortSignal,
): Promise<FoundThings> {
  if (!calls) return { things: [], isWhole: true }
  const query = { limit: text ? MOST : MAX_LIMIT, ...(text && { search: text.slice(0, MAX_SEARCH) }) }
  const nothing = { data: [], pagination: { hasNextPage: false } }
  const [assets, tags, applications, users] = await Promise.all([
    calls.assets.list({ query: { ...query, order: '-updatedAt' } }, { signal }),
    may(ability, 'read', 'Tag') ? calls.tags.list({ query }, { signal }) : nothing,
    may(ability, 'read', 'Application') ? calls.applications.list({ query }, { signal }) : nothing,
    text && may(ability, 'manage', 'all')
      ? calls.accounts.list({ query: { ...query, kind: 'registered' } }, { signal })
      : nothing,
  ])
  return {
    things: [
      ...assets.data.map(assetThing),
      ...tags.data.map(tagThing),
      ...applications.data.map(applicationThing),
      ...users.data.flatMap(userThing),
    ],
    isWhole: [assets, tags, applications, users].every(({ pagination }) => !pagination.hasNextPage),
  }
}

/** An asset as the palette leads to it. */
export const assetThing = ({ id, name, type, iconUrl, locked, stats: { bytes }, updatedAt }: Asset): Thing => ({
  id: `asset/${id}`,
  kind: 'asset',
  label: name,
  to: `/assets/${id}`,
  words: id,
  asset: { type, locked, bytes, updatedAt, ...(iconUrl && { iconUrl }) },
})

/** A user as the palette leads to their page, where they have an address or a name. */
export const userThing = ({ id, name, email }: Account): Thing[] => {
  const label = name ?? email
  return label === undefined
    ? []
    : [{ id: `user/${id}`, kind: 'user', label, to: `/users/${id}`, ...(email && { words: email }) }]
}

/** An application as the palette leads to its assets. */
export const applicationThing = ({ id, name }: Application): Thing => ({
  id: `application/${id}`,
  kind: 'application',
  label: name,
  to: `/assets?filter=${encodeURIComponent(JSON.stringify({ applicationId: [id] }))}`,
})

/** A tag as the palette leads to the assets that carry it. */
export const tagThing = ({ tagId, name, color, assetCount }: Tag): Thing => ({
  id: `tag/${tagId}`,
  kind: 'tag',
  label: name,
  to: `/assets?filter=${encodeURIComponent(JSON.stringify({ tag: [tagId] }))}`,
  tag: { color, count: assetCount },
})
