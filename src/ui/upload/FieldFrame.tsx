import { WarningCircleIcon } from '@phosphor-icons/react/WarningCircle'
import { type ReactNode, useEffect, useRef } from 'react'
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
  const box = useKeptFocus(isVacant)
  return (
    <fieldset
      ref={box}
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

/** Keeps the keyboard in the field when a file comes or goes, since what had the focus is gone then. */
function useKeptFocus(isVacant: boolean) {
  const box = useRef<HTMLFieldSetElement>(null)
  const held = useRef(isVacant)
  useEffect(() => {
    const focused = document.activeElement
    const isLost = focused === null || focused === document.body
    if (held.current !== isVacant && isLost) {
      const next = isVacant ? box.current?.querySelector<HTMLElement>('[role="button"], button') : box.current
      next?.focus({ preventScroll: true })
    }
    held.current = isVacant
  }, [isVacant])
  return box
}
