import { UserIcon } from '@phosphor-icons/react/User'
import type { Account, accounts } from '../../api/contract/accounts.ts'
import { AUDIT_ACTIONS } from '../../api/contract/audit-actions.ts'
import type { Client } from '../../api/contract/client.ts'
import { createAutocompleteFilter, type FilterDefinition, type ListShape } from '../list/definition.ts'
import type { MessageKey } from '../message-key.ts'
import type { Translate } from '../messages.ts'
import { userDisplayNameOf } from '../user-name.ts'

export type ActivityFilter = 'action' | 'userId'

export const ACTIVITY_SIBLING_LINKS = [
  { to: '/activity', labelKey: 'audit.accounts' },
  { to: '/activity/assets', labelKey: 'audit.assets' },
] as const

const ACTION_FILTER: FilterDefinition<ActivityFilter> = {
  field: 'action',
  type: 'multi-select',
  placeholder: 'audit.action',
  options: AUDIT_ACTIONS.map((value) => ({ value, label: `audit.${value}` })),
  visibleOnMobile: true,
}

/** Filters and sort order that the activity list accepts in its URL. */
export const ACTIVITY_LIST_SHAPE: ListShape<ActivityFilter> = {
  filters: [ACTION_FILTER, { field: 'userId', type: 'autocomplete' }],
  sortable: ['at'],
  order: { at: 'desc' },
}

export type UserSearchCalls = Pick<Client<{ accounts: typeof accounts }>['accounts'], 'list' | 'get'>

export const createUserFilter = (
  people: UserSearchCalls,
  placeholder: MessageKey<'activity'>,
  translate: Translate<MessageKey<'common'>>,
) => {
  const toNamedRow = (user: Account) => ({ id: user.id, name: userDisplayNameOf(user, translate) })
  return createAutocompleteFilter<{ id: string; name: string }, 'userId'>({
    field: 'userId',
    placeholder,
    icon: <UserIcon />,
    endpoint: async (query, signal) => ({ data: (await people.list({ query }, { signal })).data.map(toNamedRow) }),
    findByIdEndpoint: async ({ id }, signal) => toNamedRow(await people.get({ id }, { signal })),
  })
}

export const createActivityFilters = (
  people: UserSearchCalls | null,
  translate: Translate<MessageKey<'common' | 'activity'>>,
): FilterDefinition<ActivityFilter>[] => [
  ACTION_FILTER,
  ...(people ? [createUserFilter(people, 'audit.person', translate)] : []),
]
