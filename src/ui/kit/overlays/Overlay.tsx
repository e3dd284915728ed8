import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './Overlay.module.css'

export interface OverlayProps {
  isOpen: boolean
  /** Called on Escape and on a press outside. */
  onClose: () => void
  /** Accessible name; there is no visible title. */
  label: string
  children: ReactNode
}

/** Wide modal panel without a header, full screen on phones. Traps the focus, and restores the previous focus on close. */
export function Overlay({ isOpen, onClose, label, children }: OverlayProps) {
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={(open) => open || onClose()} isDismissable className={styles.scrim!}>
      <Modal className={styles.panel!}>
        <Dialog aria-label={label} className={styles.dialog!}>
          {children}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
