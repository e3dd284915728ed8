import { Notice } from '../kit/feedback/Notice.tsx'
import { useTranslate } from '../use-translate.ts'
import { PageLink } from './PageLink.tsx'

/** Notice that the verification mail was sent. */
export function VerificationSentNotice({ hasLink = false }: { hasLink?: boolean }) {
  const translate = useTranslate()
  return (
    <Notice tone="ok" title={translate('verify.sent')}>
      {translate('verify.sent.next')} {hasLink && <PageLink href="/verify">{translate('verify.enterCode')}</PageLink>}
    </Notice>
  )
}
