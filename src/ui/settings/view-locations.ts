import type { AccountView } from '../../api/contract/views.ts'
import { parseStoredViews } from '../../machines/views/views.ts'
import type { MessageKey } from '../message-key.ts'

interface ListLink {
  to: string
  labelKey: MessageKey<'common'>
}

const LIST_LINKS: Readonly<Record<string, ListLink>> = {
  assets: { to: '/assets', labelKey: 'nav.assets' },
  bodies: { to: '/bodies', labelKey: 'nav.bodies' },
  tags: { to: '/tags', labelKey: 'nav.tags' },
  applications: { to: '/applications', labelKey: 'nav.applications' },
  jobs: { to: '/jobs', labelKey: 'nav.jobs' },
  trash: { to: '/trash', labelKey: 'nav.trash' },
  tokens: { to: '/tokens', labelKey: 'nav.tokens' },
  webhooks: { to: '/webhooks', labelKey: 'nav.webhooks' },
  users: { to: '/users', labelKey: 'nav.users' },
  activity: { to: '/activity', labelKey: 'nav.activity' },
  'own-activity': { to: '/activity', labelKey: 'nav.activity' },
}
const DELIVERIES_LIST_ID = /^webhooks\/([\w-]+)$/
const WARDROBE_LIST_ID = /^wardrobe\/([\w-]+)$/

export interface ViewLocation extends ListLink {
  search: Readonly<Record<string, unknown>>
}

/** Returns the target of a saved view. Undefined if the view's list is unknown or its search parameters are invalid. */
export function locationOfView({
  list,
  name,
  query,
}: Pick<AccountView, 'list' | 'name' | 'query'>): ViewLocation | undefined {
  const [view] = parseStoredViews([{ name, query }])
  if (!view) return undefined
  const userId = WARDROBE_LIST_ID.exec(list)?.[1]
  if (userId !== undefined)
    return { to: `/users/${userId}/assets`, labelKey: 'nav.wardrobe', search: { wear: view.search.filter?.['wear'] } }
  const webhookId = DELIVERIES_LIST_ID.exec(list)?.[1]
  if (webhookId !== undefined) return { to: `/webhooks/${webhookId}`, labelKey: 'nav.webhooks', search: view.search }
  const listLink = Object.hasOwn(LIST_LINKS, list) ? LIST_LINKS[list] : undefined
  return listLink && { ...listLink, search: view.search }
}
