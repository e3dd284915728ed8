import type { Ref } from 'react'
import { BareField, type FieldWords } from './BareField.tsx'
import styles from './CodeField.module.css'

/** Props of {@link CodeField}. */
export interface CodeFieldProps extends FieldWords {
  /** The figures typed so far. */
  value: string
  /** Hears figures only, at most {@link length} of them, whatever was typed or pasted around them. */
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  /** How many figures a code has. Default 6. */
  length?: number
  className?: string | undefined
  inputRef?: Ref<HTMLInputElement>
  autoFocus?: boolean
}

/** A code from a mail, a cell for each figure: one real input lies over the cells, so that pasting and filling in work. */
export function CodeField(props: CodeFieldProps) {
  const { value, onChange, onBlur, name, length = 6, inputRef, autoFocus, ...words } = props
  const current = Math.min(value.length, length - 1)
  return (
    <BareField {...words}>
      {(tied) => (
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
            {...{ ...tied, name, value, onBlur, autoFocus }}
            ref={inputRef}
            type="text"
            autoComplete="one-time-code"
            inputMode="numeric"
            onChange={({ target }) => onChange(target.value.replace(/\D/g, '').slice(0, length))}
            // The caret can't be seen, so it stays behind the last figure; a selection is left as it is.
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
