import type { ReactNode } from 'react'
import { useTranslate } from '../use-translate.ts'
import { Form } from './Form.tsx'
import type { FormActor } from './form-actor.ts'
import { SubmitDialog } from './PromptDialog.tsx'

export interface FormDialogProps {
  actor: FormActor
  /** Error of the last submit, if it belongs to no field. */
  error: unknown
  isSending: boolean
  title: string
  submitLabel: string
  onClose: () => void
  /** Class of the form. */
  className?: string | undefined
  /** Content below the form. */
  note?: ReactNode
  children: ReactNode
}

/** Dialog with one form, Cancel and a submit button. */
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
