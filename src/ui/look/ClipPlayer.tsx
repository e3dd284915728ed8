import { PauseIcon } from '@phosphor-icons/react/Pause'
import { PlayIcon } from '@phosphor-icons/react/Play'
import { useAtelier } from '../context.ts'
import { formatNumber } from '../format-number.ts'
import { formatDecimals } from '../formats.ts'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { SelectField } from '../kit/fields/SelectField.tsx'
import { Slider } from '../kit/fields/Slider.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import type { ModelInfo } from '../viewer/load/model-info.ts'
import styles from './DisplayOptionsPanel.module.css'
import type { DisplayOptions } from './display-options.ts'

export interface ClipPlayerProps {
  clips: readonly string[]
  durations: ModelInfo['durations']
  look: DisplayOptions
  onLook: (part: Partial<DisplayOptions>) => void
  /** Current time of the clip, in seconds. */
  time: number
}

const NO_CLIP = ''

const SPEEDS = [0.25, 0.5, 1, 2]

/** Player for the model's animation clips: selection, play, speed and time. */
export function ClipPlayer({ clips, durations, look, onLook, time }: ClipPlayerProps) {
  const translate = useTranslate(lookMessages)
  const { language } = useAtelier()
  if (clips.length === 0) return null
  const { clip, isPlaying } = look
  const duration = clip === null ? 0 : (durations[clip] ?? 0)
  const formatSeconds = (seconds: number) => formatDecimals(seconds, language, 2)
  const currentTime = Math.min(duration, look.clipTime ?? time)
  return (
    <section>
      <SelectField
        label={translate('look.clip')}
        items={[
          { id: NO_CLIP, label: translate('look.clip.none') },
          ...clips.map((label, index) => ({ id: String(index), label: label || `${index + 1}` })),
        ]}
        value={clip === null ? NO_CLIP : String(clip)}
        onChange={(id) => onLook({ clip: id === NO_CLIP ? null : Number(id), clipTime: null, isPlaying: true })}
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
            value={currentTime}
            onChange={(seconds) => onLook({ clipTime: seconds, isPlaying: false })}
            format={(seconds) => translate('look.clip.at', { at: formatSeconds(seconds), of: formatSeconds(duration) })}
          />
        </div>
      )}
      {clip !== null && (
        <SegmentedControl
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
