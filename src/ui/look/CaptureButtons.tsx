import { CameraIcon } from '@phosphor-icons/react/Camera'
import { CaretUpDownIcon } from '@phosphor-icons/react/CaretUpDown'
import { useAtelier } from '../context.ts'
import { formatDecimals } from '../formats.ts'
import { Button } from '../kit/Button.tsx'
import { SegmentedControl } from '../kit/fields/SegmentedControl.tsx'
import { Slider } from '../kit/fields/Slider.tsx'
import { Popover } from '../kit/overlays/Popover.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './DisplayOptionsPanel.module.css'
import { type DisplayOptions, PICTURE_FORMATS, type PictureFormat } from './display-options.ts'

export interface CaptureButtonsProps {
  look: DisplayOptions
  onLook: (part: Partial<DisplayOptions>) => void
  isWaiting: boolean
  onCapture: () => void
}

/** Button that saves a picture of the model, with its format and quality. */
export function CaptureButtons({ look, onLook, isWaiting, onCapture }: CaptureButtonsProps) {
  const translate = useTranslate(lookMessages)
  const { language } = useAtelier()
  const { type, quality } = look.capture
  const formatQuality = (value: number) => formatDecimals(value, language, 1)
  const setCapture = (part: Partial<DisplayOptions['capture']>) => onLook({ capture: { ...look.capture, ...part } })
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
            aria-label={translate('look.capture.as', {
              format: PICTURE_FORMATS[type],
              quality: formatQuality(quality),
            })}
          >
            {PICTURE_FORMATS[type]} {formatQuality(quality)} <CaretUpDownIcon aria-hidden="true" />
          </Button>
        )}
      >
        <div className={styles.formats}>
          <SegmentedControl
            label={translate('look.capture.format')}
            size="sm"
            wide
            items={(Object.keys(PICTURE_FORMATS) as PictureFormat[]).map((id) => ({ id, label: PICTURE_FORMATS[id] }))}
            value={type}
            onChange={(id) => setCapture({ type: id })}
          />
          <Slider
            label={translate('look.capture.quality')}
            step={0.1}
            value={quality}
            onChange={(value) => setCapture({ quality: value })}
            format={formatQuality}
          />
          {type === 'image/png' && <p className={styles.hint}>{translate('look.capture.lossless')}</p>}
        </div>
      </Popover>
    </footer>
  )
}
