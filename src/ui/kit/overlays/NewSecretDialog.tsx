import { Button } from '../Button.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { Notice } from '../feedback/Notice.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './NewSecretDialog.module.css'

export interface NewSecretDialogProps {
  secret: string
  title: string
  /** Reason to store the secret now. */
  why: string
  words: { copy: string; copied: string; done: string }
  onClose: () => void
}

/** Dialog that shows a new secret once. A press outside does not close the dialog. */
export function NewSecretDialog({ secret, title, why, words, onClose }: NewSecretDialogProps) {
  return (
    <Dialog
      isOpen
      role="alertdialog"
      onClose={onClose}
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{words.done}</Button>
          <CopyButton variant="ink" autoFocus text={secret} label={words.copy} copiedText={words.copied} />
        </>
      }
    >
      <div className={styles.made}>
        <Notice tone="warn">{why}</Notice>
        <code className={styles.secret} translate="no">
          {secret}
        </code>
      </div>
    </Dialog>
  )
}
