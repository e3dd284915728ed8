import { useSyncExternalStore } from 'react'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Notice } from '../kit/Notice.tsx'
import { hearParts, isAnyLost, retryLost } from '../kit/part.ts'
import styles from './Shell.module.css'

/** Says that something a person wanted did not come, and tries it again. Brings nothing that could be out of reach itself. */
export function LostParts() {
  const { translate } = useAtelier()
  if (!useSyncExternalStore(hearParts, isAnyLost)) return null
  return (
    <Notice
      tone="bad"
      className={styles.lost}
      action={
        <Button size="sm" onClick={retryLost}>
          {translate('action.retry')}
        </Button>
      }
    >
      {translate('app.lost')}
    </Notice>
  )
}
