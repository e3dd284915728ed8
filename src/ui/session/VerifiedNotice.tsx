import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useAtelier } from '../context.ts'
import { getButtonClass } from '../kit/button-class.ts'
import { linkClass } from '../kit/link-class.ts'
import { sessionMessages } from '../messages/session.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AuthForm.module.css'

/** Confirms that the email address is verified. Links to the app or to sign-in. */
export function VerifiedNotice() {
  const translate = useTranslate(sessionMessages)
  return (
    <div className={styles.form} role="status">
      <h1>{translate('verify.done')}</h1>
      <ContinueLink />
    </div>
  )
}

/** Explains that the address is verified already, and what to do if the password does not work. */
export function AlreadyVerifiedNotice({ wasUsed }: { wasUsed: boolean }) {
  const translate = useTranslate(sessionMessages)
  return (
    <div className={styles.form} role="status">
      <div>
        <h1>{translate(wasUsed ? 'verify.used' : 'verify.already')}</h1>
        <p className={styles.sub}>{translate(wasUsed ? 'verify.used.next' : 'verify.already.next')}</p>
      </div>
      <ContinueLink />
      <p className={styles.help}>
        <Link to="/forgot" className={linkClass}>
          {translate('signin.forgot')}
        </Link>
      </p>
    </div>
  )
}

function ContinueLink() {
  const translate = useTranslate(sessionMessages)
  const { session } = useAtelier()
  const isSignedIn = useSelector(session, ({ context }) => context.data !== null)
  return (
    <Link to={isSignedIn ? '/' : '/signin'} className={getButtonClass({ variant: 'ink', size: 'xl', wide: true })}>
      {translate(isSignedIn ? 'verify.goOn' : 'signin.submit')}
    </Link>
  )
}
