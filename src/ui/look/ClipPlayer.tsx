import { PauseIcon } from '@phosphor-icons/react/Pause'
import { PlayIcon } from '@phosphor-icons/react/Play'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { formatDecimals } from '../formats.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { SelectField } from '../kit/SelectField.tsx'
import { Slider } from '../kit/Slider.tsx'
import type { ModelInfo } from '../viewer/model-info.ts'
import styles from './LookPanel.module.css'
import type { Look } from './look.ts'

/** Props of {@link ClipPlayer}. */
export interface ClipPlayerProps {
  clips: readonly string[]
  durations: ModelInfo['durations']
  look: Look
  onLook: (part: Partial<Look>) => void
  /** Where the clip stands, in seconds. */
  time: number
}

const NONE = ''

const SPEEDS = [0.25, 0.5, 1, 2]

/** The model's own animation clips: which one, whether it runs and how fast, and where it stands. */
export function ClipPlayer({ clips, durations, look, onLook, time }: ClipPlayerProps) {
  const { translate, language } = useAtelier()
  if (clips.length === 0) return null
  const { clip, isPlaying } = look
  const duration = clip === null ? 0 : (durations[clip] ?? 0)
  const inFigures = (seconds: number) => formatDecimals(seconds, language, 2)
  const now = Math.min(duration, look.clipTime ?? time)
  return (
    <section>
      <SelectField
        label={translate('look.clip')}
        items={[
          { id: NONE, label: translate('look.clip.none') },
          ...clips.map((label, index) => ({ id: String(index), label: label || `${index + 1}` })),
        ]}
        value={clip === null ? NONE : String(clip)}
        onChange={(id) => onLook({ clip: id === NONE ? null : Number(id), clipTime: null, isPlaying: true })}
        placeholder={translate('look.clip.none')}
      />
      {clip !== null && (
        <div className={styles.player}>
          <IconButton
            size="sm"
            variant="line"
            label={translate(isPlaying ? 'look.clip.pause' : 'look.clip.play')}
            icon={isPlaying ? <PauseIcon /> : <PlayIcon />}
            onClick={() => onLook({ isPlaying: !isPlaying, clipTime: null })}
          />
          <Slider
            label={translate('look.clip.time')}
            max={Math.max(0.01, duration)}
            value={now}
            onChange={(seconds) => onLook({ clipTime: seconds, isPlaying: false })}
            format={(seconds) => translate('look.clip.at', { at: inFigures(seconds), of: inFigures(duration) })}
          />
        </div>
      )}
      {clip !== null && (
        <Segmented
          label={translate('look.clip.speed')}
          size="sm"
          wide
          items={SPEEDS.map((speed) => ({ id: String(speed), label: `${formatNumber(speed, language)}×` }))}
          value={String(look.speed)}
          onChange={(speed) => onLook({ speed: Number(speed) })}
        />
      )}
    </section>
  )
}
