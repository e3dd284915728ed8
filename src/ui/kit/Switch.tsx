import { type ReactNode, useId } from 'react'
import { type SwitchProps as AriaProps, Switch as AriaSwitch } from 'react-aria-components/Switch'
import { classes } from './classes.ts'
import styles from './Switch.module.css'

/** Props of {@link Switch}; React Aria's own (`isSelected`, `onChange`, …) pass through. */
export interface SwitchProps extends Omit<AriaProps, 'children' | 'className'> {
  label: string
  /** A second, quieter line under the label. */
  description?: ReactNode
  size?: 'sm' | 'md'
  className?: string | undefined
}

/** Something that is on or off at once; its words stand on the left, the switch on the right. */
export function Switch({ label, description, size = 'md', className, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <AriaSwitch
      {...rest}
      aria-labelledby={`${id}-label`}
      {...(description && { 'aria-describedby': `${id}-description` })}
      className={classes(styles.switch, className)}
    >
      <span className={styles.words}>
        <span id={`${id}-label`} className={styles.label}>
          {label}
        </span>
        {description && (
          <small id={`${id}-description`} className={styles.description}>
            {description}
          </small>
        )}
      </span>
      <span className={styles.track} data-size={size} />
    </AriaSwitch>
  )
}
