import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../kit/Icon.tsx'
import { VisuallyHidden } from '../kit/layout/VisuallyHidden.tsx'
import styles from './UploadField.module.css'

export interface UploadFieldFrameProps {
  /** Name of the field. A blocked submit focuses the field by this name. */
  name: string
  /** Prefix of the ids of the label, limit and error: `-label`, `-limit`, `-error`. */
  id: string
  label: string
  limit: string
  /** Error, announced immediately. */
  error: string | undefined
  /** Status announced politely to screen readers. */
  status: string
  isEmpty: boolean
  children: ReactNode
}

export function UploadFieldFrame({ name, id, label, limit, error, status, isEmpty, children }: UploadFieldFrameProps) {
  const focusProps = useRetainedFocus(isEmpty)
  return (
    <fieldset
      {...focusProps}
      className={styles.field}
      data-field={name}
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={error ? `${id}-error` : undefined}
    >
      <span className={styles.head}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        <span id={`${id}-limit`} className={styles.limit}>
          {limit}
        </span>
      </span>
      {children}
      {error && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <Icon size="sm">
            <WarningCircleIcon />
          </Icon>
          <span>{error}</span>
        </p>
      )}
      <VisuallyHidden live="polite">{status}</VisuallyHidden>
    </fieldset>
  )
}

/** Restores the focus within a field when the focused control unmounts because a file was added or removed. */
function useRetainedFocus(isEmpty: boolean) {
  const ref = useRef<HTMLFieldSetElement>(null)
  const wasEmpty = useRef(isEmpty)
  const hadFocus = useRef(false)
  useEffect(() => {
    const focused = document.activeElement
    const isLost = hadFocus.current && (focused === null || focused === document.body)
    if (wasEmpty.current !== isEmpty && isLost) {
      const next = isEmpty ? ref.current?.querySelector<HTMLElement>('[role="button"], button') : ref.current
      next?.focus({ preventScroll: true })
    }
    wasEmpty.current = isEmpty
  }, [isEmpty])
  const onFocus = () => {
    hadFocus.current = true
  }
  // No `relatedTarget` means that the file picker opened or the focused element was removed.
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget) hadFocus.current = ref.current?.contains(relatedTarget) ?? false
  }
  return { ref, onFocus, onBlur }
}
