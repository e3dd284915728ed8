import { Link, useRouterState } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { isAnonymous } from '../../machines/session/session-record.ts'
import { useAtelier } from '../context.ts'
import { getButtonClass } from '../kit/button-class.ts'
import { EmptyState } from '../kit/feedback/EmptyState.tsx'
import { ForbiddenReason } from '../list/actions/ForbiddenReason.tsx'
import { useTranslate } from '../use-translate.ts'

/** Empty state for a page that the user is not allowed to open. Explains why, and links guests to sign-up. */
export function ForbiddenState() {
  const translate = useTranslate()
  const { session } = useAtelier()
  const isGuest = useSelector(session, ({ context }) => isAnonymous(context.data))
  const currentUrl = useRouterState({ select: ({ location }) => location.href })
  return (
    <EmptyState
      kind="away"
      level={1}
      title={translate('failure.forbidden')}
      actions={
        <>
          <Link to="/assets" className={getButtonClass({ variant: isGuest ? 'line' : 'ink' })}>
            {translate('failure.home')}
          </Link>
          {isGuest && (
            <Link to="/signup" search={{ to: currentUrl }} className={getButtonClass({ variant: 'ink' })}>
              {translate('guest.signUp')}
            </Link>
          )}
        </>
      }
    >
      <ForbiddenReason />
    </EmptyState>
  )
}
