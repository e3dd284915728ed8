import type { ReactNode } from 'react'
import { BareButton } from '../kit/BareButton.tsx'
import { Icon } from '../kit/Icon.tsx'
import { linkClass } from '../kit/link-class.ts'
import { Spinner } from '../kit/Spinner.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import styles from './SessionForm.module.css'

/** Props of {@link TextButton}. */
export interface TextButtonProps {
  children: ReactNode
  /** Work is under way: a spinner, no further presses, focus stays. What screen readers are told of it. */
  busy?: string | false | undefined
  onClick: () => void
}

/** Something to do that reads as part of a sentence. */
export function TextButton({ children, busy, onClick }: TextButtonProps) {
  return (
    <>
      <BareButton
        className={linkClass}
        aria-disabled={Boolean(busy) || undefined}
        data-busy={busy ? '' : undefined}
        onClick={busy ? undefined : onClick}
      >
        {busy && (
          <Icon size="sm" className={styles.working}>
            <Spinner />
          </Icon>
        )}
        {children}
      </BareButton>
      {busy !== undefined && (
        <VisuallyHidden>
          <span aria-live="polite">{busy}</span>
        </VisuallyHidden>
      )}
    </>
  )
}
