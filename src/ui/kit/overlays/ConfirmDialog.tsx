import type { ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Icon } from '../Icon.tsx'
import styles from './Dialog.module.css'
import { Dialog } from './Dialog.tsx'

export interface ConfirmDialogProps {
  isOpen: boolean
  /** Question with the name of the item: "Delete Ferry Cap?" */
  title: string
  children?: ReactNode
  /** Verb on the red button: "Delete". */
  verb: string
  cancelText: string
  onConfirm: () => void
  onCancel: () => void
  /** Text for screen readers while the action is in progress. The red button then ignores clicks. */
  busy?: string | false | undefined
  /** Consequences of the action, one line each. */
  losses?: readonly { icon: ReactNode; text: ReactNode }[]
}

/** Confirmation dialog for irreversible actions (design guide §9). Cancel has the initial focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { isOpen, title, children, verb, cancelText, onConfirm, onCancel, busy, losses } = props
  return (
    <Dialog
      role="alertdialog"
      isOpen={isOpen}
      onClose={onCancel}
      title={title}
      footer={
        <>
          <Button variant="line" autoFocus onClick={onCancel}>
            {cancelText}
          </Button>
          <Button variant="danger" busy={busy} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      {children && <div>{children}</div>}
      {losses && losses.length > 0 && (
        <ul className={styles.losses}>
          {losses.map((loss, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never move while the dialog is open
            <li key={index}>
              <Icon>{loss.icon}</Icon>
              <span>{loss.text}</span>
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}
