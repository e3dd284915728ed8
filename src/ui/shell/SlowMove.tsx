import { useRouterState } from '@tanstack/react-router'
import { useAtelier } from '../context.ts'
import { LoadBar } from '../kit/LoadBar.tsx'
import styles from './Shell.module.css'

/** Tells that the next page is on its way, where it takes longer than a moment. */
export function SlowMove() {
  const { translate } = useAtelier()
  const isMoving = useRouterState({ select: ({ status }) => status === 'pending' })
  if (!isMoving) return null
  return (
    <div className={styles.moving}>
      <LoadBar label={translate('nav.loading')} />
    </div>
  )
}
