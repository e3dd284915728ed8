import { useSyncExternalStore } from 'react'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/feedback/Notice.tsx'
import { hasFailedModules, retryFailedModules, subscribeToLazyModules } from '../kit/loading/lazy-module.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './Shell.module.css'

/** Notice that a lazy chunk failed to load, with a retry button. Must not use lazy chunks. */
export function FailedModulesNotice() {
  const translate = useTranslate()
  if (!useSyncExternalStore(subscribeToLazyModules, hasFailedModules)) return null
  return (
    <Notice
      tone="bad"
      className={styles.lost}
      action={
        <Button size="sm" onClick={retryFailedModules}>
          {translate('action.retry')}
        </Button>
      }
    >
      {translate('app.lost')}
    </Notice>
  )
}
