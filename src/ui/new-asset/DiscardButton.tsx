import { useState } from 'react'
import { Button } from '../kit/Button.tsx'
import { ConfirmDialog } from '../kit/overlays/ConfirmDialog.tsx'
import type { MessageKey } from '../message-key.ts'
import { formMessages } from '../messages/form.ts'
import { useTranslate } from '../use-translate.ts'

export interface DiscardButtonProps {
  labelKey: MessageKey<'form'>
  question: MessageKey<'form'>
  isDisabled: boolean
  onDiscard: () => void
}

export function DiscardButton({ labelKey, question, isDisabled, onDiscard }: DiscardButtonProps) {
  const translate = useTranslate(formMessages)
  const [isConfirming, setIsConfirming] = useState(false)
  return (
    <>
      <Button variant="ghost" disabled={isDisabled} onClick={() => setIsConfirming(true)}>
        {translate(labelKey)}
      </Button>
      <ConfirmDialog
        isOpen={isConfirming}
        title={translate(question)}
        verb={translate('form.discard.verb')}
        cancelText={translate('action.cancel')}
        onCancel={() => setIsConfirming(false)}
        onConfirm={() => {
          setIsConfirming(false)
          onDiscard()
        }}
      >
        {translate('form.discard.text')}
      </ConfirmDialog>
    </>
  )
}
