import { EyeIcon } from '@phosphor-icons/react/Eye'
import { EyeSlashIcon } from '@phosphor-icons/react/EyeSlash'
import { type ReactNode, type Ref, useState } from 'react'
import { Button } from 'react-aria-components/Button'
import {
  type TextFieldProps as AriaProps,
  TextField as AriaTextField,
  Input,
  TextArea,
} from 'react-aria-components/TextField'
import { classes } from './classes.ts'
import styles from './Field.module.css'
import { FieldFoot, FieldHead, type FieldWords } from './FieldParts.tsx'
import { given } from './given.ts'
import { Icon } from './Icon.tsx'

/** Props of {@link TextField}; React Aria's own (`value`, `onChange`, `name`, `type`, `autoComplete`, `isReadOnly`, …) pass through. */
export interface TextFieldProps
  extends Omit<AriaProps, 'children' | 'className' | 'isInvalid' | 'validate' | 'validationBehavior'>,
    FieldWords {
  placeholder?: string
  /** A glyph before the value. */
  icon?: ReactNode
  /** 32 (44 on touch), 40 or 44 pixels high. Default `md`. */
  size?: 'md' | 'lg' | 'xl'
  /** For passwords: the words of the button that shows and hides the value; without them there is no button. */
  reveal?: { show: string; hide: string }
  /** More than one line. */
  lines?: number
  className?: string | undefined
  inputRef?: Ref<HTMLInputElement>
}

/** A labelled text field with its description and error. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    labelEnd,
    description,
    error,
    placeholder,
    icon,
    size = 'md',
    reveal,
    lines,
    className,
    inputRef,
    ...rest
  } = props
  const [shown, setShown] = useState(false)
  const type = reveal && shown ? 'text' : rest.type
  return (
    <AriaTextField
      {...rest}
      {...(type && { type })}
      validationBehavior="aria"
      isInvalid={Boolean(error)}
      className={classes(styles.field, className)}
    >
      <FieldHead label={label} labelEnd={labelEnd} />
      <span className={classes(styles.input, size !== 'md' && styles[size], lines !== undefined && styles.area)}>
        {icon && <Icon>{icon}</Icon>}
        {lines ? (
          <TextArea rows={lines} {...given({ placeholder })} />
        ) : (
          <Input {...given({ ref: inputRef, placeholder })} />
        )}
        {reveal && (
          <Button
            slot={null}
            className={styles.inner!}
            aria-label={shown ? reveal.hide : reveal.show}
            onPress={() => setShown(!shown)}
          >
            <Icon>{shown ? <EyeSlashIcon /> : <EyeIcon />}</Icon>
          </Button>
        )}
      </span>
      <FieldFoot description={description} error={error} />
    </AriaTextField>
  )
}
