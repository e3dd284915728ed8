import { CameraIcon } from '@phosphor-icons/react/Camera'
import { CaretUpDownIcon } from '@phosphor-icons/react/CaretUpDown'
import { useAtelier } from '../context.ts'
import { formatDecimals } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { Popover } from '../kit/Popover.tsx'
import { Segmented } from '../kit/Segmented.tsx'
import { Slider } from '../kit/Slider.tsx'
import styles from './LookPanel.module.css'
import { FORMATS, type Format, type Look } from './look.ts'

/** Props of {@link CaptureButtons}. */
export interface CaptureButtonsProps {
  look: Look
  onLook: (part: Partial<Look>) => void
  isWaiting: boolean
  onCapture: () => void
}

/** Takes a picture; beside it, as what and how well. */
export function CaptureButtons({ look, onLook, isWaiting, onCapture }: CaptureButtonsProps) {
  const { translate, language } = useAtelier()
  const { type, quality } = look.capture
  const inFigures = (value: number) => formatDecimals(value, language, 1)
  const set = (part: Partial<Look['capture']>) => onLook({ capture: { ...look.capture, ...part } })
  return (
    <footer className={styles.foot}>
      <Button wide icon={<CameraIcon />} disabled={isWaiting} onClick={onCapture}>
        {translate('look.capture')}
      </Button>
      <Popover
        label={translate('look.capture.how')}
        placement="top end"
        trigger={(button) => (
          <Button
            {...button}
            className={styles.format}
            disabled={isWaiting}
            aria-label={translate('look.capture.as', { format: FORMATS[type], quality: inFigures(quality) })}
          >
            {FORMATS[type]} {inFigures(quality)} <CaretUpDownIcon aria-hidden="true" />
          </Button>
        )}
      >
        <div className={styles.formats}>
          <Segmented
            label={translate('look.capture.format')}
            size="sm"
            wide
            items={(Object.keys(FORMATS) as Format[]).map((id) => ({ id, label: FORMATS[id] }))}
            value={type}
            onChange={(id) => set({ type: id })}
          />
          <Slider
            label={translate('look.capture.quality')}
            step={0.1}
            value={quality}
            onChange={(value) => set({ quality: value })}
            format={inFigures}
          />
          {type === 'image/png' && <p className={styles.hint}>{translate('look.capture.lossless')}</p>}
        </div>
      </Popover>
    </footer>
  )
}
