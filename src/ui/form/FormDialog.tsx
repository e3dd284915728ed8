import type { ReactNode } from 'react'
import { useAtelier } from '../context.ts'
import { SubmitDialog } from './AskDialog.tsx'
import { Form } from './Form.tsx'
import type { FormActor } from './form-actor.ts'

/** Props of {@link FormDialog}. */
export interface FormDialogProps {
  actor: FormActor
  /** What went wrong with the last submit and belongs to no field. */
  error: unknown
  isSending: boolean
  title: string
  /** What the button that sends it says. */
  submitLabel: string
  onClose: () => void
  /** Of the form. */
  className?: string | undefined
  /** What stands below the form's fields and belongs to none. */
  note?: ReactNode
  /** The fields. */
  children: ReactNode
}

/** A dialog that is one form: its fields, Cancel, and the button that sends it. */
export function FormDialog(props: FormDialogProps) {
  const { actor, error, isSending, title, submitLabel, onClose, className, note, children } = props
  const { translate } = useAtelier()
  return (
    <SubmitDialog submit={{ busy: isSending && translate('action.working') }} {...{ title, submitLabel, onClose }}>
      {(form) => (
        <>
          <Form id={form} label={title} {...{ actor, error, className }}>
            {children}
          </Form>
          {note}
        </>
      )}
    </SubmitDialog>
  )
}
