import { Link, useRouterState } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { EmptyScene } from '../kit/EmptyScene.tsx'

/** Stands where a person lacks the permission: says who grants it, and leads a guest to an account. */
export function Forbidden() {
  const { session, translate } = useAtelier()
  const isGuest = useSelector(session, ({ context }) => isAnonymous(context.data))
  const here = useRouterState({ select: ({ location }) => location.href })
  return (
    <EmptyScene
      kind="away"
      level={1}
      title={translate('failure.forbidden')}
      actions={
        <>
          <Link to="/assets" className={buttonClass({ variant: isGuest ? 'line' : 'ink' })}>
            {translate('failure.home')}
          </Link>
          {isGuest && (
            <Link to="/signup" search={{ to: here }} className={buttonClass({ variant: 'ink' })}>
              {translate('guest.signUp')}
            </Link>
          )}
        </>
      }
    >
      {translate(isGuest ? 'failure.forbidden.guest' : 'failure.forbidden.why')}
    </EmptyScene>
  )
}
