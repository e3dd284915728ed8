import { useState } from 'react'
import { wordOf } from '../../api/contract/errors.ts'
import { useAtelier } from '../context.ts'
import { Confirm } from '../kit/Confirm.tsx'
import { Notice } from '../kit/Notice.tsx'
import { useAsking } from '../use-asking.ts'

/** Props of {@link ConfirmAction}. */
export interface ConfirmActionProps<A> {
  /** The question, with the row's name. */
  title: string
  /** What comes of it. */
  text: string
  /** What the red button does, in its own verb. */
  verb: string
  /** Does it. Rejects with `ApiError`. */
  act: () => Promise<A>
  onDone: (answer: A) => void
  onClose: () => void
}

/** A list's question before what must happen at once and cannot be undone; it stays open where that fails, and says why. */
export function ConfirmAction<A>({ title, text, verb, act, onDone, onClose }: ConfirmActionProps<A>) {
  const { translate } = useAtelier()
  const [isConfirmed, setConfirmed] = useState(false)
  const { isBusy, error, askAgain } = useAsking({
    about: 'confirmed',
    question: isConfirmed ? 'act' : null,
    ask: async () => {
      onDone(await act())
      return true
    },
  })
  return (
    <Confirm
      isOpen
      title={title}
      verb={verb}
      cancelText={translate('action.cancel')}
      busy={isBusy && translate('action.working')}
      onConfirm={isConfirmed ? askAgain : () => setConfirmed(true)}
      onCancel={onClose}
    >
      {text}
      {error !== null && <Notice tone="bad">{translate(wordOf(error))}</Notice>}
    </Confirm>
  )
}
