import { Link, useRouterState } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { EmptyScene } from '../kit/feedback/EmptyScene.tsx'
import { ForbiddenReason } from '../list/actions/ForbiddenReason.tsx'
import { useTranslate } from '../use-translate.ts'

/** Shown in place of a page that the user is not allowed to open. Explains why, and links guests to sign-up. */
export function ForbiddenScene() {
  const translate = useTranslate()
  const { session } = useAtelier()
  const isGuest = useSelector(session, ({ context }) => isAnonymous(context.data))
  const currentUrl = useRouterState({ select: ({ location }) => location.href })
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
            <Link to="/signup" search={{ to: currentUrl }} className={buttonClass({ variant: 'ink' })}>
              {translate('guest.signUp')}
            </Link>
          )}
        </>
      }
    >
      <ForbiddenReason />
    </EmptyScene>
  )
}
