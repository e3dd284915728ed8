import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../kit/Icon.tsx'
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx'
import styles from './UploadField.module.css'

/** Props of {@link FieldFrame}. */
export interface FieldFrameProps {
  /** The field's name, by which a blocked submit finds it. */
  name: string
  /** Begins the ids of its parts: `-label`, `-limit`, `-error`. */
  id: string
  label: string
  limit: string
  /** What is wrong, announced at once. */
  trouble: string | undefined
  /** What a screen reader is told politely. */
  news: string
  isVacant: boolean
  children: ReactNode
}

/** What stands around a file field's control: its label and limit, what is wrong with it, what is happening. */
export function FieldFrame({ name, id, label, limit, trouble, news, isVacant, children }: FieldFrameProps) {
  const kept = useKeptFocus(isVacant)
  return (
    <fieldset
      {...kept}
      className={styles.field}
      data-field={name}
      tabIndex={-1}
      aria-labelledby={`${id}-label`}
      aria-describedby={trouble ? `${id}-error` : undefined}
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
      {trouble && (
        <p id={`${id}-error`} className={styles.error} role="alert">
          <Icon size="sm">
            <WarningCircleIcon />
          </Icon>
          <span>{trouble}</span>
        </p>
      )}
      <VisuallyHidden live="polite">{news}</VisuallyHidden>
    </fieldset>
  )
}

/** Keeps the keyboard in a field that had it when a file comes or goes, since what had the focus is gone then. */
function useKeptFocus(isVacant: boolean) {
  const ref = useRef<HTMLFieldSetElement>(null)
  const held = useRef(isVacant)
  const hadFocus = useRef(false)
  useEffect(() => {
    const focused = document.activeElement
    const isLost = hadFocus.current && (focused === null || focused === document.body)
    if (held.current !== isVacant && isLost) {
      const next = isVacant ? ref.current?.querySelector<HTMLElement>('[role="button"], button') : ref.current
      next?.focus({ preventScroll: true })
    }
    held.current = isVacant
  }, [isVacant])
  const onFocus = () => {
    hadFocus.current = true
  }
  // To nothing of the page: the system asks for the file, or what had the focus went.
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (relatedTarget) hadFocus.current = ref.current?.contains(relatedTarget) ?? false
  }
  return { ref, onFocus, onBlur }
}
