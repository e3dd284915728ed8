import { CoatHangerIcon } from '@phosphor-icons/react/CoatHanger'
import { createFileRoute } from '@tanstack/react-router'
import { useMemo } from 'react'
import { ACCOUNT_KINDS, type Account, type accounts } from '../../../api/contract/accounts.ts'
import { ROLES } from '../../../api/contract/auth.ts'
import type { Input } from '../../../api/contract/endpoint.ts'
import { formatOrder } from '../../../api/contract/list.ts'
import type { FilterDefinition, ListDefinition, ListShape } from '../../../ui/list/definition.ts'
import { ListRoute } from '../../../ui/list/ListRoute.tsx'
import { createSearchValidator } from '../../../ui/list/state/list-search.ts'
import { listMessages } from '../../../ui/messages/list.ts'
import { sessionMessages } from '../../../ui/messages/session.ts'
import { usersMessages } from '../../../ui/messages/users.ts'
import { useTranslate } from '../../../ui/use-translate.ts'
import { userDisplayNameOf } from '../../../ui/user-name.ts'
import { userLinkOf } from '../../../ui/users/UserCells.tsx'
import { toUserPhoneItem, USER_COLUMNS } from '../../../ui/users/user-columns.tsx'

type UserQuery = NonNullable<Input<typeof accounts.list>['query']>
type UserFilter = 'search' | 'role' | 'kind'

const FILTERS: FilterDefinition<UserFilter>[] = [
  { field: 'search', type: 'text', placeholder: 'users.search', visibleOnMobile: true },
  {
    field: 'role',
    type: 'multi-select',
    placeholder: 'account.role',
    options: ROLES.map((value) => ({ value, label: `account.role.${value}` })),
  },
  {
    field: 'kind',
    type: 'single-select',
    placeholder: 'users.kind',
    options: ACCOUNT_KINDS.map((value) => ({ value, label: `users.kind.${value}` })),
  },
]
const SHAPE: ListShape<UserFilter> = {
  filters: FILTERS,
  sortable: ['createdAt', 'lastSeenAt'],
  order: { createdAt: 'desc' },
}

export const Route = createFileRoute('/_shell/users/')({
  validateSearch: createSearchValidator(SHAPE),
  loader: ({ context: { loadMessages } }) => loadMessages(listMessages, sessionMessages, usersMessages),
  staticData: { nav: { labelKey: 'nav.users', icon: 'users', order: 12, needs: ['manage', 'all'], isWorkspace: true } },
  component: Users,
})

function Users() {
  const { api } = Route.useRouteContext()
  const translate = useTranslate(sessionMessages, usersMessages)
  const navigate = Route.useNavigate()
  const list = useMemo((): ListDefinition<Account, UserFilter> => {
    const open = (user: Account) => void navigate(userLinkOf(user))
    const wardrobe = ({ id: userId }: Account) => void navigate({ to: '/users/$userId/assets', params: { userId } })
    return {
      ...SHAPE,
      filters: FILTERS,
      id: 'users',
      title: 'users.title',
      failed: 'users.failed',
      empty: { text: 'users.empty' },
      nameOf: (user) => userDisplayNameOf(user, translate),
      open,
      actions: [
        [
          { id: 'open', title: 'users.open', icon: 'open', run: open },
          { id: 'wardrobe', title: 'users.wardrobe', icon: <CoatHangerIcon />, run: wardrobe },
        ],
      ],
      columns: USER_COLUMNS,
      phone: toUserPhoneItem,
      phonePicture: 'round',
      loadPage: ({ page, limit, order, filter }, signal) => {
        const query = { page, limit, order: formatOrder(order), ...filter } as UserQuery
        return api.accounts.list({ query }, { signal })
      },
    }
  }, [api, navigate, translate])
  return <ListRoute list={list} />
}
