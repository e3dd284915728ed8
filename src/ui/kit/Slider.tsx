import { Slider as AriaSlider, Label, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import { classes } from './classes.ts'
import { given } from './given.ts'
import styles from './Slider.module.css'

/** Props of {@link Slider}. */
export interface SliderProps {
  label: string
  value: number
  onChange: (value: number) => void
  /** Hears the value once the hand lets go. */
  onChangeEnd?: (value: number) => void
  /** Default 0. */
  min?: number
  /** Default 1. */
  max?: number
  /** Default 0.01. */
  step?: number
  /** The words of the value. */
  format: (value: number) => string
  isDisabled?: boolean
  className?: string | undefined
}

/** A number on a track, with its label and its value in figures. */
export function Slider(props: SliderProps) {
  const { label, value, onChange, onChangeEnd, format, min = 0, max = 1, step = 0.01, className } = props
  return (
    <AriaSlider
      value={value}
      onChange={onChange}
      {...given({ onChangeEnd, isDisabled: props.isDisabled })}
      minValue={min}
      maxValue={max}
      step={step}
      className={classes(styles.slider, className)}
    >
      <Label className={styles.label!}>{label}</Label>
      <SliderOutput className={styles.output!}>{format(value)}</SliderOutput>
      <SliderTrack className={styles.track!}>
        {({ state }) => (
          <>
            <i className={styles.fill} style={{ inlineSize: `${state.getThumbPercent(0) * 100}%` }} />
            <SliderThumb className={styles.thumb!} />
          </>
        )}
      </SliderTrack>
    </AriaSlider>
  )
}
