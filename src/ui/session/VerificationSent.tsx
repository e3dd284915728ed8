import { Link } from '@tanstack/react-router'
import { useAtelier } from '../context.ts'
import { linkClass } from '../kit/link-class.ts'
import { Notice } from '../kit/Notice.tsx'

/** Says that what verifies the e-mail was mailed; `hasLink`: and leads to where the code is typed. */
export function VerificationSent({ hasLink = false }: { hasLink?: boolean }) {
  const { translate } = useAtelier()
  return (
    <Notice tone="ok" title={translate('verify.sent')}>
      {translate('verify.sent.next')}{' '}
      {hasLink && (
        <Link to="/verify" className={linkClass}>
          {translate('verify.enterCode')}
        </Link>
      )}
    </Notice>
  )
}
