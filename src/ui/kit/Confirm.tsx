import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import styles from './Dialog.module.css'
import { Dialog } from './Dialog.tsx'
import { Icon } from './Icon.tsx'

/** Props of {@link Confirm}. */
export interface ConfirmProps {
  isOpen: boolean
  /** The question, with the thing's name: "Delete Ferry Cap?" */
  title: string
  children?: ReactNode
  /** What the red button does, in its own verb: "Delete". */
  verb: string
  /** The word that leaves everything as it is: "Cancel". */
  cancelText: string
  onConfirm: () => void
  onCancel: () => void
  /** The work is under way: the red button waits. What screen readers are told of it. */
  busy?: string | false | undefined
  /** What else goes with it, a line each. */
  losses?: readonly { icon: ReactNode; text: ReactNode }[]
}

/** Asks before what cannot be undone (look.md §9): focus starts on Cancel, the red button repeats the verb. */
export function Confirm(props: ConfirmProps) {
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
