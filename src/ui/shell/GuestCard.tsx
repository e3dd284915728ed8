import { Link, useRouterState } from '@tanstack/react-router'
import { useSelector } from '@xstate/react'
import { isAnonymous } from '../../machines/rules/session-record.ts'
import { useAtelier } from '../context.ts'
import { buttonClass } from '../kit/button-class.ts'
import styles from './GuestCard.module.css'

/** Tells a guest how to keep what they make, and leads back here afterwards; nothing for anybody else. */
export function GuestCard() {
  const { session, translate } = useAtelier()
  const isGuest = useSelector(session, ({ context }) => isAnonymous(context.data))
  const here = useRouterState({ select: ({ location }) => location.href })
  if (!isGuest) return null
  return (
    <div className={styles.card}>
      <b>{translate('guest.title')}</b>
      <p>{translate('guest.why')}</p>
      <Link to="/signup" search={{ to: here }} className={buttonClass({ variant: 'ink', size: 'sm' })}>
        {translate('guest.signUp')}
      </Link>
    </div>
  )
}
