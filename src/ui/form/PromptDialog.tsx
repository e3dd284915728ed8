import { type ReactNode, useId } from 'react'
import { Button, type ButtonProps } from '../kit/Button.tsx'
import { Dialog } from '../kit/overlays/Dialog.tsx'
import { useTranslate } from '../use-translate.ts'

export interface SubmitDialogProps {
  title: string
  /** Label and state of the submit button. */
  submitLabel: string
  submit?: Pick<ButtonProps, 'disabled' | 'waiting' | 'busy'>
  onClose: () => void
  /** Renders the content. The content's form must have the given id. */
  children: (form: string) => ReactNode
}

/** Dialog around one form, with Cancel and the submit button. */
export function SubmitDialog({ title, submitLabel, submit, onClose, children }: SubmitDialogProps) {
  const translate = useTranslate()
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

export interface PromptDialogProps extends Omit<SubmitDialogProps, 'children'> {
  onSubmit: () => void
  /** Class of the form. */
  className?: string | undefined
  children: ReactNode
}

/** Dialog with a short form without validation. */
export function PromptDialog({ onSubmit, className, children, ...dialog }: PromptDialogProps) {
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
