import { Slider as AriaSlider, Label, SliderOutput, SliderThumb, SliderTrack } from 'react-aria-components/Slider'
import { joinClassNames } from '../join-class-names.ts'
import { omitUndefinedProps } from '../omit-undefined-props.ts'
import styles from './Slider.module.css'

export interface SliderProps {
  label: string
  value: number
  onChange: (value: number) => void
  /** Called with the value when the user releases the thumb. */
  onChangeEnd?: (value: number) => void
  /** Default 0. */
  min?: number
  /** Default 1. */
  max?: number
  /** Default 0.01. */
  step?: number
  format: (value: number) => string
  isDisabled?: boolean
  className?: string | undefined
}

export function Slider(props: SliderProps) {
  const { label, value, onChange, onChangeEnd, format, min = 0, max = 1, step = 0.01, className } = props
  return (
    <AriaSlider
      value={value}
      onChange={onChange}
      {...omitUndefinedProps({ onChangeEnd, isDisabled: props.isDisabled })}
      minValue={min}
      maxValue={max}
      step={step}
      className={joinClassNames(styles.slider, className)}
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
