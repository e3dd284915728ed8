import { Link } from '@tanstack/react-router'
import type { Account } from '../../api/contract/accounts.ts'
import type { Role } from '../../api/contract/auth.ts'
import { useAtelier } from '../context.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Chip } from '../kit/Chip.tsx'
import { shortId } from '../kit/short-id.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import styles from './UserCells.module.css'
import { userName } from './user-name.ts'

/** Where a user's page is. */
export const pageOf = ({ id }: Pick<Account, 'id'>) => ({ to: '/users/$userId', params: { userId: id } }) as const

/** Who it is, over their address; a guest over the id that tells them from other guests. */
export function UserCell({ user }: { user: Account }) {
  const { translate } = useAtelier()
  const name = userName(user, translate)
  const below = user.email === undefined ? shortId(user.id) : user.email === name ? undefined : user.email
  return (
    <span className={styles.who}>
      <Avatar name={name} />
      <span className={styles.words}>
        <UserLink user={user} />
        {below !== undefined && (
          <span className={styles.quiet} title={below}>
            {below}
          </span>
        )}
      </span>
    </span>
  )
}

/** The same in parts, for a phone: their hue, as wide as a plinth there, and their name, which leads to their page. */
export function UserPicture({ user }: { user: Account }) {
  return <Avatar name={userName(user, useAtelier().translate)} size={56} />
}
export function UserLink({ user }: { user: Account }) {
  const name = userName(user, useAtelier().translate)
  return (
    <Link {...pageOf(user)} title={name}>
      {name}
    </Link>
  )
}

/** Below their name on a phone: their address, or when they were last seen where the address is the name. */
export function UserLine({ user }: { user: Account }) {
  if (user.name === undefined || user.email === undefined) return <LastSeen user={user} />
  return (
    <span className={styles.address} title={user.email}>
      {user.email}
    </span>
  )
}

/** What somebody may do, in one word. */
export function RoleChip({ role }: { role: Role }) {
  return <Chip tone={role === 'admin' ? 'accent' : 'quiet'}>{useAtelier().translate(`account.role.${role}`)}</Chip>
}

/** When somebody was last seen; nobody knows it after a while. */
export function LastSeen({ user: { lastSeenAt } }: { user: Account }) {
  const { translate } = useAtelier()
  if (lastSeenAt === undefined) return <span className={styles.quiet}>{translate('users.longAgo')}</span>
  return <TimeAgo at={lastSeenAt} />
}
