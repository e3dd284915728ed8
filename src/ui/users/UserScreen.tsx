import { CoatHangerIcon } from '@phosphor-icons/react/CoatHanger'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Account } from '../../api/contract/accounts.ts'
import { isForbidden } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { Icon } from '../kit/Icon.tsx'
import { PageHead } from '../kit/PageHead.tsx'
import { PageSection, PageSections } from '../kit/PageSection.tsx'
import { Skeleton } from '../kit/Skeleton.tsx'
import { Crumbs } from '../shell/Crumbs.tsx'
import { FailedScene } from '../shell/FailedScene.tsx'
import { Forbidden } from '../shell/Forbidden.tsx'
import { useAsking } from '../use-asking.ts'
import { useMe } from '../use-me.ts'
import { LatestActivity } from './LatestActivity.tsx'
import { RoleField } from './RoleField.tsx'
import { UserFacts } from './UserFacts.tsx'
import { UserSessions } from './UserSessions.tsx'
import type { UserCalls } from './user-calls.ts'
import { userName } from './user-name.ts'

const TRAIL = [{ to: '/users', word: 'nav.users' }] as const

/** Props of {@link UserScreen}. */
export interface UserScreenProps {
  userId: string
  calls: UserCalls
}

/** One user, as an admin sees and manages them: who they are, what they may do, where they are signed in, what they did. */
export function UserScreen({ userId, calls }: UserScreenProps) {
  const { translate } = useAtelier()
  const { answer, error, isBusy, askAgain } = useAsking({
    question: userId,
    ask: (_, signal) => calls.read(signal),
    keptAs: 'user',
  })
  // Another role ends sessions, and both are written down: what is shown of them is asked for anew.
  const [changes, setChanges] = useState(0)
  const noteChange = () => {
    askAgain()
    setChanges((before) => before + 1)
  }
  if (!answer && isForbidden(error)) return <Forbidden />
  const title = answer ? userName(answer, translate) : translate('users.user')
  return (
    <>
      <PageHead title={title} crumb={<Crumbs trail={TRAIL} />} />
      {!answer && error !== null ? (
        <FailedScene
          title={translate('users.oneFailed')}
          list={{ to: '/users', label: translate('users.toList') }}
          onRetry={askAgain}
          {...{ error, isBusy }}
        />
      ) : (
        <PageSections>
          <PageSection title={translate('account.profile')}>
            {answer ? <UserFacts user={answer} /> : <Skeleton width={220} height={40} />}
          </PageSection>
          {answer && <Managed key={changes} user={answer} calls={calls} onChange={noteChange} />}
        </PageSections>
      )}
    </>
  )
}

interface ManagedProps {
  user: Account
  calls: UserCalls
  /** Their role or their sessions were changed. */
  onChange: () => void
}

function Managed({ user, calls, onChange }: ManagedProps) {
  const { translate } = useAtelier()
  const isOwn = useMe() === user.id
  return (
    <>
      <PageSection title={translate('account.role')}>
        <RoleField user={user} isOwn={isOwn} give={calls.giveRole} onGiven={onChange} />
      </PageSection>
      <PageSection title={translate('users.sessions')}>
        <UserSessions user={user} isOwn={isOwn} calls={calls} onEnded={onChange} />
      </PageSection>
      <PageSection title={translate('users.wardrobe')}>
        <Link to="/users/$userId/assets" params={{ userId: user.id }} className={buttonClass({})}>
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
