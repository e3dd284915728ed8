import {
  OCCLUSION_MODES,
  OCCLUSION_QUALITIES,
  type OcclusionMode,
  type OcclusionQuality,
} from '../../machines/rules/occlusion.ts'
import { useAtelier } from '../context.ts'
import { SelectField } from '../kit/SelectField.tsx'
import { Slider } from '../kit/Slider.tsx'
import styles from './LookPanel.module.css'
import type { Look } from './look.ts'

const QUALITIES = Object.keys(OCCLUSION_QUALITIES) as OcclusionQuality[]
const OFF = 'off'

/** Props of {@link OcclusionFields}. */
export interface OcclusionFieldsProps {
  look: Look
  onLook: (part: Partial<Look>) => void
  isWaiting: boolean
}

/** How ambient occlusion is looked at, and how finely it is drawn. */
export function OcclusionFields({ look, onLook, isWaiting }: OcclusionFieldsProps) {
  const { translate } = useAtelier()
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
              `${translate(`look.quality.${QUALITIES[index]}`)} ${samples} · ${denoiseSamples} · ${denoiseRadius}`
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
