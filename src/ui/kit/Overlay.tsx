import type { ReactNode } from 'react'
import { Dialog, Modal, ModalOverlay } from 'react-aria-components/Modal'
import styles from './Overlay.module.css'

/** Props of {@link Overlay}. */
export interface OverlayProps {
  isOpen: boolean
  /** The reader wants it away: Escape, or a press outside. */
  onClose: () => void
  /** The name for screen readers: it has no title that is seen. */
  label: string
  children: ReactNode
}

/** A wide panel over the page without a head of its own, the whole screen on a phone. Holds focus and gives it back. */
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
