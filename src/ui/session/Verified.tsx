import { Link } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import { linkClass } from '../kit/link-class.ts'
import styles from './SessionForm.module.css'

/** Says that it worked, and where to go on; whose password was taken away by it, that it was, and how to set another. */
export function Verified() {
  const { session, translate } = useAtelier()
  const isSignedIn = useSelector(session, ({ context }) => context.data !== null)
  const outcome = useSelector(session, ({ context }) => context.verified)
  const big = buttonClass({ variant: 'ink', size: 'xl', wide: true })
  if (outcome?.passwordCleared)
    return (
      <div className={styles.form} role="status">
        <div>
          <h1>{translate('verify.done')}</h1>
          <p className={styles.sub}>
            {translate('verify.cleared')} {translate('verify.cleared.why')}
          </p>
        </div>
        <Link to="/reset-password" search={{ id: outcome.resetId }} className={big}>
          {translate('reset.title')}
        </Link>
        <p className={styles.help}>
          <Link to={isSignedIn ? '/' : '/signin'} className={linkClass}>
            {translate(isSignedIn ? 'verify.goOn' : 'verify.byCode')}
          </Link>
        </p>
      </div>
    )
  return (
    <div className={styles.form} role="status">
      <h1>{translate('verify.done')}</h1>
      <Link to={isSignedIn ? '/' : '/signin'} className={big}>
        {translate(isSignedIn ? 'verify.goOn' : 'signin.submit')}
      </Link>
    </div>
  )
}
