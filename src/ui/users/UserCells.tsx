import { Link } from '@tanstack/react-router'
import type { Account } from '../../api/contract/accounts.ts'
import type { Role } from '../../api/contract/auth.ts'
import { Avatar } from '../kit/Avatar.tsx'
import { Chip } from '../kit/Chip.tsx'
import { shortenId } from '../kit/shorten-id.ts'
import { sessionMessages } from '../messages/session.ts'
import { usersMessages } from '../messages/users.ts'
import { TimeAgo } from '../TimeAgo.tsx'
import { useTranslate } from '../use-translate.ts'
import { userDisplayNameOf } from '../user-name.ts'
import styles from './UserCells.module.css'

export const userLinkOf = ({ id }: Pick<Account, 'id'>) => ({ to: '/users/$userId', params: { userId: id } }) as const

/** Table cell with a user's name and e-mail address. Guests show their id. */
export function UserCell({ user }: { user: Account }) {
  const translate = useTranslate()
  const name = userDisplayNameOf(user, translate)
  const secondLine = user.email === undefined ? shortenId(user.id) : user.email === name ? undefined : user.email
  return (
    <span className={styles.who}>
      <Avatar name={name} />
      <span className={styles.words}>
        <UserLink user={user} />
        {secondLine !== undefined && (
          <span className={styles.quiet} title={secondLine}>
            {secondLine}
          </span>
        )}
      </span>
    </span>
  )
}

/** Avatar of a user for phones, as large as an asset's picture. */
export function UserPicture({ user }: { user: Account }) {
  return <Avatar name={userDisplayNameOf(user, useTranslate())} size={56} />
}
export function UserLink({ user }: { user: Account }) {
  const name = userDisplayNameOf(user, useTranslate())
  return (
    <Link {...userLinkOf(user)} title={name}>
      {name}
    </Link>
  )
}

/** Second line of a user on a phone: the e-mail address, or the last visit if the first line already shows the address. */
export function UserPhoneLine({ user }: { user: Account }) {
  if (user.name === undefined || user.email === undefined) return <LastSeen user={user} />
  return (
    <span className={styles.address} title={user.email}>
      {user.email}
    </span>
  )
}

export function RoleChip({ role }: { role: Role }) {
  return (
    <Chip tone={role === 'admin' ? 'accent' : 'quiet'}>{useTranslate(sessionMessages)(`account.role.${role}`)}</Chip>
  )
}

/** Time of a user's last visit. The server deletes this time 30 days after the user's last session. */
export function LastSeen({ user: { lastSeenAt } }: { user: Account }) {
  const translate = useTranslate(usersMessages)
  if (lastSeenAt === undefined) return <span className={styles.quiet}>{translate('users.longAgo')}</span>
  return <TimeAgo at={lastSeenAt} />
}
