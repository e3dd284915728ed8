import { useState } from 'react'
import { getErrorMessageKey } from '../../../api/contract/errors.ts'
import { Notice } from '../../kit/feedback/Notice.tsx'
import { ConfirmDialog } from '../../kit/overlays/ConfirmDialog.tsx'
import { useQuery } from '../../use-query.ts'
import { useTranslate } from '../../use-translate.ts'

export interface ConfirmActionDialogProps<A> {
  title: string
  text: string
  /** Label of the red button: the verb of the action. */
  verb: string
  /** Runs the action. Rejects with `ApiError`. */
  act: () => Promise<A>
  onDone: (output: A) => void
  onClose: () => void
}

/** Confirmation dialog of an irreversible action. If the action fails, the dialog stays open and shows the reason. */
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
