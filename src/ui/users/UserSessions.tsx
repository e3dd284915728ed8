import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Account } from '../../api/contract/accounts.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { buttonClass } from '../kit/button-class.ts'
import { ConfirmAction } from '../list/ConfirmAction.tsx'
import { deviceOf, SessionLines } from '../session/SessionLines.tsx'
import type { UserCalls } from './user-calls.ts'
import { userName } from './user-name.ts'

/** Props of {@link UserSessions}. */
export interface UserSessionsProps {
  user: Account
  /** The user is who looks at it: they sign out where their own account is. */
  isOwn: boolean
  calls: Pick<UserCalls, 'sessions' | 'endSession' | 'endSessions'>
  onEnded: () => void
}

/** Which session is to end; `null`: all of them. */
type Ending = { id: string; device: string } | null

/** Where somebody is signed in, and the ways to sign them out. */
export function UserSessions({ user, isOwn, calls, onEnded }: UserSessionsProps) {
  const { translate } = useAtelier()
  const [ending, setEnding] = useState<Ending | undefined>()
  const name = userName(user, translate)
  const close = () => setEnding(undefined)
  return (
    <>
      <SessionLines
        load={calls.sessions}
        keptAs={`sessions/${user.id}`}
        none={translate('users.sessions.none')}
        below={
          isOwn ? (
            <Link to="/account" className={buttonClass({})}>
              {translate('account.label')}
            </Link>
          ) : (
            <Button onClick={() => setEnding(null)}>{translate('account.endAll')}</Button>
          )
        }
        asideOf={({ id, userAgent }) => {
          const device = deviceOf(userAgent) ?? translate('account.device')
          return (
            !isOwn && (
              <Button
                size="sm"
                aria-label={translate('users.endSession.of', { device })}
                onClick={() => setEnding({ id, device })}
              >
                {translate('account.signOut')}
              </Button>
            )
          )
        }}
      />
      {ending !== undefined && (
        <ConfirmAction
          title={
            ending
              ? translate('users.endSession.title', { name, device: ending.device })
              : translate('users.endSessions.title', { name })
          }
          text={translate(ending ? 'users.endSession.text' : 'users.endSessions.text')}
          verb={translate(ending ? 'account.signOut' : 'account.endAll')}
          act={() => (ending ? calls.endSession(ending.id) : calls.endSessions())}
          onDone={() => {
            close()
            onEnded()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
