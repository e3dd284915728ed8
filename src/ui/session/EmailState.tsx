import { Link } from '@tanstack/react-router'
import type { SessionData } from '../../api/contract/auth.ts'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Chip } from '../kit/Chip.tsx'
import { linkClass } from '../kit/link-class.ts'
import { Notice } from '../kit/Notice.tsx'
import styles from './AccountScreen.module.css'
import { SessionError } from './SessionError.tsx'
import { useAttempt } from './use-attempt.ts'

/** The person's e-mail and whether it is verified; the mail can be sent again. Nothing for a guest, who has none. */
export function EmailState({ data: { email, verifiedAt } }: { data: SessionData }) {
  const { translate } = useAtelier()
  const { attempt, attempting, error, notice } = useAttempt()
  if (email === undefined) return null
  return (
    <>
      <SessionError error={error} />
      {notice === 'verificationSent' && (
        <Notice tone="ok" title={translate('verify.sent')}>
          {translate('verify.sent.next')}{' '}
          <Link to="/verify" className={linkClass}>
            {translate('verify.enterCode')}
          </Link>
        </Notice>
      )}
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
