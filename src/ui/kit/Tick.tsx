import { CheckIcon } from '@phosphor-icons/react/Check'
import { MinusIcon } from '@phosphor-icons/react/Minus'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'
import styles from './Tick.module.css'

/** Props of {@link Tick}. */
export interface TickProps {
  /** The name for screen readers: "Select Tide Runner". */
  label: string
  isTicked: boolean
  /** Some of what it stands for is ticked. */
  isPartly?: boolean
  isDisabled?: boolean
  /** Hears a press, and whether Shift was held. */
  onPress: (isRange: boolean) => void
  className?: string | undefined
}

/** A box to tick in each row of a long list: the browser's own, because there are many. */
export function Tick({ label, isTicked, isPartly = false, isDisabled = false, onPress, className }: TickProps) {
  return (
    <span className={classes(styles.tick, className)}>
      <input
        ref={(input) => {
          if (input) input.indeterminate = isPartly
        }}
        type="checkbox"
        aria-label={label}
        checked={isTicked}
        disabled={isDisabled}
        onChange={({ nativeEvent }) => onPress('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)}
      />
      {(isTicked || isPartly) && (
        <Icon size="xs" className={styles.mark}>
          {isPartly ? <MinusIcon weight="bold" /> : <CheckIcon weight="bold" />}
        </Icon>
      )}
    </span>
  )
}
