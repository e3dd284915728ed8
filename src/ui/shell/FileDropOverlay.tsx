import { TrayArrowDownIcon } from '@phosphor-icons/react/TrayArrowDown'
import { Icon } from '../kit/Icon.tsx'
import { useTranslate } from '../use-translate.ts'
import styles from './FileDropOverlay.module.css'

export function FileDropOverlay() {
  const translate = useTranslate()
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
