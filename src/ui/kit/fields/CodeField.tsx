import type { Ref } from 'react'
import { BareField, type FieldText } from './BareField.tsx'
import styles from './CodeField.module.css'

export interface CodeFieldProps extends FieldText {
  value: string
  /** Called with up to `length` digits. Other characters are dropped. */
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  /** Number of digits in a code. Default 6. */
  length?: number
  className?: string | undefined
  inputRef?: Ref<HTMLInputElement>
  autoFocus?: boolean
}

/**
 * Input for a mailed code, with one cell per digit. A single transparent input covers the cells, so that paste and autofill work.
 */
export function CodeField(props: CodeFieldProps) {
  const { value, onChange, onBlur, name, length = 6, inputRef, autoFocus, ...words } = props
  const current = Math.min(value.length, length - 1)
  return (
    <BareField {...words}>
      {(controlProps) => (
        <span className={styles.code} data-invalid={Boolean(words.error) || undefined}>
          {Array.from({ length }, (_, index) => (
            <span
              // biome-ignore lint/suspicious/noArrayIndexKey: the cells never move
              key={index}
              aria-hidden="true"
              className={styles.cell}
              data-on={index === current || undefined}
            >
              {value[index]}
            </span>
          ))}
          <input
            {...{ ...controlProps, name, value, onBlur, autoFocus }}
            ref={inputRef}
            type="text"
            autoComplete="one-time-code"
            inputMode="numeric"
            onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, length))}
            // Moves the invisible caret after the last digit. Selections are left alone.
            onSelect={({ currentTarget: input }) => {
              const end = input.value.length
              if (input.selectionStart === input.selectionEnd && input.selectionStart !== end)
                input.setSelectionRange(end, end)
            }}
          />
        </span>
      )}
    </BareField>
  )
}
