import type { SessionData } from '../../api/contract/auth.ts'
import { useAtelier } from '../context.ts'
import { ErrorNotice } from '../form/ErrorNotice.tsx'
import { Button } from '../kit/Button.tsx'
import { Chip } from '../kit/Chip.tsx'
import styles from './AccountScreen.module.css'
import { useAttempt } from './use-attempt.ts'
import { VerificationSent } from './VerificationSent.tsx'

/** The person's e-mail and whether it is verified; the mail can be sent again. Nothing for a guest, who has none. */
export function EmailState({ data: { email, verifiedAt } }: { data: SessionData }) {
  const { translate } = useAtelier()
  const { attempt, attempting, error, notice } = useAttempt()
  if (email === undefined) return null
  return (
    <>
      <ErrorNotice error={error} />
      {notice === 'verificationSent' && <VerificationSent hasLink />}
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
