import { type ReactNode, useId } from 'react'
import { useAtelier } from '../context.ts'
import { Button, type ButtonProps } from '../kit/Button.tsx'
import { Dialog } from '../kit/Dialog.tsx'

/** Props of {@link SubmitDialog}. */
export interface SubmitDialogProps {
  title: string
  /** What the button that sends it says, and how it stands. */
  submitLabel: string
  submit?: Pick<ButtonProps, 'disabled' | 'waiting' | 'busy'>
  onClose: () => void
  /** What stands in it: the form has this id. */
  children: (form: string) => ReactNode
}

/** A dialog around one form: its foot has Cancel, and the button that sends the form. */
export function SubmitDialog({ title, submitLabel, submit, onClose, children }: SubmitDialogProps) {
  const { translate } = useAtelier()
  const form = useId()
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      closeLabel={translate('action.close')}
      footer={
        <>
          <Button onClick={onClose}>{translate('action.cancel')}</Button>
          <Button variant="ink" type="submit" form={form} {...submit}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {children(form)}
    </Dialog>
  )
}

/** Props of {@link AskDialog}. */
export interface AskDialogProps extends Omit<SubmitDialogProps, 'children'> {
  onSubmit: () => void
  /** Of the form. */
  className?: string | undefined
  /** What is asked for. */
  children: ReactNode
}

/** A dialog that asks for a little before something is done: too little for a form with checks of its own. */
export function AskDialog({ onSubmit, className, children, ...dialog }: AskDialogProps) {
  return (
    <SubmitDialog {...dialog}>
      {(form) => (
        <form
          id={form}
          className={className}
          onSubmit={(event) => {
            event.preventDefault()
            onSubmit()
          }}
        >
          {children}
        </form>
      )}
    </SubmitDialog>
  )
}
