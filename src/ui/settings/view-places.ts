import type { AccountView } from '../../api/contract/views.ts'
import { viewsOf } from '../../machines/rules/views.ts'

/** A list whose views are kept: where it is, and the key of what it is called. */
interface Listed {
  to: string
  word: string
}

const LISTS: Readonly<Record<string, Listed>> = {
  assets: { to: '/assets', word: 'nav.assets' },
  tags: { to: '/tags', word: 'nav.tags' },
  applications: { to: '/applications', word: 'nav.applications' },
  jobs: { to: '/jobs', word: 'nav.jobs' },
  trash: { to: '/trash', word: 'nav.trash' },
  tokens: { to: '/tokens', word: 'nav.tokens' },
  webhooks: { to: '/webhooks', word: 'nav.webhooks' },
  users: { to: '/users', word: 'nav.users' },
  activity: { to: '/activity', word: 'nav.activity' },
  'own-activity': { to: '/activity', word: 'nav.activity' },
}
const WARDROBE = /^wardrobe\/([\w-]+)$/

/** Where a kept view is shown: the page of its list, and what its address says. */
export interface ViewPlace extends Listed {
  search: Readonly<Record<string, unknown>>
}

/** Where a view leads; nowhere, where its list is none of this app's, or what was kept cannot be read. */
export function placeOfView({
  list,
  name,
  query,
}: Pick<AccountView, 'list' | 'name' | 'query'>): ViewPlace | undefined {
  const [view] = viewsOf([{ name, query }])
  if (!view) return undefined
  const ofUser = WARDROBE.exec(list)?.[1]
  if (ofUser !== undefined)
    return { to: `/users/${ofUser}/assets`, word: 'nav.wardrobe', search: { wear: view.search.filter?.['wear'] } }
  const listed = Object.hasOwn(LISTS, list) ? LISTS[list] : undefined
  return listed && { ...listed, search: view.search }
}
