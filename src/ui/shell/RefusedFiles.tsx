import { XIcon } from '@phosphor-icons/react/X'
import { useAtelier } from '../context.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { Notice } from '../kit/Notice.tsx'
import styles from './Shell.module.css'

/** Says that files of those that were dropped are none that assets are made of. */
export function RefusedFiles({ onDismiss }: { onDismiss: () => void }) {
  const { translate } = useAtelier()
  return (
    <Notice
      tone="warn"
      className={styles.banner}
      action={
        <IconButton
          size="sm"
          className={styles.close}
          label={translate('action.close')}
          icon={<XIcon />}
          onClick={({ currentTarget }) => {
            // The button goes with what it closes.
            currentTarget.closest('main')?.focus({ preventScroll: true })
            onDismiss()
          }}
        />
      }
    >
      {translate('drop.refused')}
    </Notice>
  )
}
