import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { EmptyScene } from '../kit/EmptyScene.tsx'

/** Stands where a person lacks the permission: says who grants it. */
export function Forbidden() {
  const { session, translate } = useAtelier()
  const isGuest = useSelector(session, ({ context }) => isAnonymous(context.data))
  return (
    <EmptyScene
      kind="away"
      level={1}
      title={translate('failure.forbidden')}
      actions={
        <Link to="/" className={buttonClass({ variant: 'ink' })}>
          {translate('failure.home')}
        </Link>
      }
    >
      {translate(isGuest ? 'failure.forbidden.guest' : 'failure.forbidden.why')}
    </EmptyScene>
  )
}
