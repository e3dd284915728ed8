import { useAtelier } from '../context.ts'
import { Notice } from '../kit/Notice.tsx'
import { PageLink } from './PageLink.tsx'

/** Says that what verifies the e-mail was mailed; `hasLink`: and leads to where the code is typed. */
export function VerificationSent({ hasLink = false }: { hasLink?: boolean }) {
  const { translate } = useAtelier()
  return (
    <Notice tone="ok" title={translate('verify.sent')}>
      {translate('verify.sent.next')} {hasLink && <PageLink href="/verify">{translate('verify.enterCode')}</PageLink>}
    </Notice>
  )
}
