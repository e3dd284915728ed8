import { Link, useRouterState } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { isAnonymous } from '../../machines/session/session-record.ts'
import { useAtelier } from '../context.ts'
import { getButtonClass } from '../kit/button-class.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './GuestCard.module.css'

/** Card that invites a guest to sign up. After the sign-up, the current page opens again. */
export function GuestCard() {
  const translate = useTranslate()
  const { session } = useAtelier()
  const isGuest = useSelector(session, ({ context }) => isAnonymous(context.data))
  const currentUrl = useRouterState({ select: ({ location }) => location.href })
  if (!isGuest) return null
  return (
    <div className={styles.card}>
      <b>{translate('guest.title')}</b>
      <p>{translate('guest.why')}</p>
      <Link to="/signup" search={{ to: currentUrl }} className={getButtonClass({ variant: 'ink', size: 'sm' })}>
        {translate('guest.signUp')}
      </Link>
    </div>
  )
}
