import { CheckIcon } from '@phosphor-icons/react/Check'
import { CopyIcon } from '@phosphor-icons/react/Copy'
import { useEffect, useState } from 'react'
import styles from './CopyId.module.css'
import { classes } from './classes.ts'
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
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), COPIED_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = () =>
    navigator.clipboard.writeText(id).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <>
      <button
        type="button"
        tabIndex={0}
        aria-label={`${copyLabel} ${id}`}
        className={classes(styles.id, className)}
        onClick={copy}
      >
        {shortId(id)}
        <Icon size="sm" className={styles.glyph}>
          {copied ? <CheckIcon /> : <CopyIcon />}
        </Icon>
      </button>
      <VisuallyHidden live="polite">{copied ? copiedText : ''}</VisuallyHidden>
    </>
  )
}
