import { XIcon } from '@phosphor-icons/react/X'
import { Notice } from '../kit/feedback/Notice.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { useTranslate } from '../use-translate.ts'
import styles from './Shell.module.css'

/** Notice that some dropped files are not of a kind used by assets. */
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
            // The button unmounts with the notice, so the focus moves to the main element.
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
