import type { ReactNode } from 'react'
import { useTranslate } from '../use-translate.ts'
import { Form } from './Form.tsx'
import type { FormActor } from './form-actor.ts'
import { SubmitDialog } from './PromptDialog.tsx'

export interface FormDialogProps {
  actor: FormActor
  /** Error of the last submit that belongs to no field. */
  error: unknown
  isSending: boolean
  title: string
  /** Label of the submit button. */
  submitLabel: string
  onClose: () => void
  /** Class of the form. */
  className?: string | undefined
  /** Content below the fields that belongs to none of them. */
  note?: ReactNode
  /** Fields of the form. */
  children: ReactNode
}

/** Dialog that consists of one form: fields, Cancel and the submit button. */
export function FormDialog(props: FormDialogProps) {
  const { actor, error, isSending, title, submitLabel, onClose, className, note, children } = props
  const translate = useTranslate()
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
