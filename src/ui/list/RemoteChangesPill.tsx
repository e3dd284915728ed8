import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { Button } from '../kit/Button.tsx'
import { listMessages } from '../messages/list.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './RemoteChangesPill.module.css'

export interface RemoteChangesPillProps {
  count: number
  onShow: () => void
}

/** Notice of changes by other users. The list is not refreshed until the user presses the button. */
export function RemoteChangesPill({ count, onShow }: RemoteChangesPillProps) {
  const translate = useTranslate(listMessages)
  return (
    <div role="status" className={styles.place}>
      {count > 0 && (
        <Button size="sm" icon={<ArrowClockwiseIcon />} className={styles.pill} onClick={onShow}>
          {translate('list.news', { n: count })}
        </Button>
      )}
    </div>
  )
}
