import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { isAnonymous, unverifiedEmailOf } from '../../../machines/session/session-record.ts'
import { useAtelier } from '../../context.ts'
import { linkClass } from '../../kit/link-class.ts'
import { useTranslate } from '../../use-translate.ts'

/**
 * Explains a missing permission. Causes are a guest session, an unverified email address (with a link to verify it), or the role.
 */
export function ForbiddenReason() {
  const translate = useTranslate()
  const { session } = useAtelier()
  const data = useSelector(session, ({ context }) => context.data)
  const email = unverifiedEmailOf(data)
  if (email === undefined) return translate(isAnonymous(data) ? 'failure.forbidden.guest' : 'failure.forbidden.why')
  return (
    <>
      {translate('failure.forbidden.unverified', { email })}{' '}
      <Link to="/verify" className={linkClass}>
        {translate('verify.enterCode')}
      </Link>
    </>
  )
}
