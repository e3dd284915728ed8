import type { SessionData } from '../../api/contract/auth.ts'
import { ErrorNotice } from '../form/ErrorNotice.tsx'
import { Button } from '../kit/Button.tsx'
import { Chip } from '../kit/Chip.tsx'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AccountScreen.module.css'
import { useSessionAttempt } from './use-session-attempt.ts'
import { VerificationSentNotice } from './VerificationSentNotice.tsx'

/**
 * Email address of the user, its verification state, and a button that sends the verification mail again. Renders nothing for
 * guests.
 */
export function EmailStatus({ data: { email, verifiedAt } }: { data: SessionData }) {
  const translate = useTranslate(sessionMessages)
  const { attempt, attempting, error, notice } = useSessionAttempt()
  if (email === undefined) return null
  return (
    <>
      <ErrorNotice error={error} />
      {notice === 'verificationSent' && <VerificationSentNotice hasLink />}
      <div className={styles.line}>
        <span>{email}</span>
        <Chip tone={verifiedAt ? 'ok' : 'warn'}>
          {translate(verifiedAt ? 'account.verified' : 'account.unverified')}
        </Chip>
      </div>
      {!verifiedAt && (
        <Button
          busy={attempting === 'verification.requested' && translate('action.working')}
          onClick={() => attempt({ type: 'verification.requested', email })}
        >
          {translate('verify.again')}
        </Button>
      )}
    </>
  )
}
