import { UserIcon } from '@phosphor-icons/react/User'
import type { Account, accounts } from '../../api/contract/accounts.ts'
import { AUDIT_ACTIONS } from '../../api/contract/audit-actions.ts'
import type { Client } from '../../api/contract/client.ts'
import { autocompleteFilter, type FilterDefinition, type ListShape } from '../list/definition.ts'
import { userName } from '../users/user-name.ts'
import type { Translate } from '../words.ts'

export type ActivityFilter = 'action' | 'userId'

/** The two halves of the activity: what happened to accounts, and to assets. */
export const ACTIVITY_PAGES = [
  { to: '/activity', word: 'audit.accounts' },
  { to: '/activity/assets', word: 'audit.assets' },
] as const

const ACTIONS: FilterDefinition<ActivityFilter> = {
  field: 'action',
  type: 'multi-select',
  placeholder: 'audit.action',
  options: AUDIT_ACTIONS.map((value) => ({ value, label: `audit.${value}` })),
  visibleOnMobile: true,
}

/** What the address of the activity is read by. */
export const ACTIVITY_SHAPE: ListShape<ActivityFilter> = {
  filters: [ACTIONS, { field: 'userId', type: 'autocomplete' }],
  sortable: ['at'],
  order: { at: 'desc' },
}

/** Who can find people: admins. */
export type PeopleCalls = Pick<Client<{ accounts: typeof accounts }>['accounts'], 'list' | 'get'>

/** A filter by a person, found by name or address. */
export const byPerson = (people: PeopleCalls, placeholder: string, translate: Translate) => {
  const named = (user: Account) => ({ id: user.id, name: userName(user, translate) })
  return autocompleteFilter<{ id: string; name: string }, 'userId'>({
    field: 'userId',
    placeholder,
    icon: <UserIcon />,
    endpoint: async (query, signal) => ({ data: (await people.list({ query }, { signal })).data.map(named) }),
    findByIdEndpoint: async ({ id }, signal) => named(await people.get({ id }, { signal })),
  })
}

/** What narrows the activity of accounts: what happened and, for admins, to whom. */
export const activityFilters = (
  people: PeopleCalls | null,
  translate: Translate,
): FilterDefinition<ActivityFilter>[] => [ACTIONS, ...(people ? [byPerson(people, 'audit.person', translate)] : [])]
