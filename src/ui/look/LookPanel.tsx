import { useAtelier } from '../context.ts'
import { Switch } from '../kit/Switch.tsx'
import type { ModelInfo } from '../viewer/model-info.ts'
import type { ViewerInfo } from '../viewer/viewer-info.ts'
import { CaptureButtons } from './CaptureButtons.tsx'
import { ClipPlayer } from './ClipPlayer.tsx'
import { EmotionSliders } from './EmotionSliders.tsx'
import { Environments } from './Environments.tsx'
import { LightingField } from './LightingField.tsx'
import styles from './LookPanel.module.css'
import { type Look, SWITCHES } from './look.ts'
import { OcclusionFields } from './OcclusionFields.tsx'
import { Statistics } from './Statistics.tsx'

/** Props of {@link LookPanel}. */
export interface LookPanelProps {
  look: Look
  onLook: (look: Look) => void
  /** What the model is made of; until it is in, nothing here can be changed. */
  model: ModelInfo | null
  /** Where the chosen clip stands, in seconds. */
  clipTime: number
  onCapture: () => void
  hasCaptureFailed: boolean
  /** Reads what is on the stage. */
  read: () => ViewerInfo | null
}

/** Environment, lighting, occlusion, switches, the model's own emotions and clips, what it is made of, and taking a picture. */
export function LookPanel({ look, onLook, model, clipTime, onCapture, hasCaptureFailed, read }: LookPanelProps) {
  const { translate } = useAtelier()
  const isWaiting = model === null
  const set = (part: Partial<Look>) => onLook({ ...look, ...part })
  return (
    <div className={styles.panel} data-waiting={isWaiting || undefined}>
      <div className={styles.scroll}>
        <Environments look={look} onLook={set} isWaiting={isWaiting} />
        <LightingField look={look} onLook={set} isWaiting={isWaiting} />
        <OcclusionFields look={look} onLook={set} isWaiting={isWaiting} />
        <section className={styles.switches}>
          {[...SWITCHES, 'wireframe' as const, 'skeleton' as const].map((name) => (
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
