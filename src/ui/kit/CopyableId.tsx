import { CheckIcon } from '@phosphor-icons/react/Check'
import { CopyIcon } from '@phosphor-icons/react/Copy'
import { useRef, useState } from 'react'
import { BareButton } from './BareButton.tsx'
import styles from './CopyableId.module.css'
import { copyText } from './copy-text.ts'
import { Icon } from './Icon.tsx'
import { joinClassNames } from './join-class-names.ts'
import { VisuallyHidden } from './layout/VisuallyHidden.tsx'
import { shortenId } from './shorten-id.ts'

const COPIED_FEEDBACK_MS = 1600

export interface CopyableIdProps {
  id: string
  /** Verb for the accessible name: "Copy id". */
  copyLabel: string
  /** Announcement after copying: "Copied". */
  copiedText: string
  className?: string | undefined
}

/** Shortened id; a press copies the full id (design guide §4). Native button, because each row of a list has one. */
export function CopyableId({ id, copyLabel, copiedText, className }: CopyableIdProps) {
  const [isNear, setNear] = useState(false)
  const [copied, setCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const onApproach = () => setNear(true)
  const showResult = (isCopied: boolean) => {
    clearTimeout(timer.current)
    setCopied(isCopied)
    if (isCopied) timer.current = setTimeout(() => setCopied(false), COPIED_FEEDBACK_MS)
  }
  const copyId = () => {
    onApproach()
    copyText(id).then(showResult)
  }
  return (
    <>
      <BareButton
        aria-label={`${copyLabel} ${shortenId(id)}`}
        className={joinClassNames(styles.id, className)}
        onPointerEnter={onApproach}
        onFocus={onApproach}
        onClick={copyId}
      >
        {shortenId(id)}
        <Icon size="sm" className={styles.glyph}>
          {copied ? <CheckIcon /> : <CopyIcon />}
        </Icon>
      </BareButton>
      {/* A live region must exist before its text changes. The region is mounted on hover or focus, because lists have many rows. */}
      {isNear && <VisuallyHidden live="polite">{copied ? copiedText : ''}</VisuallyHidden>}
    </>
  )
}
