import type { Account } from '../../api/contract/accounts.ts'
import type { Column, PhoneItem } from '../list/definition.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { LastSeen, RoleChip, UserCell, UserLink, UserPhoneLine, UserPicture } from './UserCells.tsx'

export const USER_COLUMNS: readonly Column<Account>[] = [
  {
    field: 'email',
    headerName: 'users.user',
    text: (email, { name }) => [name, email].filter(Boolean).join(' '),
    cell: (_, user) => <UserCell user={user} />,
  },
  { field: 'role', headerName: 'account.role', width: 140, cell: (role) => <RoleChip role={role} /> },
  {
    field: 'lastSeenAt',
    headerName: 'users.lastSeen',
    width: 168,
    sortable: true,
    kind: 'time',
    tooltip: 'users.lastSeen.tip',
    hiddenBelowPx: 720,
    cell: (_, user) => <LastSeen user={user} />,
  },
  {
    field: 'createdAt',
    headerName: 'users.createdAt',
    width: 148,
    sortable: true,
    kind: 'time',
    hiddenBelowPx: 820,
    cell: (at) => <TimeAgo at={at} />,
  },
]

export const toUserPhoneItem = (user: Account): PhoneItem => ({
  picture: <UserPicture user={user} />,
  name: <UserLink user={user} />,
  aside: <RoleChip role={user.role} />,
  line: <UserPhoneLine user={user} />,
})
