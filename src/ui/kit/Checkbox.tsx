import { CheckIcon } from '@phosphor-icons/react/Check'
import { MinusIcon } from '@phosphor-icons/react/Minus'
import type { ReactNode } from 'react'
import { Checkbox as AriaCheckbox, type CheckboxProps as AriaProps } from 'react-aria-components/Checkbox'
import styles from './Checkbox.module.css'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'

/** Props of {@link Checkbox}; React Aria's own (`isSelected`, `onChange`, `isIndeterminate`, `aria-label`, …) pass through. */
export interface CheckboxProps extends Omit<AriaProps, 'children' | 'className'> {
  /** The words beside it; without them give an `aria-label`. */
  children?: ReactNode
  className?: string | undefined
}

/** A 16 pixel box to tick, with a target of 32 (44 on touch). */
export function Checkbox({ children, className, ...rest }: CheckboxProps) {
  return (
    <AriaCheckbox {...rest} className={classes(styles.checkbox, className)}>
      {({ isSelected, isIndeterminate }) => (
        <>
          <span className={styles.box}>
            {(isSelected || isIndeterminate) && (
              <Icon size="xs">{isIndeterminate ? <MinusIcon weight="bold" /> : <CheckIcon weight="bold" />}</Icon>
            )}
          </span>
          {children}
        </>
      )}
    </AriaCheckbox>
  )
}
