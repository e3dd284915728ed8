import { CheckIcon } from '@phosphor-icons/react/Check'
import { CopyIcon } from '@phosphor-icons/react/Copy'
import { useRef, useState } from 'react'
import { BareButton } from './BareButton.tsx'
import styles from './CopyId.module.css'
import { classes } from './classes.ts'
import { copyText } from './copy-text.ts'
import { Icon } from './Icon.tsx'
import { shortId } from './short-id.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

const COPIED_MS = 1600

/** Props of {@link CopyId}. */
export interface CopyIdProps {
  id: string
  /** The verb: "Copy id". */
  copyLabel: string
  /** What is said once it is on the clipboard: "Copied". */
  copiedText: string
  className?: string | undefined
}

/** An id shortened in its middle that copies in full (look.md §4). The browser's own button: lists have one in each row. */
export function CopyId({ id, copyLabel, copiedText, className }: CopyIdProps) {
  const [isNear, setNear] = useState(false)
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const approach = () => setNear(true)
  const tell = (isCopied: boolean) => {
    clearTimeout(timer.current)
    setCopied(isCopied)
    if (isCopied) timer.current = setTimeout(() => setCopied(false), COPIED_MS)
  }
  const copy = () => {
    approach()
    copyText(id).then(tell)
  }
  return (
    <>
      <BareButton
        aria-label={`${copyLabel} ${shortId(id)}`}
        className={classes(styles.id, className)}
        onPointerEnter={approach}
        onFocus={approach}
        onClick={copy}
      >
        {shortId(id)}
        <Icon size="sm" className={styles.glyph}>
          {copied ? <CheckIcon /> : <CopyIcon />}
        </Icon>
      </BareButton>
      {/* Has to stand there before it speaks, but not in every row. */}
      {isNear && <VisuallyHidden live="polite">{copied ? copiedText : ''}</VisuallyHidden>}
    </>
  )
}
