import { EnvelopeSimpleIcon } from '@phosphor-icons/react/EnvelopeSimple'
import { XIcon } from '@phosphor-icons/react/X'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { getErrorMessageKey } from '../../api/contract/errors.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { linkClass } from '../kit/link-class.ts'
import { hasPostponedVerification, postponeVerification } from '../preferences.ts'
import { useSessionAttempt } from '../session/use-session-attempt.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './Shell.module.css'

/**
 * Banner that asks the user to verify the email address, which password sign-in requires. Dismissed until the browser session
 * ends.
 */
export function VerifyEmailBanner({ userId, email }: { userId: string; email: string }) {
  const translate = useTranslate()
  const { attempt, attempting, error, notice } = useSessionAttempt()
  const [isPostponed, setPostponed] = useState(() => hasPostponedVerification(userId))
  if (isPostponed) return null
  const wasSent = notice === 'verificationSent'
  return (
    <Notice
      className={styles.banner}
      tone={error ? 'bad' : wasSent ? 'ok' : 'quiet'}
      icon={error || wasSent ? undefined : <EnvelopeSimpleIcon />}
      title={!error && translate(wasSent ? 'verify.sent' : 'verify.due')}
      action={
        <>
          {!wasSent && (
            <Button
              size="sm"
              busy={attempting === 'verification.requested' && translate('action.working')}
              onClick={() => attempt({ type: 'verification.requested', email })}
            >
              {translate('verify.again')}
            </Button>
          )}
          <IconButton
            size="sm"
            className={styles.close}
            label={translate('action.close')}
            icon={<XIcon />}
            onClick={({ currentTarget }) => {
              // The button unmounts with the banner, so the main element gets the focus.
              currentTarget.closest('main')?.focus({ preventScroll: true })
              postponeVerification(userId)
              setPostponed(true)
            }}
          />
        </>
      }
    >
      {error ? (
        translate(getErrorMessageKey(error))
      ) : wasSent ? (
        <>
          {translate('verify.sent.next')}{' '}
          <Link to="/verify" className={linkClass}>
            {translate('verify.enterCode')}
          </Link>
        </>
      ) : (
        translate('verify.due.why', { email })
      )}
    </Notice>
  )
}
