import { CoatHangerIcon } from '@phosphor-icons/react/CoatHanger'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Account } from '../../api/contract/accounts.ts'
import { isForbidden } from '../../api/contract/errors.ts'
import { Breadcrumbs } from '../Breadcrumbs.tsx'
import { getButtonClass } from '../kit/button-class.ts'
import { Skeleton } from '../kit/feedback/Skeleton.tsx'
import { Icon } from '../kit/Icon.tsx'
import { PageHead } from '../kit/layout/PageHead.tsx'
import { PageSection, PageSections } from '../kit/layout/PageSection.tsx'
import { sessionMessages } from '../messages/session.ts'
import { usersMessages } from '../messages/users.ts'
import { ErrorState } from '../shell/ErrorState.tsx'
import { ForbiddenState } from '../shell/ForbiddenState.tsx'
import { useCurrentUserId } from '../use-current-user-id.ts'
import { useQuery } from '../use-query.ts'
import { useTranslate } from '../use-translate.ts'
import { userDisplayNameOf } from '../user-name.ts'
import { LatestActivity } from './LatestActivity.tsx'
import { RoleField } from './RoleField.tsx'
import { UserFacts } from './UserFacts.tsx'
import { UserSessions } from './UserSessions.tsx'
import type { UserCalls } from './user-calls.ts'

const BREADCRUMBS = [{ to: '/users', labelKey: 'nav.users' }] as const

export interface UserScreenProps {
  userId: string
  calls: UserCalls
}

export function UserScreen({ userId, calls }: UserScreenProps) {
  const translate = useTranslate(sessionMessages, usersMessages)
  const { data, error, isBusy, refetch } = useQuery({
    queryKey: userId,
    queryFn: (_, signal) => calls.read(signal),
    cacheName: 'user',
  })
  // Counts changes. Each change remounts the sections to reload them: a role change ends sessions, and the latest activity lists
  // both changes.
  const [changes, setChanges] = useState(0)
  const noteChange = () => {
    refetch()
    setChanges((count) => count + 1)
  }
  if (!data && isForbidden(error)) return <ForbiddenState />
  const title = data ? userDisplayNameOf(data, translate) : translate('users.user')
  return (
    <>
      <PageHead title={title} crumb={<Breadcrumbs trail={BREADCRUMBS} />} />
      {!data && error !== null ? (
        <ErrorState
          title={translate('users.oneFailed')}
          list={{ to: '/users', label: translate('users.toList') }}
          onRetry={refetch}
          {...{ error, isBusy }}
        />
      ) : (
        <PageSections>
          <PageSection title={translate('account.profile')}>
            {data ? <UserFacts user={data} /> : <Skeleton width={220} height={40} />}
          </PageSection>
          {data && <ManagedUser key={changes} user={data} calls={calls} onChange={noteChange} />}
        </PageSections>
      )}
    </>
  )
}

interface ManagedUserProps {
  user: Account
  calls: UserCalls
  onChange: () => void
}

function ManagedUser({ user, calls, onChange }: ManagedUserProps) {
  const translate = useTranslate(sessionMessages, usersMessages)
  const isOwn = useCurrentUserId() === user.id
  return (
    <>
      <PageSection title={translate('account.role')}>
        <RoleField user={user} isOwn={isOwn} assignRole={calls.giveRole} onAssigned={onChange} />
      </PageSection>
      <PageSection title={translate('users.sessions')}>
        <UserSessions user={user} isOwn={isOwn} calls={calls} onEnded={onChange} />
      </PageSection>
      <PageSection title={translate('users.wardrobe')}>
        <Link to="/users/$userId/assets" params={{ userId: user.id }} className={getButtonClass({})}>
          <Icon>
            <CoatHangerIcon />
          </Icon>
          {translate('users.wardrobe.open')}
        </Link>
      </PageSection>
      <PageSection title={translate('users.latest')}>
        <LatestActivity userId={user.id} load={calls.latest} />
      </PageSection>
    </>
  )
}
