import { TrayArrowDownIcon } from '@phosphor-icons/react/TrayArrowDown'
import { useAtelier } from '../context.ts'
import { Icon } from '../kit/Icon.tsx'
import styles from './DropLayer.module.css'

/** Lies over the page while files are held over it: they may be dropped here, and what comes of it. */
export function DropLayer() {
  const { translate } = useAtelier()
  return (
    <div className={styles.layer}>
      <p className={styles.words} role="status">
        <Icon size="lg">
          <TrayArrowDownIcon />
        </Icon>
        {translate('drop.here')}
      </p>
    </div>
  )
}
