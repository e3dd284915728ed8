import { useRouterState } from '@tanstack/react-router'
import { LoadingBar } from '../kit/feedback/LoadingBar.tsx'
import { useTranslate } from '../use-translate.ts'
import styles from './Shell.module.css'

/** Progress bar of a pending navigation, delayed by the style sheet for 300 ms. */
export function NavigationProgress() {
  const translate = useTranslate()
  const isMoving = useRouterState({ select: ({ status }) => status === 'pending' })
  if (!isMoving) return null
  return (
    <div className={styles.moving}>
      <LoadingBar label={translate('nav.loading')} />
    </div>
  )
}
