import { Button } from './Button.tsx'
import { CopyButton } from './CopyButton.tsx'
import { Dialog } from './Dialog.tsx'
import styles from './MadeSecret.module.css'
import { Notice } from './Notice.tsx'

/** Props of {@link MadeSecret}. */
export interface MadeSecretProps {
  secret: string
  /** "Copy your token now". */
  title: string
  /** Why it must be kept. */
  why: string
  words: { copy: string; copied: string; done: string }
  onClose: () => void
}

/** A secret just made, shown this once: a press outside does not take it away. */
export function MadeSecret({ secret, title, why, words, onClose }: MadeSecretProps) {
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
