import { CubeIcon } from '@phosphor-icons/react/Cube'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import styles from './AssetChecks.module.css'

/** Stands where a large model would, and draws it when asked: reading it takes the page's time, which filling in needs. */
export function PreviewOffer({ onWanted }: { onWanted: () => void }) {
  const { translate } = useAtelier()
  return (
    <div className={styles.empty}>
      <p>{translate('new.previewLarge')}</p>
      <Button variant="line" size="sm" icon={<CubeIcon />} onClick={onWanted}>
        {translate('new.showModel')}
      </Button>
    </div>
  )
}
