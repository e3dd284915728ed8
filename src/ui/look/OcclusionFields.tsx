import {
  OCCLUSION_MODES,
  OCCLUSION_QUALITIES,
  type OcclusionMode,
  type OcclusionQuality,
} from '../../machines/viewer/occlusion.ts'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { Slider } from '../kit/fields/Slider.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './DisplayOptionsPanel.module.css'
import type { DisplayOptions } from './display-options.ts'

const QUALITIES = Object.keys(OCCLUSION_QUALITIES) as OcclusionQuality[]
const OFF = 'off'

export interface OcclusionFieldsProps {
  look: DisplayOptions
  onLook: (part: Partial<DisplayOptions>) => void
  isWaiting: boolean
}

export function OcclusionFields({ look, onLook, isWaiting }: OcclusionFieldsProps) {
  const translate = useTranslate(lookMessages)
  const { samples, denoiseSamples, denoiseRadius } = OCCLUSION_QUALITIES[look.quality]
  return (
    <section>
      <SelectField
        className={styles.inline}
        label={translate('look.occlusion')}
        items={[
          { id: OFF, label: translate('look.occlusion.off') },
          ...OCCLUSION_MODES.map((mode) => ({ id: mode, label: translate(`look.occlusion.${mode}`) })),
        ]}
        value={look.occlusion ?? OFF}
        onChange={(id) => onLook({ occlusion: id === OFF ? null : (id as OcclusionMode) })}
        placeholder={translate('look.occlusion.off')}
        isDisabled={isWaiting}
      />
      {look.occlusion !== null && (
        <div className={styles.steps}>
          <Slider
            label={translate('look.quality')}
            min={0}
            max={QUALITIES.length - 1}
            step={1}
            value={QUALITIES.indexOf(look.quality)}
            onChange={(index) => onLook({ quality: QUALITIES[index] ?? 'Medium' })}
            format={(index) =>
              `${translate(`look.quality.${QUALITIES[index] ?? look.quality}`)} ${samples} · ${denoiseSamples} · ${denoiseRadius}`
            }
            isDisabled={isWaiting}
          />
          <span className={styles.stops} aria-hidden="true">
            {QUALITIES.map((name) => (
              <i key={name} />
            ))}
          </span>
        </div>
      )}
    </section>
  )
}
