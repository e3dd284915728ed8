import { XIcon } from '@phosphor-icons/react/X'
import type { ReactNode } from 'react'
import { Dialog, Heading, Modal, ModalOverlay } from 'react-aria-components/Modal'
import { IconButton } from '../IconButton.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './Sheet.module.css'

export interface SheetProps {
  isOpen: boolean
  onClose: () => void
  title: string
  closeLabel: string
  /** `bottom` fits the content, `full` fills the screen. Default `bottom`. */
  size?: 'bottom' | 'full'
  /** Content after the title, such as a "Clear" button. */
  titleEnd?: ReactNode
  children: ReactNode
  /** Fixed footer below the scrolling content: "Cancel" and "Apply". */
  footer?: ReactNode
  className?: string | undefined
}

/** Modal sheet for phones at the bottom of the screen. Traps the focus and makes the rest of the page inert. */
export function Sheet({
  isOpen,
  onClose,
  title,
  closeLabel,
  size = 'bottom',
  titleEnd,
  children,
  footer,
  className,
}: SheetProps) {
  return (
    <ModalOverlay isOpen={isOpen} onOpenChange={(open) => open || onClose()} isDismissable className={styles.overlay!}>
      <Modal className={joinClassNames(styles.sheet, className)} data-sheet={size}>
        <Dialog className={styles.dialog!}>
          <header className={styles.head}>
            <Heading slot="title" className={styles.title!}>
              {title}
            </Heading>
            <span className={styles.end}>{titleEnd}</span>
            <IconButton label={closeLabel} tip={false} icon={<XIcon />} onClick={onClose} />
          </header>
          <div className={styles.body}>{children}</div>
          {footer && <footer className={styles.footer}>{footer}</footer>}
        </Dialog>
      </Modal>
    </ModalOverlay>
  )
}
