import { XIcon } from '@phosphor-icons/react/X'
import type { ReactNode } from 'react'
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from '../IconButton.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './Dialog.module.css'

export interface DialogProps {
  isOpen: boolean
  /** Called on Escape, on the close button and, unless `role` is `alertdialog`, on a press outside. */
  onClose: () => void
  title: string
  /** Accessible name of the close button. Without a name, no close button is shown. */
  closeLabel?: string
  /** An `alertdialog` requires a decision and ignores presses outside. Default `dialog`. */
  role?: 'dialog' | 'alertdialog'
  children?: ReactNode
  /** Buttons, right-aligned, with the primary action last. */
  footer?: ReactNode
  className?: string | undefined
}

/** Modal dialog, at the bottom of the screen on phones. Traps the focus, and restores the previous focus on close. */
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
      <Modal className={joinClassNames(styles.box, className)}>
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
