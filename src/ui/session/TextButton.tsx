import type { ReactNode } from 'react'
import { BareButton } from '../kit/BareButton.tsx'
import { Spinner } from '../kit/feedback/Spinner.tsx'
import { Icon } from '../kit/Icon.tsx'
import { VisuallyHidden } from '../kit/layout/VisuallyHidden.tsx'
import { linkClass } from '../kit/link-class.ts'
import styles from './AuthForm.module.css'

export interface TextButtonProps {
  children: ReactNode
  /** Busy message for screen readers. If set, the button shows a spinner, ignores presses and stays focusable. */
  busy?: string | false | undefined
  onClick: () => void
}

/** Button that looks like a link inside a sentence. */
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
