import { CubeIcon } from '@phosphor-icons/react/Cube'
import { Button } from '../kit/Button.tsx'
import { formMessages } from '../messages/form.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './AssetChecks.module.css'

/**
 * Button in place of a large model's preview. The preview is opt-in, because loading a large model blocks the page while the user
 * types.
 */
export function ShowPreviewButton({ onWanted }: { onWanted: () => void }) {
  const translate = useTranslate(formMessages)
  return (
    <div className={styles.empty}>
      <p>{translate('new.previewLarge')}</p>
      <Button variant="line" size="sm" icon={<CubeIcon />} onClick={onWanted}>
        {translate('new.showModel')}
      </Button>
    </div>
  )
}
