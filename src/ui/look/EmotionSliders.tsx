import { CaretDownIcon } from '@phosphor-icons/react/CaretDown'
import { CaretUpIcon } from '@phosphor-icons/react/CaretUp'
import { useState } from 'react'
import { groupMorphTargets } from '../../machines/viewer/face-groups.ts'
import { useAtelier } from '../context.ts'
import { formatDecimals } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { Slider } from '../kit/fields/Slider.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './DisplayOptionsPanel.module.css'
import type { DisplayOptions } from './display-options.ts'

/** Number of emotions shown before "more" is pressed. */
const COLLAPSED_SLIDERS = 4

/** Props of {@link EmotionSliders}; `targets` are the names of the model's morph targets. */
export interface EmotionSlidersProps {
  targets: readonly string[]
  look: DisplayOptions
  onLook: (part: Partial<DisplayOptions>) => void
}

/** Sliders for the morph targets, grouped by part of the face. Initially only a few are shown. */
export function EmotionSliders({ targets, look, onLook }: EmotionSlidersProps) {
  const translate = useTranslate(lookMessages)
  const { language } = useAtelier()
  const [showsAll, setShowsAll] = useState(false)
  if (targets.length === 0) return null
  const renderSlider = (name: string) => (
    <Slider
      key={name}
      label={name}
      value={look.emotion[name] ?? 0}
      format={(influence) => formatDecimals(influence, language, 2)}
      onChange={(influence) => onLook({ emotion: { ...look.emotion, [name]: influence } })}
    />
  )
  return (
    <section>
      <div className={styles.title}>
        <h2>{translate('look.emotion')}</h2>
        <Button variant="ghost" size="sm" className={styles.reset} onClick={() => onLook({ emotion: {} })}>
          {translate('look.emotion.reset')}
        </Button>
      </div>
      {!showsAll && targets.slice(0, COLLAPSED_SLIDERS).map(renderSlider)}
      {showsAll &&
        groupMorphTargets(targets).map(({ group, names }) => (
          <fieldset key={group} className={styles.group}>
            <legend>{translate(`look.emotion.${group}`)}</legend>
            {names.map(renderSlider)}
          </fieldset>
        ))}
      {targets.length > COLLAPSED_SLIDERS && (
        <Button
          variant="ghost"
          size="sm"
          className={styles.more}
          icon={showsAll ? <CaretUpIcon /> : <CaretDownIcon />}
          onClick={() => setShowsAll(!showsAll)}
        >
          {showsAll
            ? translate('look.emotion.fewer')
            : translate('look.emotion.more', { n: targets.length - COLLAPSED_SLIDERS })}
        </Button>
      )}
    </section>
  )
}
