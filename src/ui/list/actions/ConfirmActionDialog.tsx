import { useState } from 'react'
import { getErrorMessageKey } from '../../../api/contract/errors.ts'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx'
import { useQuery } from '../../use-query.ts'
import { useTranslate } from '../../use-translate.ts'

export interface ConfirmActionDialogProps<A> {
  /** Question, including the row's name. */
  title: string
  /** Consequence of the action. */
  text: string
  /** Label of the red button: the action's own verb. */
  verb: string
  /** Runs the action. Rejects with `ApiError`. */
  act: () => Promise<A>
  onDone: (output: A) => void
  onClose: () => void
}

/** Confirmation of an irreversible action that runs immediately. Stays open and shows the reason when the action fails. */
export function ConfirmActionDialog<A>({ title, text, verb, act, onDone, onClose }: ConfirmActionDialogProps<A>) {
  const translate = useTranslate()
  const [isConfirmed, setConfirmed] = useState(false)
  const { isBusy, error, refetch } = useQuery({
    inspectorLabel: 'confirmed',
    queryKey: isConfirmed ? 'act' : null,
    queryFn: async () => {
      onDone(await act())
      return true
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={title}
      verb={verb}
      cancelText={translate('action.cancel')}
      busy={isBusy && translate('action.working')}
      onConfirm={isConfirmed ? refetch : () => setConfirmed(true)}
      onCancel={onClose}
    >
      {text}
      {error !== null && <Notice tone="bad">{translate(getErrorMessageKey(error))}</Notice>}
    </ConfirmDialog>
  )
}
