import { ArrowClockwiseIcon } from '@phosphor-icons/react/ArrowClockwise'
import { XIcon } from '@phosphor-icons/react/X'
import { Button as TriggerButton } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { useAtelier } from '../context.ts'
import { Button } from '../kit/Button.tsx'
import { buttonClass } from '../kit/button-class.ts'
import { IconButton } from '../kit/IconButton.tsx'
import { Slider } from '../kit/Slider.tsx'
import styles from './Playground.module.css'
import { nameOf, type SpawnPart, type Trial } from './playground.ts'

/** Props of {@link SpawnFields}. */
export interface SpawnFieldsProps {
  trial: Trial
  onTrial: (part: Partial<Trial>) => void
  onAgain: () => void
}

const PARTS = ['effect', 'animation'] as const
const WORDS = { effect: 'playground.spawnEffect', animation: 'playground.spawnAnimation' } as const

/** The entrance: what plays around the model, what the model does, and how often. */
export function SpawnFields({ trial, onTrial, onAgain }: SpawnFieldsProps) {
  const { translate } = useAtelier()
  const take = (part: (typeof PARTS)[number], file: File | undefined) => {
    if (!file) return
    onTrial({ [part]: { given: { file }, src: URL.createObjectURL(file), loop: 1 } satisfies SpawnPart })
  }
  return (
    <section aria-labelledby="playground-spawn">
      <h2 className={styles.title} id="playground-spawn">
        {translate('playground.spawn')}
      </h2>
      {PARTS.map((part) => {
        const chosen = trial[part]
        const word = translate(WORDS[part])
        if (!chosen) {
          return (
            <FileTrigger key={part} onSelect={(files) => take(part, files?.[0])}>
              <TriggerButton className={buttonClass()}>
                {word}: {translate('playground.choose')}
              </TriggerButton>
            </FileTrigger>
          )
        }
        return (
          <div key={part} className={styles.part}>
            <span className={styles.name}>{nameOf(chosen.given)}</span>
            <IconButton
              size="sm"
              label={translate('playground.remove', { name: word })}
              icon={<XIcon />}
              onClick={() => onTrial({ [part]: null })}
            />
            <Slider
              className={styles.loop}
              label={`${word}: ${translate('playground.loop')}`}
              min={0}
              max={5}
              step={1}
              value={chosen.loop}
              onChange={(loop) => onTrial({ [part]: { ...chosen, loop } })}
              format={(loop) => `${loop}`}
            />
          </div>
        )
      })}
      {(trial.effect || trial.animation) && (
        <Button icon={<ArrowClockwiseIcon />} onClick={onAgain}>
          {translate('playground.again')}
        </Button>
      )}
    </section>
  )
}
