import { EnvelopeSimpleIcon } from '@phosphor-icons/react/EnvelopeSimple'
import { XIcon } from '@phosphor-icons/react/X'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { linkClass } from '../kit/link-class.ts'
import { Notice } from '../kit/Notice.tsx'
import { hasPutOffVerifying, putOffVerifying } from '../preferences.ts'
import { useAttempt } from '../session/use-attempt.ts'
import styles from './Shell.module.css'

/**
 * Asks who has not verified their e-mail to do so, for without it no password signs them in again; the mail can be sent
 * once more, and it can be put off until the browser's session ends.
 */
export function VerifyBanner({ userId, email }: { userId: string; email: string }) {
  const { translate } = useAtelier()
  const { attempt, attempting, error, notice } = useAttempt()
  const [isPutOff, setPutOff] = useState(() => hasPutOffVerifying(userId))
  if (isPutOff) return null
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
              // The button goes with what it closes.
              currentTarget.closest('main')?.focus({ preventScroll: true })
              putOffVerifying(userId)
              setPutOff(true)
            }}
          />
        </>
      }
    >
      {error ? (
        translate(wordOf(error))
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
