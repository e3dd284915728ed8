import { CheckIcon } from '@phosphor-icons/react/Check'
import { MinusIcon } from '@phosphor-icons/react/Minus'
import { Icon } from '../Icon.tsx'
import { joinClassNames } from '../join-class-names.ts'
import styles from './Checkbox.module.css'

export interface CheckboxProps {
  /** Accessible name: "Select Tide Runner". */
  label: string
  isChecked: boolean
  /** Whether only some of the items are selected, for a checkbox that stands for several items. */
  isIndeterminate?: boolean
  isDisabled?: boolean
  /** Called on a press; `isRange` is true if Shift was pressed too. */
  onPress: (isRange: boolean) => void
  className?: string | undefined
}

/** Checkbox for rows of long lists. Native, because each row has one. */
export function Checkbox({
  label,
  isChecked,
  isIndeterminate = false,
  isDisabled = false,
  onPress,
  className,
}: CheckboxProps) {
  return (
    <span className={joinClassNames(styles.tick, className)}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = isIndeterminate
        }}
        type="checkbox"
        aria-label={label}
        checked={isChecked}
        disabled={isDisabled}
        onChange={({ nativeEvent }) => onPress('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
      {(isChecked || isIndeterminate) && (
        <Icon size="xs" className={styles.mark}>
          {isIndeterminate ? <MinusIcon weight="bold" /> : <CheckIcon weight="bold" />}
        </Icon>
      )}
    </span>
  )
}
