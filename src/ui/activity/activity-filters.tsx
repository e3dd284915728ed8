import { UserIcon } from '@phosphor-icons/react/User'
import type { Account, accounts } from '../../api/contract/accounts.ts'
import { AUDIT_ACTIONS } from '../../api/contract/audit-actions.ts'
import type { Client } from '../../api/contract/client.ts'
import { autocompleteFilter, type FilterDefinition, type ListShape } from '../list/definition.ts'
import { userName } from '../users/user-name.ts'
import type { Translate } from '../words.ts'

export type ActivityFilter = 'action' | 'userId'

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

/** What narrows the activity: what happened and, for admins, who can find people, to whom. */
export const activityFilters = (
  people: Pick<Client<{ accounts: typeof accounts }>['accounts'], 'list' | 'get'> | null,
  translate: Translate,
): FilterDefinition<ActivityFilter>[] => {
  const named = (user: Account) => ({ id: user.id, name: userName(user, translate) })
  return [
    ACTIONS,
    ...(people
      ? [
          autocompleteFilter<{ id: string; name: string }, ActivityFilter>({
            field: 'userId',
            placeholder: 'audit.person',
            icon: <UserIcon />,
            endpoint: async (query, signal) => ({ data: (await people.list({ query }, { signal })).data.map(named) }),
            findByIdEndpoint: async ({ id }, signal) => named(await people.get({ id }, { signal })),
          }),
        ]
      : []),
  ]
}
