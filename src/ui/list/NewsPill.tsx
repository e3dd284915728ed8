import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import styles from './NewsPill.module.css'

/** Props of {@link NewsPill}. */
export interface NewsPillProps {
  /** How many things changed. */
  count: number
  onShow: () => void
}

/** Says quietly that others changed something; the list stays as it is until it is pressed. */
export function NewsPill({ count, onShow }: NewsPillProps) {
  const { translate } = useAtelier()
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
