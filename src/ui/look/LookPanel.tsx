import { Switch } from '../kit/fields/Switch.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import type { ModelInfo } from '../viewer/load/model-info.ts'
import type { ViewerInfo } from '../viewer/viewer-info.ts'
import { CaptureButtons } from './CaptureButtons.tsx'
import { ClipPlayer } from './ClipPlayer.tsx'
import { EmotionSliders } from './EmotionSliders.tsx'
import { Environments } from './Environments.tsx'
import { LightingField } from './LightingField.tsx'
import styles from './LookPanel.module.css'
import { LOOK_SWITCHES, type Look } from './look.ts'
import { OcclusionFields } from './OcclusionFields.tsx'
import { Statistics } from './Statistics.tsx'

export interface LookPanelProps {
  look: Look
  onLook: (look: Look) => void
  /** Facts about the loaded model; the controls are disabled until it is loaded. */
  model: ModelInfo | null
  /** Current time of the chosen clip, in seconds. */
  clipTime: number
  onCapture: () => void
  hasCaptureFailed: boolean
  /** Reads the rendering statistics; null before the stage is ready. */
  read: () => ViewerInfo | null
}

/** Panel with the display options, the model's emotions and clips, its statistics, and the capture button. */
export function LookPanel({ look, onLook, model, clipTime, onCapture, hasCaptureFailed, read }: LookPanelProps) {
  const translate = useTranslate(lookMessages)
  const isWaiting = model === null
  const set = (part: Partial<Look>) => onLook({ ...look, ...part })
  return (
    <div className={styles.panel} data-waiting={isWaiting || undefined}>
      <div className={styles.scroll}>
        <Environments look={look} onLook={set} isWaiting={isWaiting} />
        <LightingField look={look} onLook={set} isWaiting={isWaiting} />
        <OcclusionFields look={look} onLook={set} isWaiting={isWaiting} />
        <section className={styles.switches}>
          {[...LOOK_SWITCHES, 'wireframe' as const, 'skeleton' as const].map((name) => (
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
        {model && <Statistics model={model} read={read} />}
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
