import { SelectField } from '../kit/fields/SelectField.tsx'
import { Switch } from '../kit/fields/Switch.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import { LIGHTING_MODES, type LightingMode } from '../viewer/light/lighting-modes.ts'
import type { ModelInfo } from '../viewer/load/model-info.ts'
import type { ViewerInfo } from '../viewer/viewer-info.ts'
import { CaptureButtons } from './CaptureButtons.tsx'
import { ClipPlayer } from './ClipPlayer.tsx'
import styles from './DisplayOptionsPanel.module.css'
import { BOOLEAN_DISPLAY_OPTIONS, type DisplayOptions } from './display-options.ts'
import { EmotionSliders } from './EmotionSliders.tsx'
import { EnvironmentPicker } from './EnvironmentPicker.tsx'
import { ModelStatistics } from './ModelStatistics.tsx'
import { OcclusionFields } from './OcclusionFields.tsx'

export interface DisplayOptionsPanelProps {
  look: DisplayOptions
  onLook: (look: DisplayOptions) => void
  /** Facts about the loaded model. Without a model, the controls are disabled. */
  model: ModelInfo | null
  /** Current time of the chosen clip, in seconds. */
  clipTime: number
  onCapture: () => void
  hasCaptureFailed: boolean
  /** Returns the rendering statistics, or null before the viewer is ready. */
  read: () => ViewerInfo | null
}

/** Panel with the display options, emotions, clips and statistics of a model, and the capture button. */
export function DisplayOptionsPanel({
  look,
  onLook,
  model,
  clipTime,
  onCapture,
  hasCaptureFailed,
  read,
}: DisplayOptionsPanelProps) {
  const translate = useTranslate(lookMessages)
  const isWaiting = model === null
  const set = (part: Partial<DisplayOptions>) => onLook({ ...look, ...part })
  return (
    <div className={styles.panel} data-waiting={isWaiting || undefined}>
      <div className={styles.scroll}>
        <EnvironmentPicker look={look} onLook={set} isWaiting={isWaiting} />
        <LightingField look={look} onLook={set} isWaiting={isWaiting} />
        <OcclusionFields look={look} onLook={set} isWaiting={isWaiting} />
        <section className={styles.switches}>
          {[...BOOLEAN_DISPLAY_OPTIONS, 'wireframe' as const, 'skeleton' as const].map((name) => (
            <Switch
              key={name}
              size="sm"
              label={translate(`look.${name}`)}
              isSelected={look[name]}
              onChange={(on) => set({ [name]: on })}
              isDisabled={isWaiting || (name === 'skeleton' && model.bones === 0)}
            />
          ))}
        </section>
        <ClipPlayer
          clips={model?.clips ?? []}
          durations={model?.durations ?? []}
          look={look}
          onLook={set}
          time={clipTime}
        />
        <EmotionSliders targets={model?.morphTargets ?? []} look={look} onLook={set} />
        {model && <ModelStatistics model={model} read={read} />}
      </div>
      {hasCaptureFailed && (
        <p className={styles.fault} role="alert">
          {translate('look.capture.failed')}
        </p>
      )}
      <CaptureButtons look={look} onLook={set} isWaiting={isWaiting} onCapture={onCapture} />
    </div>
  )
}

interface LightingFieldProps {
  look: DisplayOptions
  onLook: (part: Partial<DisplayOptions>) => void
  isWaiting: boolean
}

/** Select field for lights in addition to the environment. */
function LightingField({ look, onLook, isWaiting }: LightingFieldProps) {
  const translate = useTranslate(lookMessages)
  return (
    <section>
      <SelectField
        className={styles.inline}
        label={translate('look.lighting')}
        items={LIGHTING_MODES.map((id) => ({ id, label: translate(`look.lighting.${id}`) }))}
        value={look.lighting}
        onChange={(id) => onLook({ lighting: id as LightingMode })}
        placeholder={translate('look.lighting')}
        isDisabled={isWaiting}
      />
    </section>
  )
}
