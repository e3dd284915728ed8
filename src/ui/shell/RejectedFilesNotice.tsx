import { XIcon } from '@phosphor-icons/react/X'
import { Notice } from '../kit/feedback/Notice.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { useTranslate } from '../use-translate.ts'
import styles from './Shell.module.css'

/** Notice that assets cannot use some of the dropped files. */
export function RejectedFilesNotice({ onDismiss }: { onDismiss: () => void }) {
  const translate = useTranslate()
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
            // The button unmounts with the notice, so the main element gets the focus.
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
