import { XIcon } from '@phosphor-icons/react/X'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'

/** Props of {@link Dialog}. */
export interface DialogProps {
  isOpen: boolean
  /** The reader wants it away: Escape, the close button or (not for alerts) a press outside. */
  onClose: () => void
  title: string
  /** The name of the close button; without it there is none. */
  closeLabel?: string
  /** `alertdialog` waits for an answer and does not leave on a press outside. Default `dialog`. */
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
  /** The buttons, right-aligned; the one that acts comes last. */
  footer?: ReactNode
  className?: string | undefined
}

/** A dialog over the page: 440 pixels wide, at the foot of the screen on a phone. Holds focus and gives it back. */
export function Dialog({
  isOpen,
  onClose,
  title,
  closeLabel,
  role = 'dialog',
  children,
  footer,
  className,
}: DialogProps) {
  return (
    <ModalOverlay
      isOpen={isOpen}
      onOpenChange={(open) => open || onClose()}
      isDismissable={role === 'dialog'}
      className={styles.overlay!}
    >
      <Modal className={classes(styles.box, className)}>
        <AriaDialog role={role} className={styles.dialog!}>
          <div className={styles.text}>
            <Heading slot="title" level={2} className={styles.title!}>
              {title}
            </Heading>
            {closeLabel && (
              <span className={styles.close}>
                <IconButton label={closeLabel} tip={false} icon={<XIcon />} onClick={onClose} />
              </span>
            )}
            {children}
          </div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}
