import { type ReactNode, useId } from 'react'
import { type SwitchProps as AriaProps, Switch as AriaSwitch } from 'react-aria-components/Switch'
import { joinClassNames } from '../join-class-names.ts'
import styles from './Switch.module.css'

/** Props of {@link Switch}. React Aria's own (`isSelected`, `onChange`, …) are passed on. */
export interface SwitchProps extends Omit<AriaProps, 'children' | 'className'> {
  label: string
  /** Second line below the label. */
  description?: ReactNode
  size?: 'sm' | 'md'
  className?: string | undefined
}

/** Switch for a setting that takes effect immediately. */
export function Switch({ label, description, size = 'md', className, ...rest }: SwitchProps) {
  const id = useId()
  return (
    <AriaSwitch
      {...rest}
      aria-labelledby={`${id}-label`}
      {...(description && { 'aria-describedby': `${id}-description` })}
      className={joinClassNames(styles.switch, className)}
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
