import type { Ref } from 'react'
import { TextField as AriaTextField, Input } from 'react-aria-components/TextField'
import styles from './CodeField.module.css'
import { classes } from './classes.ts'
import fields from './Field.module.css'
import { FieldFoot, FieldHead, type FieldWords } from './FieldParts.tsx'
import { given } from './given.ts'

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
  const { label, labelEnd, description, error, value, onChange, onBlur, name, length = 6, inputRef, autoFocus } = props
  const current = Math.min(value.length, length - 1)
  return (
    <AriaTextField
      {...given({ name, onBlur, autoFocus })}
      value={value}
      onChange={(text) => onChange(text.replace(/\D/g, '').slice(0, length))}
      autoComplete="one-time-code"
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={classes(fields.field, props.className)}
    >
      <FieldHead label={label} labelEnd={labelEnd} />
      <span className={styles.code} data-invalid={Boolean(error) || undefined}>
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
        <Input
          {...given({ ref: inputRef })}
          inputMode="numeric"
          // The caret can't be seen, so it stays behind the last figure; a selection is left as it is.
          onSelect={({ currentTarget: input }) => {
            const end = input.value.length
            if (input.selectionStart === input.selectionEnd && input.selectionStart !== end)
              input.setSelectionRange(end, end)
          }}
        />
      </span>
      <FieldFoot description={description} error={error} />
    </AriaTextField>
  )
}
