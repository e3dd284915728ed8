import { CheckIcon } from '@phosphor-icons/react/Check'
import { CopyIcon } from '@phosphor-icons/react/Copy'
import { useState } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { copyText } from './copy-text.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Props of {@link CopyButton}. */
export interface CopyButtonProps extends Pick<ButtonProps, 'variant' | 'size' | 'autoFocus'> {
  /** What is copied. */
  text: string
  /** The verb: "Copy token". */
  label: string
  /** What stands there, and is said, once it is on the clipboard: "Copied". */
  copiedText: string
}

/** A button that copies a text, and says that it did. */
export function CopyButton({ text, label, copiedText, ...rest }: CopyButtonProps) {
  // Another text is not on the clipboard yet.
  const [copied, setCopied] = useState<string | null>(null)
  const isCopied = copied === text
  return (
    <>
      <Button
        {...rest}
        icon={isCopied ? <CheckIcon /> : <CopyIcon />}
        onClick={() => void copyText(text).then((isThere) => setCopied(isThere ? text : null))}
      >
        {isCopied ? copiedText : label}
      </Button>
      <VisuallyHidden live="polite">{isCopied ? copiedText : ''}</VisuallyHidden>
    </>
  )
}
