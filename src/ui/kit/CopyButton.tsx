import { CheckIcon } from '@phosphor-icons/react/Check'
import { CopyIcon } from '@phosphor-icons/react/Copy'
import { useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { copyText } from './copy-text.ts'
import { VisuallyHidden } from './layout/VisuallyHidden.tsx'

export interface CopyButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'autoFocus'> {
  text: string
  label: string
  /** Label after copying, also announced: "Copied". */
  copiedText: string
}

export function CopyButton({ text, label, copiedText, ...rest }: CopyButtonProps) {
  // Copied text. A new `text` resets the confirmation.
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text
  return (
    <>
      <Button
        {...rest}
        icon={isCopied ? <CheckIcon /> : <CopyIcon />}
        onClick={() => void copyText(text).then((isSuccess) => setCopied(isSuccess ? text : null))}
      >
        {isCopied ? copiedText : label}
      </Button>
      <VisuallyHidden live="polite">{isCopied ? copiedText : ''}</VisuallyHidden>
    </>
  )
}
