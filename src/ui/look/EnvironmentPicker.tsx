import { PlusIcon } from '@phosphor-icons/react/Plus'
import { Button } from 'react-aria-components/Button'
import { FileTrigger } from 'react-aria-components/FileTrigger'
import { Radio, RadioGroup } from 'react-aria-components/RadioGroup'
import { Icon } from '../kit/Icon.tsx'
import { lookMessages } from '../messages/look.ts'
import { useTranslate } from '../use-translate.ts'
import { ENVIRONMENTS, type EnvironmentName, isEnvironmentName } from '../viewer/light/environment-names.ts'
import styles from './DisplayOptionsPanel.module.css'
import type { DisplayOptions } from './display-options.ts'

const ballUrls = import.meta.glob<string>('./balls/*.webp', { eager: true, query: '?url&no-inline', import: 'default' })

export interface EnvironmentPickerProps {
  look: DisplayOptions
  onLook: (part: Partial<DisplayOptions>) => void
  isWaiting: boolean
}

export const PANORAMA_FILE_TYPES = ['.hdr', '.exr', 'image/jpeg', 'image/png', 'image/webp']

const OWN_ENVIRONMENT_ID = 'own'

/** Picker for an environment, shown as a chrome ball, or for the user's own panorama. */
export function EnvironmentPicker({ look, onLook, isWaiting }: EnvironmentPickerProps) {
  const translate = useTranslate(lookMessages)
  const { environment, ownEnvironment } = look
  const isOwn = ownEnvironment !== null && environment === ownEnvironment.address
  const choosePanorama = (file: File | undefined) => {
    if (!file) return
    const address = createFileUrl(file)
    onLook({ environment: address, ownEnvironment: { name: file.name, address } })
  }
  return (
    <section>
      <h2 className={styles.title} id="look-environment">
        {translate('look.environment')}
        <span className={styles.end}>
          {isEnvironmentName(environment) ? translate(`look.environment.${environment}`) : ownEnvironment?.name}
        </span>
      </h2>
      <div className={styles.balls}>
        <RadioGroup
          aria-labelledby="look-environment"
          className={styles.ballGroup ?? ''}
          value={isOwn ? OWN_ENVIRONMENT_ID : environment}
          onChange={(name) =>
            onLook({ environment: name === OWN_ENVIRONMENT_ID ? (ownEnvironment?.address ?? environment) : name })
          }
          isDisabled={isWaiting}
          orientation="horizontal"
        >
          {ENVIRONMENTS.map((name) => (
            <Radio
              key={name}
              value={name}
              className={styles.ball ?? ''}
              aria-label={translate(`look.environment.${name}`)}
            >
              <img src={chromeBallUrlOf(name)} alt="" draggable={false} />
            </Radio>
          ))}
          {ownEnvironment && (
            <Radio value={OWN_ENVIRONMENT_ID} className={styles.ball ?? ''} aria-label={ownEnvironment.name}>
              <span className={styles.ownBall} />
            </Radio>
          )}
        </RadioGroup>
        <FileTrigger acceptedFileTypes={PANORAMA_FILE_TYPES} onSelect={(files) => choosePanorama(files?.[0])}>
          <Button
            className={styles.addBall ?? ''}
            aria-label={translate('look.environment.add')}
            isDisabled={isWaiting}
          >
            <Icon size="sm">
              <PlusIcon />
            </Icon>
          </Button>
        </FileTrigger>
      </div>
    </section>
  )
}

/** Returns an object URL of a file. The caller revokes it. */
export const createFileUrl = (file: File): string => URL.createObjectURL(file)

/** Returns the picture of a chrome ball that reflects an environment. Made by `viewer/make-environment-previews.ts`. */
const chromeBallUrlOf = (name: EnvironmentName): string => ballUrls[`./balls/${name}.webp`] ?? ''
