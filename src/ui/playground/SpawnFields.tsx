import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { XIcon } from '@phosphor-icons/react/X'
import { Button as TriggerButton } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Button } from '../kit/Button.tsx'
import { getButtonClass } from '../kit/button-class.ts'
import { Slider } from '../kit/fields/Slider.tsx'
import { IconButton } from '../kit/IconButton.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import styles from './Playground.module.css'
import { displayNameOf, type PlaygroundSettings, type SpawnMedia } from './playground-settings.ts'

export interface SpawnFieldsProps {
  settings: PlaygroundSettings
  onSettings: (part: Partial<PlaygroundSettings>) => void
  onAgain: () => void
}

const SPAWN_KINDS = ['effect', 'animation'] as const
const SPAWN_LABEL_KEYS = { effect: 'playground.spawnEffect', animation: 'playground.spawnAnimation' } as const

/** Fields for the spawn effect and spawn animation, and the number of repetitions. */
export function SpawnFields({ settings, onSettings, onAgain }: SpawnFieldsProps) {
  const translate = useTranslate(lookMessages)
  const chooseFile = (part: (typeof SPAWN_KINDS)[number], file: File | undefined) => {
    if (!file) return
    onSettings({ [part]: { source: { file }, src: URL.createObjectURL(file), loop: 1 } satisfies SpawnMedia })
  }
  return (
    <section aria-labelledby="playground-spawn">
      <h2 className={styles.title} id="playground-spawn">
        {translate('playground.spawn')}
      </h2>
      {SPAWN_KINDS.map((part) => {
        const media = settings[part]
        const label = translate(SPAWN_LABEL_KEYS[part])
        if (!media) {
          return (
            <FileTrigger key={part} onSelect={(files) => chooseFile(part, files?.[0])}>
              <TriggerButton className={getButtonClass()}>
                {label}: {translate('playground.choose')}
              </TriggerButton>
            </FileTrigger>
          )
        }
        return (
          <div key={part} className={styles.part}>
            <span className={styles.name}>{displayNameOf(media.source)}</span>
            <IconButton
              size="sm"
              label={translate('playground.remove', { name: label })}
              icon={<XIcon />}
              onClick={() => onSettings({ [part]: null })}
            />
            <Slider
              className={styles.loop}
              label={`${label}: ${translate('playground.loop')}`}
              min={0}
              max={5}
              step={1}
              value={media.loop}
              onChange={(loop) => onSettings({ [part]: { ...media, loop } })}
              format={(loop) => `${loop}`}
            />
          </div>
        )
      })}
      {(settings.effect || settings.animation) && (
        <Button icon={<ArrowClockwiseIcon />} onClick={onAgain}>
          {translate('playground.again')}
        </Button>
      )}
    </section>
  )
}
