import { useState } from 'react'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { Confirm } from '../kit/Confirm.tsx'

/** Props of {@link DiscardButton}. */
export interface DiscardButtonProps {
  /** The key of the button's word, and of the question. */
  word: string
  question: string
  isDisabled: boolean
  onDiscard: () => void
}

/** Discards what is filled in for new assets, once somebody has confirmed it. */
export function DiscardButton({ word, question, isDisabled, onDiscard }: DiscardButtonProps) {
  const { translate } = useAtelier()
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button variant="ghost" disabled={isDisabled} onClick={() => setIsAsking(true)}>
        {translate(word)}
      </Button>
      <Confirm
        isOpen={isAsking}
        title={translate(question)}
        verb={translate('form.discard.verb')}
        cancelText={translate('action.cancel')}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => {
          setIsAsking(false)
          onDiscard()
        }}
      >
        {translate('form.discard.text')}
      </Confirm>
    </>
  )
}
