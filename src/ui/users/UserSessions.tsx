import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Account } from '../../api/contract/accounts.ts'
import { Button } from '../kit/Button.tsx'
import { getButtonClass } from '../kit/button-class.ts'
import { ConfirmActionDialog } from '../list/actions/ConfirmActionDialog.tsx'
import { sessionMessages } from '../messages/session.ts'
import { usersMessages } from '../messages/users.ts'
import { SessionLines, type SessionToEnd } from '../session/SessionLines.tsx'
import { useTranslate } from '../use-translate.ts'
import { userDisplayNameOf } from '../user-name.ts'
import type { UserCalls } from './user-calls.ts'

export interface UserSessionsProps {
  user: Account
  /** Whether the user views their own account. Users end their own sessions on the account page. */
  isOwn: boolean
  calls: Pick<UserCalls, 'sessions' | 'endSession' | 'endSessions'>
  onEnded: () => void
}

export function UserSessions({ user, isOwn, calls, onEnded }: UserSessionsProps) {
  const translate = useTranslate(sessionMessages, usersMessages)
  // Session to be ended. `null` means all sessions.
  const [ending, setEnding] = useState<SessionToEnd | null>()
  const name = userDisplayNameOf(user, translate)
  const close = () => setEnding(undefined)
  return (
    <>
      <SessionLines
        load={calls.sessions}
        cacheName={`sessions/${user.id}`}
        none={translate('users.sessions.none')}
        below={
          isOwn ? (
            <Link to="/account" className={getButtonClass({})}>
              {translate('account.label')}
            </Link>
          ) : (
            <Button onClick={() => setEnding(null)}>{translate('account.endAll')}</Button>
          )
        }
        onEnd={isOwn ? undefined : setEnding}
      />
      {ending !== undefined && (
        <ConfirmActionDialog
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
